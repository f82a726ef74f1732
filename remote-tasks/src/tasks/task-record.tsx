import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import { isOpenTask } from '@daybook/contracts/tasks/tasks/task-machine';
import { taskAttachments } from '@daybook/contracts/tasks/tasks/task-files';
import { tasks, type Task } from '@daybook/contracts/tasks/tasks/tasks';
import { useMay } from '@daybook/shared/session';
import { Amount } from '@daybook/shared/record/amount';
import { Attachments } from '@daybook/shared/record/attachments';
import { Can } from '@daybook/shared/record/can';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ReadView } from '@daybook/shared/read/read-view';
import { RecordHistory } from '@daybook/shared/history/history';
import { RecordScreen } from '@daybook/shared/record/record-screen';
import { useRead } from '@daybook/shared/read/use-read';
import { TaskTime } from '../common/task-time.tsx';
import { RunningTimer } from '../common/timer.tsx';
import { copyAddress, editAddress } from '../common/addresses.ts';
import { TaskBilling } from './task-billing.tsx';
import { TaskChecklist } from './task-checklist.tsx';
import { TaskFacts } from './task-facts.tsx';
import { TaskFiling } from './task-filing.tsx';
import { RecordMoves } from './task-moves.tsx';
import { TaskNotes } from './task-notes.tsx';
import { TaskStatusTag } from '../common/task-status-tag.tsx';
import { DueText } from './due-text.tsx';
import { useHistoryWords } from './use-history-words.ts';

export default function TaskRecord() {
  const { id = '' } = useParams();
  const words = useHistoryWords();
  const read = useRead(tasks.open, { id });
  return (
    <ReadView of={read}>
      {(task) => (
        <>
          <RunningTimer />
          <RecordScreen
            title={`${task.no} ${task.title}`}
            status={<TaskStatusTag status={task.status} />}
            summary={<Summary task={task} />}
            actions={<Actions task={task} />}
            aside={
              <>
                <TaskBilling task={task} />
                <TaskNotes task={task} />
                <RecordHistory kind="task" id={task.id} words={words} />
              </>
            }
          >
            <TaskFacts task={task} />
            <TaskChecklist task={task} />
            <TaskTime task={task} />
            <Attachments
              // Files of an open task can be deleted, like those of a draft, which has no number.
              document={{ id: task.id, number: isOpenTask(task.status) ? '' : task.no }}
              endpoints={taskAttachments}
              mayEdit={task.mayWork && !task.clientErased}
            />
          </RecordScreen>
        </>
      )}
    </ReadView>
  );
}

function Actions({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  return (
    <RecordMoves task={task}>
      {isOpenTask(task.status) && (
        <Can do="tasks.edit">
          <LinkButton to={editAddress(task.id)}>{t('edit')}</LinkButton>
        </Can>
      )}
      {task.mayWork && !task.clientErased && task.status !== 'cancelled' && <TaskFiling task={task} />}
      {!task.clientErased && (
        <Can do="tasks.create">
          <LinkButton to={copyAddress(task.id)}>{t('copy')}</LinkButton>
        </Can>
      )}
    </RecordMoves>
  );
}

function Summary({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const mayOpenClient = useMay('clients.view');
  const { client, fee, currency } = task;
  return (
    <>
      {client !== null && mayOpenClient ? (
        <Link to={recordPath('client', client.id)}>
          <bdi>{client.label}</bdi>
        </Link>
      ) : (
        <bdi>{client?.label ?? t('internal')}</bdi>
      )}
      {' · '}
      {t('field.dueOn')} <DueText task={task} />
      {task.billable && typeof fee === 'number' && currency !== null && (
        <>
          {' · '}
          <Amount minor={fee} currency={currency} />
        </>
      )}
    </>
  );
}
