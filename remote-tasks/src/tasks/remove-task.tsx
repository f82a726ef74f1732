import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { tasks, type Task } from '@daybook/contracts/tasks/tasks/tasks';
import { notify } from '@daybook/shared/notify';
import { ConfirmDialog } from '@daybook/shared/form/confirm';
import { useSave } from '@daybook/shared/form/use-save';
import { tried } from '../common/tried.ts';
import { listAddress, recordAddress } from '../common/addresses.ts';

/** Moves the task to the deleted tasks. The notice offers an undo. */
export function RemoveTask({ task: { id, no, version }, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  const { save } = useSave(tasks.remove);
  const { save: restore } = useSave(tasks.restore);
  const undo = (removed: number) =>
    tried(async () => {
      await restore({ id }, removed);
      await navigate(recordAddress(id));
    });
  const remove = async () => {
    const removed = await save({ id }, version);
    notify.success(t('removed', { no }), {
      action: { label: t('undo'), run: () => void undo(removed.version) },
    });
    await navigate(listAddress);
  };
  return (
    <ConfirmDialog
      question={t('ask.remove', { no })}
      consequence={t('removeMeans')}
      verb={t('remove')}
      run={remove}
      onClose={onClose}
    />
  );
}
