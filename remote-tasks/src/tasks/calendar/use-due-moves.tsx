import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
import type { TaskRow } from '@daybook/contracts/tasks/tasks/tasks';
import { notify } from '@daybook/shared/notify';
import { queryClient } from '@daybook/shared/query-client';
import { dateText } from '@daybook/shared/record/date-text';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useSave } from '@daybook/shared/form/use-save';
import { takeBack } from '../bulk/send.ts';

/** Changes a task's due date and offers an undo. If the server refuses, a notice says why and the task stays where it was. */
export function useDueMoves() {
  const { t } = useTranslation('tasks');
  const { save } = useSave(taskBulk.change);
  const [moving, setMoving] = useState<string | null>(null);
  const move = async ({ id, version, no, dueOn: before }: TaskRow, dueOn: string) => {
    if (dueOn === before) return;
    setMoving(id);
    try {
      const { results } = await save({ tasks: [{ id, version }], change: { dueOn } });
      const refused = results[0]?.refused;
      if (refused) notify.failure(`${no}: ${refused.message}`);
      else
        notify.success(t('calendar.moved', { no, date: dateText(dueOn) }), {
          action: { label: t('bulk.undo'), run: () => void takeBack(results) },
        });
    } catch (error) {
      notify.failure(refusalText(error));
    }
    await queryClient.invalidateQueries({}, { cancelRefetch: false });
    setMoving(null);
  };
  return { move, moving };
}
