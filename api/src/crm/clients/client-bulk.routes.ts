import { clientBulk } from '@daybook/contracts/crm/clients/client-bulk';
import { implement } from '../../http/implement.ts';
import { checkBalance } from './check-balance.ts';
import { previewChange } from './client-bulk.queries.ts';
import { startChange, startDeactivation, startUndo } from './request-client-job.ts';

export const clientBulkRoutes = implement(
  'client_bulk',
  clientBulk,
)({
  preview: async ({ db, user, input }) => {
    checkBalance(user, input);
    return previewChange(db, user, input);
  },
  change: ({ db, user, input }) => startChange(db, user, input),
  deactivate: ({ db, user, input }) => startDeactivation(db, user, input),
  undo: ({ db, user, input }) => startUndo(db, user, input.id),
});
