import { heldWork } from '@daybook/contracts/settings/backups/held-work';
import { implement } from '../../http/implement.ts';
import { listHeldWork } from './held-work.queries.ts';
import { letGo, letGoEmpty } from './let-go.ts';

export const heldWorkRoutes = implement(
  'held-work',
  heldWork,
)({
  list: ({ db }) => listHeldWork(db),
  letGo: ({ db, input }) => letGo(db, input.kind),
  letGoEmpty: ({ db, input }) => letGoEmpty(db, input.kinds),
});
