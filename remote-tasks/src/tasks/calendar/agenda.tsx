import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OutputOf } from '@daybook/contracts/endpoint';
import type { taskBoard } from '@daybook/contracts/tasks/tasks/task-board';
import { useMay } from '@daybook/shared/session';
import { recordAddress } from '../../common/addresses.ts';
import { isOverdue } from '../due.ts';
import { TaskStatusTag } from '../../common/task-status-tag.tsx';
import { formatDay } from './days.ts';
import styles from './calendar.module.css';

export type Day = OutputOf<typeof taskBoard.calendar>['days'][number];

/** The days with tasks as a list, for phones. */
export function Agenda({ days, onOpen }: { days: readonly Day[]; onOpen: (date: string) => void }) {
  const { t } = useTranslation('tasks');
  const mayEdit = useMay('tasks.edit');
  if (days.length === 0) return <p>{t('calendar.none')}</p>;
  return (
    <ol className={styles.agenda}>
      {days.map(({ date, count, tasks }) => (
        <li key={date}>
          <h3 className={styles.date}>
            {formatDay(date, { weekday: 'long', day: 'numeric', month: 'long' })}{' '}
            {isOverdue(date) && <span className={styles.late}>{t('overdue')}</span>}
          </h3>
          <ul className={styles.lines}>
            {tasks.map((task) => (
              <li key={task.id} className={styles.line}>
                <Link to={recordAddress(task.id)}>
                  <bdi>{task.title}</bdi>
                </Link>
                <TaskStatusTag status={task.status} />
              </li>
            ))}
          </ul>
          {(count > tasks.length || mayEdit) && (
            <Button type="link" onClick={() => onOpen(date)}>
              {count > tasks.length ? t('calendar.open', { count }) : t('calendar.change')}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}
