import Empty from 'antd/es/empty';
import Segmented from 'antd/es/segmented';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { OutputOf } from '@daybook/contracts/endpoint';
import { dueGroups, taskBoard, type DueGroup } from '@daybook/contracts/tasks/tasks/task-board';
import { myRoles, tasks, type MyRole } from '@daybook/contracts/tasks/tasks/tasks';
import { listLink } from '@daybook/shared/list-link';
import { today } from '@daybook/shared/today';
import { countText } from '@daybook/shared/record/count-text';
import { useFound } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';
import { daysAfter } from '../../common/days.ts';
import { recordAddress } from '../../common/addresses.ts';
import { RowMoves } from '../task-moves.tsx';
import { TaskStatusTag } from '../../common/task-status-tag.tsx';
import { DueText } from '../due-text.tsx';
import { TaskScreen } from '../views/task-screen.tsx';
import styles from './mine.module.css';

type Mine = OutputOf<typeof taskBoard.mine>;

const spanOf = (due: DueGroup): { dueFrom?: string; dueTo?: string } =>
  ({
    overdue: { dueTo: daysAfter(today(), -1) },
    today: { dueFrom: today(), dueTo: today() },
    week: { dueFrom: daysAfter(today(), 1), dueTo: daysAfter(today(), 7) },
    later: { dueFrom: daysAfter(today(), 8) },
  })[due];

const sumOf = (counts: Mine['counts'][MyRole]): number =>
  dueGroups.reduce((all, due) => all + counts[due], 0);

/** The person's own work: tasks to do, tasks to review, and tasks that wait. */
export default function MyWork() {
  const { t } = useTranslation('tasks');
  const [params, setParams] = useSearchParams();
  const list = useFound(tasks);
  const role = myRoles.find((one) => one === params.get('role')) ?? 'doing';
  const read = useRead(taskBoard.mine, { today: today(), role });
  const counts = read.data?.counts;
  const total = counts === undefined ? undefined : myRoles.reduce((all, one) => all + sumOf(counts[one]), 0);
  const choose = (value: MyRole) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.set('role', value);
        return next;
      },
      { replace: true },
    );
  return (
    <TaskScreen
      isSearched={false}
      list={{
        ...list,
        rows: [role],
        isLoading: false,
        error: read.error,
        retry: read.retry,
        exportAs: undefined,
        counted: total === undefined ? undefined : { total, isCapped: false },
      }}
    >
      <Segmented<MyRole>
        aria-label={t('mine.label')}
        className={styles.roles ?? ''}
        value={role}
        options={myRoles.map((value) => ({
          value,
          label: `${t(`mine.${value}`)} ${counts === undefined ? '' : countText(sumOf(counts[value]))}`,
        }))}
        onChange={choose}
      />
      {read.data && <Groups mine={read.data} role={role} />}
    </TaskScreen>
  );
}

function Groups({ mine, role }: { mine: Mine; role: MyRole }) {
  const { t } = useTranslation('tasks');
  if (sumOf(mine.counts[role]) === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('mine.none')} />;
  const groups = mine.groups
    .filter(({ due }) => mine.counts[role][due] > 0)
    .map(({ due, tasks: rows }) => {
      const count = mine.counts[role][due];
      return (
        <section key={due} aria-labelledby={`due-${due}`} className={styles.group}>
          <h2 id={`due-${due}`} className={styles.heading} data-due={due}>
            {t(`mine.due.${due}`)} <span className={styles.count}>{countText(count)}</span>
          </h2>
          <ul className={styles.lines}>
            {rows.map((task) => (
              <li key={task.id} className={styles.line}>
                <Link to={recordAddress(task.id)} className={styles.title}>
                  <bdi>{task.title}</bdi>
                </Link>
                <span className={styles.client}>
                  <bdi>{task.client?.label ?? t('internal')}</bdi>
                </span>
                <span className={styles.due}>
                  <DueText task={task} />
                </span>
                <TaskStatusTag status={task.status} />
                <RowMoves task={task} />
              </li>
            ))}
          </ul>
          {count > rows.length && (
            <Link to={listLink('task', { mine: role, ...spanOf(due) })}>
              {t('mine.all', { shown: countText(count) })}
            </Link>
          )}
        </section>
      );
    });
  return <div className={styles.groups}>{groups}</div>;
}
