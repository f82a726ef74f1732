import { history } from '@daybook/contracts/history';
import { implement } from '../http/implement.ts';
import { historyOf } from './history.queries.ts';
import { requireReader } from './history-of-kind.ts';

export const historyRoutes = implement(
  'history',
  history,
)({
  of: async ({ db, user, input }) => {
    await requireReader(db, user, input);
    return historyOf(db, user, input);
  },
});
