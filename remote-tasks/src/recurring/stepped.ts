import { recurringTasks, type RecurringTask } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import type { SteppedSeries } from '@daybook/shared/series/series-day-menu';

/** A recurring task with the endpoints that the shared series components need. */
export const stepped = ({ id, version, title }: RecurringTask, mayEdit: boolean): SteppedSeries => ({
  id,
  version,
  title,
  mayEdit,
  steps: recurringTasks,
});
