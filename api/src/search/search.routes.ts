import { search } from '@daybook/contracts/search';
import { implement } from '../http/implement.ts';
import { findEverywhere } from './search.queries.ts';

export const searchRoutes = implement(
  'search',
  search,
)({
  find: async ({ db, user, input, language }) => ({
    rows: await findEverywhere(db, user, input.q, language),
  }),
});
