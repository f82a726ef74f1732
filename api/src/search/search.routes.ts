import { search } from '@daybook/contracts/search';
import { implement } from '../http/implement.ts';
import { findEverywhere } from './search.queries.ts';

export const searchRoutes = implement(
  'search',
  search,
)({
  find: ({ db, user, input, language }) => findEverywhere(db, user, input.q, language),
});
