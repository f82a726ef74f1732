import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { isOpenTask } from '@daybook/contracts/tasks/task-machine';
import { isTargetLate, tasks, type Task } from '@daybook/contracts/tasks/tasks';
import { notify } from '@daybook/shared/notify';
import { useMay } from '@daybook/shared/session';
import { Can } from '@daybook/shared/ui/can';
import { ConfirmButton } from '@daybook/shared/ui/confirm';
import { DateText, InstantText } from '@daybook/shared/ui/date-text';
import { LinkButton } from '@daybook/shared/ui/link-button';
import { ReadView } from '@daybook/shared/ui/read-view';
import { RecordHistory } from '@daybook/shared/ui/history';
import { Facts, RecordScreen, RecordSection } from '@daybook/shared/ui/record-screen';
import { StatusTag } from '@daybook/shared/ui/status-tag';
import { useRead } from '@daybook/shared/ui/use-read';
import { useSave } from '@daybook/shared/ui/use-save';
import { editAddress, listAddress } from './addresses.ts';
import { TaskBilling } from './task-billing.tsx';
import { TaskChecklist } from './task-checklist.tsx';
import { RecordMoves } from './task-moves.tsx';
import { TaskNotes } from './task-notes.tsx';
import { DueText, TaskStatusTag } from './task-status.tsx';
import styles from './tasks.module.css';

export default function TaskRecord() {
  const { t, i18n } = useTranslation('tasks');
  const { id = '' } = useParams();
  const words = {
    field: (name: string) => {
      const key = name === 'checklist.title' ? 'title' : name;
      return i18n.exists(`tasks:field.${key}`) ? t(`field.${key}`) : null;
    },
    value: (field: string, text: string) => (field === 'priority' ? t(`priority.${text}`) : null),
    status: (status: string) => t(`status.${status}`),
  };
  const read = useRead(tasks.open, { id });
  return (
    <ReadView of={read}>
      {(task) => (
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
        </RecordScreen>
      )}
    </ReadView>
  );
}

function Actions({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  const { save } = useSave(tasks.remove);
  const remove = async () => {
    await save({ id: task.id }, task.version);
    notify.success(t('removed', { no: task.no }));
    await navigate(listAddress);
  };
  return (
    <>
      <RecordMoves task={task} />
      {isOpenTask(task.status) && (
        <Can do="tasks.edit">
          <LinkButton to={editAddress(task.id)}>{t('edit')}</LinkButton>
        </Can>
      )}
      {task.billingStatus !== 'invoiced' && (
        <Can do="tasks.delete">
          <ConfirmButton
            type="text"
            danger
            question={t('ask.remove', { no: task.no })}
            consequence={t('removeMeans')}
            verb={t('remove')}
            run={remove}
          >
            {t('remove')}
          </ConfirmButton>
        </Can>
      )}
    </>
  );
}

function Summary({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const mayOpenClient = useMay('clients.view');
  const { client } = task;
  return (
    <>
      {client !== null && mayOpenClient ? (
        <Link to={`/app/view-client/${client.id}`}>
          <bdi>{client.label}</bdi>
        </Link>
      ) : (
        <bdi>{client?.label ?? t('internal')}</bdi>
      )}
      {' · '}
      {t('field.dueOn')} <DueText task={task} />
    </>
  );
}

const dateOf = (date: string | null) => date && <DateText date={date} />;

function TaskFacts({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const { statusReason, description, completedAt } = task;
  const people = task.assignees.map(({ label }) => label).join(', ');
  return (
    <RecordSection title={t('work')}>
      <div className={styles.stack}>
        {statusReason !== null && (
          <p className={styles.written}>
            <strong>
              <bdi>{t('reasonGiven')}</bdi>
            </strong>{' '}
            <bdi>{statusReason}</bdi>
          </p>
        )}
        <Facts
          facts={[
            { label: t('field.assignees'), value: people || t('nobody') },
            {
              label: t('field.reviewer'),
              value: task.reviewer?.label ?? (task.reviewRequired ? t('anyReviewer') : null),
            },
            { label: t('field.service'), value: task.service?.label },
            { label: t('field.priority'), value: t(`priority.${task.priority}`) },
            { label: t('field.startOn'), value: dateOf(task.startOn) },
            {
              label: t('field.targetOn'),
              value: isTargetLate(task) ? (
                <>
                  {dateOf(task.targetOn)} <StatusTag tone="waiting">{t('targetLate')}</StatusTag>
                </>
              ) : (
                dateOf(task.targetOn)
              ),
            },
            ...(task.periodFrom === null
              ? []
              : [{ label: t('field.periodFrom'), value: dateOf(task.periodFrom) }]),
            ...(task.periodTo === null ? [] : [{ label: t('field.periodTo'), value: dateOf(task.periodTo) }]),
            ...(completedAt === null
              ? []
              : [
                  {
                    label: t('field.completedAt'),
                    value: (
                      <>
                        <InstantText at={completedAt} /> <bdi>{task.completedBy}</bdi>
                      </>
                    ),
                  },
                ]),
          ]}
        />
        {description !== null && (
          <p className={styles.written}>
            <bdi>{description}</bdi>
          </p>
        )}
      </div>
    </RecordSection>
  );
}
