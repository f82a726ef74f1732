import { useTranslation } from 'react-i18next';
import type { RecurringTaskRow } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';

/** A short text that says who gets the tasks of a series. */
export function useDoers(): (series: Pick<RecurringTaskRow, 'assigneeRule' | 'assignees'>) => string {
  const { t } = useTranslation('tasks');
  return ({ assigneeRule, assignees }) => {
    if (assigneeRule === 'client_executive') return t(`series.by.${assigneeRule}`);
    const names = assignees.map(({ label }) => label).join(', ');
    return assigneeRule === 'fixed' ? names : t('series.inTurn', { names });
  };
}
