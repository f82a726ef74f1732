import { recurringTasks, type RecurringTask } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import type { SteppedSeries } from '@daybook/shared/series/series-day-menu';

/** A series with the steps of its kind. */
export const stepped = ({ id, version, title }: RecurringTask, mayEdit: boolean): SteppedSeries => ({
  id,
  version,
  title,
  mayEdit,
  steps: recurringTasks,
});
