import { dashboards } from '@daybook/contracts/dashboards';
import { implement } from '../http/implement.ts';
import { incomeOf } from './income.queries.ts';
import { systemOf } from './system.queries.ts';
import { moneyOf, waitingOf } from './money.queries.ts';
import { enquiriesOf, loadOf, workOf } from './work.queries.ts';

export const dashboardsRoutes = implement(
  'dashboards',
  dashboards,
)({
  work: ({ db, user, input }) => workOf(db, user, input),
  load: ({ db, user, input }) => loadOf(db, user, input.today),
  money: ({ db, user, input }) => moneyOf(db, user, input.today),
  income: ({ db, input }) => incomeOf(db, input.today),
  waiting: ({ db, user }) => waitingOf(db, user),
  enquiries: ({ db, user, input }) => enquiriesOf(db, user, input.today),
  system: ({ db }) => systemOf(db),
});
