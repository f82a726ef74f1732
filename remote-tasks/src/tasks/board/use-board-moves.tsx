import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import { tasks, type TaskRow } from '@daybook/contracts/tasks/tasks/tasks';
import { notify } from '@daybook/shared/notify';
import { queryClient } from '@daybook/shared/query-client';
import { ReasonDialog } from '@daybook/shared/form/reason-dialog';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useSave } from '@daybook/shared/form/use-save';

type Move = TaskRow['moves'][number];

const without = <Value,>(all: ReadonlyMap<string, Value>, id: string) =>
  new Map([...all].filter(([key]) => key !== id));

/** The cards that are moving to another column, and the refused moves. */
export function useBoardMoves() {
  const { t } = useTranslation('tasks');
  const { save } = useSave(tasks.transition);
  const [asked, setAsked] = useState<{ task: TaskRow; move: Move } | null>(null);
  const [moved, setMoved] = useState<ReadonlyMap<string, { task: TaskRow; to: TaskStatus }>>(new Map());
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());

  const refuse = (id: string, why: string) => setRefusals((all) => new Map(all).set(id, why));
  const make = async (task: TaskRow, { name, to }: Move, reason: string | null) => {
    setRefusals((all) => without(all, task.id));
    setMoved((all) => new Map(all).set(task.id, { task, to }));
    try {
      await save({ id: task.id, to, reason }, task.version);
      notify.success(t(`moved.${name}`, { no: task.no }));
    } catch (error) {
      refuse(task.id, refusalText(error));
      throw error;
    } finally {
      // The card stays in its new column until the columns are reloaded, which also shows what others did in the meantime.
      await queryClient.invalidateQueries({}, { cancelRefetch: false });
      setMoved((all) => without(all, task.id));
    }
  };
  const begin = (task: TaskRow, to: TaskStatus) => {
    if (to === task.status) return;
    const move = task.moves.find((one) => one.to === to);
    if (move === undefined) refuse(task.id, t('board.noWay', { status: t(`status.${to}`) }));
    else if (move.reason === 'none') make(task, move, null).catch(() => undefined);
    else setAsked({ task, move });
  };
  const dialog = asked && (
    <ReasonDialog
      question={t(`ask.${asked.move.name}`, { no: asked.task.no })}
      label={t('reason')}
      verb={t(`move.${asked.move.name}`)}
      isRequired
      isDangerous={asked.move.name === 'cancel'}
      run={(reason) => make(asked.task, asked.move, reason)}
      onClose={() => setAsked(null)}
    />
  );
  return { begin, moved, refusals, dialog };
}
