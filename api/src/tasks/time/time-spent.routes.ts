import { timeSpent } from '@daybook/contracts/tasks/time/time-spent';
import { implement } from '../../http/implement.ts';
import { spentOnClient, spentOnSeries } from './time-spent.queries.ts';

export const timeSpentRoutes = implement(
  'time_spent',
  timeSpent,
)({
  ofSeries: ({ db, user, input }) => spentOnSeries(db, user, input.id),
  ofClient: ({ db, user, input }) => spentOnClient(db, user, input.id),
});
