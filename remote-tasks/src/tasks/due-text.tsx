import { useTranslation } from 'react-i18next';
import { isOpenTask, type TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import { DateText } from '@daybook/shared/record/date-text';
import { isOverdue } from './due.ts';
import styles from './tasks.module.css';

/** The due date, in red and with the word "overdue" after that day. */
export function DueText({ task }: { task: { dueOn: string; status: TaskStatus } }) {
  const { t } = useTranslation('tasks');
  if (!isOpenTask(task.status) || !isOverdue(task.dueOn)) return <DateText date={task.dueOn} />;
  return (
    <span className={styles.overdue}>
      <DateText date={task.dueOn} /> {t('overdue')}
    </span>
  );
}
