import { bookChecks } from '@daybook/contracts/settings/book-checks/book-checks';
import { implement } from '../http/implement.ts';
import { listBookChecks } from './check-books.ts';
import { askForCheck, lastRun } from './checks-by-hand.ts';

export const bookChecksRoutes = implement(
  'book-checks',
  bookChecks,
)({
  list: async ({ db }) => ({ rows: await listBookChecks(db), run: await lastRun(db) }),
  run: ({ db }) => askForCheck(db),
});
