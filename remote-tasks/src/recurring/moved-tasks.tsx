import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import type { OutputOf } from '@daybook/contracts/endpoint';
import type { dueOverrides, MovedTask } from '@daybook/contracts/tasks/recurring-tasks/due-overrides';
import { countText } from '@daybook/shared/record/count-text';
import { DateText } from '@daybook/shared/record/date-text';
import { LinkButton } from '@daybook/shared/record/link-button';
import { RecordScreen, RecordSection } from '@daybook/shared/record/record-screen';
import { listAddress } from './addresses.ts';
import styles from './many-at-once.module.css';

interface MovedTasksProps {
  done: OutputOf<typeof dueOverrides.put>;
  onAgain: () => void;
}

/** The outcome of an extension, task by task. */
export function MovedTasks({ done: { moved, left, tasks }, onAgain }: MovedTasksProps) {
  const { t } = useTranslation('tasks');
  return (
    <RecordScreen
      title={t('extension.moved', { count: moved, shown: countText(moved) })}
      summary={t('extension.takenBackWhere')}
      actions={
        <>
          <Button onClick={onAgain}>{t('extension.again')}</Button>
          <LinkButton type="primary" to={listAddress}>
            {t('extension.toList')}
          </LinkButton>
        </>
      }
    >
      <Part title={t('extension.haveMoved')} tasks={tasks.filter(({ isMoved }) => isMoved)} />
      <Part title={t('extension.left', { count: left })} tasks={tasks.filter(({ isMoved }) => !isMoved)} />
      {moved + left > tasks.length && <p>{t('extension.first', { shown: countText(tasks.length) })}</p>}
    </RecordScreen>
  );
}

function Part({ title, tasks }: { title: string; tasks: readonly MovedTask[] }) {
  if (tasks.length === 0) return null;
  return (
    <RecordSection title={title}>
      <ul className={styles.rows} aria-label={title}>
        {tasks.map(({ id, no, title: name, client, was, dueOn, isMoved }) => (
          <li key={id} className={`${styles.row} ${styles.line}`}>
            <bdi className={styles.name}>{client}</bdi>
            <Link to={recordPath('task', id)}>
              <bdi>
                {no} {name}
              </bdi>
            </Link>
            <span>
              {isMoved && (
                <>
                  <del>
                    <DateText date={was} />
                  </del>{' '}
                </>
              )}
              <DateText date={dueOn} />
            </span>
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}
