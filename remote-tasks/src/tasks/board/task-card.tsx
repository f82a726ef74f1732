import { useTranslation } from 'react-i18next';
import { isOpenTask } from '@daybook/contracts/tasks/tasks/task-machine';
import type { TaskRow } from '@daybook/contracts/tasks/tasks/tasks';
import type { CardKind } from '@daybook/shared/board/board-card';
import { CardDate, CardFacts, CardLine } from '@daybook/shared/board/card-parts';
import { dateText } from '@daybook/shared/record/date-text';
import { recordAddress } from '../../common/addresses.ts';
import { isOverdue } from '../due.ts';
import styles from '../tasks.module.css';

function TaskContent({ row: task }: { row: TaskRow }) {
  const { t } = useTranslation('tasks');
  const isLate = isOpenTask(task.status) && isOverdue(task.dueOn);
  const people = task.assignees.map(({ label }) => label).join(', ');
  return (
    <>
      <CardLine>{task.client?.label ?? t('internal')}</CardLine>
      <CardFacts>
        <CardDate date={task.dueOn} isLate={isLate}>
          <bdi>{dateText(task.dueOn)}</bdi>
          {isLate && ` ${t('overdue')}`}
        </CardDate>
        {task.priority < 3 && (
          <span className={styles.priority} data-priority={task.priority}>
            {t(`priority.${task.priority}`)}
          </span>
        )}
        {task.checklistTotal > 0 && (
          <bdi>{t('checklist.progress', { done: task.checklistDone, total: task.checklistTotal })}</bdi>
        )}
      </CardFacts>
      <CardLine>{people || t('nobody')}</CardLine>
    </>
  );
}

export const taskCard: CardKind<TaskRow> = {
  titleOf: ({ title }) => title,
  addressOf: ({ id }) => recordAddress(id),
  Content: TaskContent,
  isDangerous: (to) => to === 'cancelled',
};
