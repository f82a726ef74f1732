import Button from 'antd/es/button';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { isOpenTask } from '@daybook/contracts/tasks/tasks/task-machine';
import { tasks, type Task, type TaskRow } from '@daybook/contracts/tasks/tasks/tasks';
import { RowMenu } from '@daybook/shared/list/row-menu';
import { notify } from '@daybook/shared/notify';
import { queryClient } from '@daybook/shared/query-client';
import { useMay } from '@daybook/shared/session';
import { MoreActions } from '@daybook/shared/list/more-actions';
import { ReasonDialog } from '@daybook/shared/form/reason-dialog';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useSave } from '@daybook/shared/form/use-save';
import { editAddress } from '../common/addresses.ts';
import { RemoveTask } from './remove-task.tsx';
import styles from './tasks.module.css';

type Move = TaskRow['moves'][number];

/** Moves that delay or cancel work, or send it back, are never suggested as the next step. */
const isAside = ({ name }: Move): boolean => ['wait', 'hold', 'cancel', 'reopen', 'reject'].includes(name);

function useMove(task: TaskRow) {
  const { t } = useTranslation('tasks');
  const { save, isSaving } = useSave(tasks.transition);
  const [asked, setAsked] = useState<Move | null>(null);
  const make = async ({ name, to }: Move, reason: string | null) => {
    await save({ id: task.id, to, reason }, task.version);
    notify.success(t(`moved.${name}`, { no: task.no }));
  };
  const begin = async (move: Move) => {
    if (move.reason !== 'none') {
      setAsked(move);
      return;
    }
    try {
      await make(move, null);
    } catch (error) {
      notify.failure(refusalText(error));
      // Usually the task has changed in the meantime, so the lists reload.
      await queryClient.invalidateQueries();
    }
  };
  const dialog = asked && (
    <ReasonDialog
      question={t(`ask.${asked.name}`, { no: task.no })}
      label={t('reason')}
      verb={t(`move.${asked.name}`)}
      isRequired
      isDangerous={asked.name === 'cancel'}
      run={(reason) => make(asked, reason)}
      onClose={() => setAsked(null)}
    />
  );
  return { begin, isSaving, dialog };
}

/** In a row: the likeliest move as a button, the others in a menu. */
export function RowMoves({ task }: { task: TaskRow }) {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  const mayEdit = useMay('tasks.edit') && isOpenTask(task.status);
  const { begin, isSaving, dialog } = useMove(task);
  const likely = task.moves.find((move) => !isAside(move));
  const others = task.moves.filter((move) => move !== likely);
  const items = [
    ...others.map((move) => ({
      key: move.name,
      label: t(`move.${move.name}`),
      danger: move.name === 'cancel',
      onClick: () => void begin(move),
    })),
    ...(mayEdit
      ? [{ key: 'edit', label: t('edit'), onClick: () => void navigate(editAddress(task.id)) }]
      : []),
  ];
  return (
    <div className={styles.moves}>
      {likely && (
        <Button size="small" loading={isSaving} onClick={() => void begin(likely)}>
          {t(`move.${likely.name}`)}
        </Button>
      )}
      {items.length > 0 && <RowMenu label={t('more', { no: task.no })} items={items} />}
      {dialog}
    </div>
  );
}

/**
 * On the task's page: every move as a button, in the order of the workflow, with the likeliest one primary. `children` stand
 * before the moves that end the task.
 */
export function RecordMoves({ task, children }: { task: Task; children: ReactNode }) {
  const { t } = useTranslation('tasks');
  const { begin, isSaving, dialog } = useMove(task);
  const isRemovable = task.billingStatus !== 'invoiced' && !task.hasTime && !task.clientErased;
  const mayRemove = useMay('tasks.delete') && isRemovable;
  const [isRemoving, setRemoving] = useState(false);
  const cancel = task.moves.find(({ name }) => name === 'cancel');
  const likely = task.moves.find((move) => !isAside(move));
  return (
    <>
      {task.moves
        .filter((move) => move !== cancel)
        .map((move) => (
          <Button
            key={move.name}
            type={move === likely ? 'primary' : 'default'}
            disabled={isSaving}
            onClick={() => void begin(move)}
          >
            {t(`move.${move.name}`)}
          </Button>
        ))}
      {children}
      <MoreActions
        actions={[
          ...(cancel ? [{ key: 'cancel', label: t('move.cancel'), begin: () => void begin(cancel) }] : []),
          ...(mayRemove ? [{ key: 'remove', label: t('remove'), begin: () => setRemoving(true) }] : []),
        ]}
      />
      {dialog}
      {isRemoving && <RemoveTask task={task} onClose={() => setRemoving(false)} />}
    </>
  );
}
