import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { InputOf } from '@daybook/contracts/endpoint';
import { isOpenTask, openTaskStatuses } from '@daybook/contracts/tasks/tasks/task-machine';
import { tasks, type TaskRow } from '@daybook/contracts/tasks/tasks/tasks';
import { useMay } from '@daybook/shared/session';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { PageSkeleton } from '@daybook/shared/read/page-skeleton';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { usePages } from '@daybook/shared/list/use-pages';
import { recordAddress } from '../../common/addresses.ts';
import { TaskStatusTag } from '../../common/task-status-tag.tsx';
import { formatDay } from './days.ts';
import styles from './calendar.module.css';

interface DayDialogProps {
  date: string;
  found: Pick<InputOf<typeof tasks.list>, 'q' | 'filter'>;
  onMove: (task: TaskRow, date: string) => void;
  onClose: () => void;
}

/** All tasks of a day. Each can be opened or given another due date. */
export function DayDialog({ date, found, onMove, onClose }: DayDialogProps) {
  const { t } = useTranslation('tasks');
  const focus = useDialogFocus();
  const mayEdit = useMay('tasks.edit');
  const [asked, setAsked] = useState<string | null>(null);
  const { rows, isLoading, error, retry, hasMore, more } = usePages(tasks.list, {
    q: found.q,
    filter: { status: [...openTaskStatuses], ...found.filter, dueFrom: date, dueTo: date },
    sort: 'priority',
    pageSize: 50,
  });
  return (
    <Modal
      open
      wrapProps={focus}
      title={formatDay(date, { dateStyle: 'full' })}
      footer={<Button onClick={onClose}>{t('bulk.close')}</Button>}
      onCancel={onClose}
    >
      {error !== null && <ErrorBox error={error} onRetry={retry} />}
      {isLoading && <PageSkeleton shape="form" />}
      {!isLoading && rows.length === 0 && <p>{t('calendar.none')}</p>}
      <ul className={styles.lines}>
        {rows.map((task) => (
          <li key={task.id} className={styles.line}>
            <Link to={recordAddress(task.id)}>
              <bdi>
                {task.no} {task.title}
              </bdi>
            </Link>
            <TaskStatusTag status={task.status} />
            {mayEdit && isOpenTask(task.status) && (
              <Button
                size="small"
                aria-expanded={asked === task.id}
                aria-label={`${t('calendar.redate')} ${task.no}`}
                onClick={() => setAsked(asked === task.id ? null : task.id)}
              >
                {t('calendar.redate')}
              </Button>
            )}
            {asked === task.id && (
              <NewDate
                task={task}
                onSave={(on) => {
                  setAsked(null);
                  onMove(task, on);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button type="link" onClick={more}>
          {t('shared:board.more')}
        </Button>
      )}
    </Modal>
  );
}

function NewDate({ task, onSave }: { task: TaskRow; onSave: (date: string) => void }) {
  const { t } = useTranslation('tasks');
  const [date, setDate] = useState<string | null>(task.dueOn);
  const isDate = date !== null && /^\d{4}-\d{2}-\d{2}$/.test(date);
  return (
    <form
      className={styles.newDate}
      onSubmit={(event) => {
        event.preventDefault();
        if (isDate) onSave(date);
      }}
    >
      <DateInput aria-label={t('field.dueOn')} value={date} onChange={setDate} />
      <Button htmlType="submit" type="primary" disabled={!isDate || date === task.dueOn}>
        {t('calendar.save')}
      </Button>
    </form>
  );
}
