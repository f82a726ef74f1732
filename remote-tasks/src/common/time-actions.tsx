import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRunning, timeEntries, type TimeEntry } from '@daybook/contracts/tasks/time/task-time';
import { notify } from '@daybook/shared/notify';
import { dateText } from '@daybook/shared/record/date-text';
import { useSave } from '@daybook/shared/form/use-save';
import { tried } from './tried.ts';
import { EditTime } from './time-dialog.tsx';

/** Deletes a time entry, with an undo that enters it again. */
function useTakeOut(entry: TimeEntry) {
  const { t } = useTranslation('tasks');
  const { save } = useSave(timeEntries.remove);
  const { save: record } = useSave(timeEntries.create);
  const { task, workedOn, startedAt, endedAt, minutes, billable, note } = entry;
  const putBack = () => record({ taskId: task.id, workedOn, startedAt, endedAt, minutes, billable, note });
  return () =>
    tried(async () => {
      await save({ id: entry.id }, entry.version);
      notify.success(t('time.removed'), {
        // An undo would enter the time as the reader's own, so other people's entries have none.
        ...(entry.isOwn && { action: { label: t('undo'), run: () => void tried(putBack) } }),
      });
    });
}

export function TimeActions({ entry }: { entry: TimeEntry }) {
  const { t } = useTranslation('tasks');
  const [isOpen, setOpen] = useState(false);
  const takeOut = useTakeOut(entry);
  if (!entry.mayEdit || isRunning(entry)) return null;
  const named = { day: dateText(entry.workedOn), name: entry.person.label };
  return (
    <span>
      <Button
        size="small"
        type="text"
        icon={<EditOutlined aria-hidden />}
        aria-label={t('time.edit', named)}
        onClick={() => setOpen(true)}
      />
      <Button
        size="small"
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={t('time.remove', named)}
        onClick={() => void takeOut()}
      />
      {isOpen && <EditTime entry={entry} onClose={() => setOpen(false)} />}
    </span>
  );
}
