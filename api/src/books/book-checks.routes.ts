import { bookChecks } from '@daybook/contracts/settings/book-checks';
import { implement } from '../http/implement.ts';
import { checkBooks, listBookChecks } from './check-books.ts';

export const bookChecksRoutes = implement(
  'book-checks',
  bookChecks,
)({
  list: async ({ db }) => ({ rows: await listBookChecks(db) }),
  run: ({ db }) => checkBooks(db, 'by_hand'),
});
