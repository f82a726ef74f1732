import { grants } from '@daybook/contracts/people/grants';
import { implement } from '../http/implement.ts';
import { getGrants } from './grants.queries.ts';
import { putGrants } from './grant-permissions.ts';

export const grantsRoutes = implement(
  'grants',
  grants,
)({
  open: ({ db, input, user }) => getGrants(db, user, input.id),
  put: ({ db, input, user, version }) => putGrants(db, user, input, version),
});
