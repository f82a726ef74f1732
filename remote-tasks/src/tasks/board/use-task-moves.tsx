import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tasks, type TaskRow } from '@daybook/contracts/tasks/tasks/tasks';
import { useBoardMoves } from '@daybook/shared/board/use-board-moves';
import { notify } from '@daybook/shared/notify';
import { ReasonDialog } from '@daybook/shared/form/reason-dialog';
import { useSave } from '@daybook/shared/form/use-save';

type Move = TaskRow['moves'][number];

/** Moves tasks between the columns of the board; some moves ask for a reason first. */
export function useTaskMoves() {
  const { t } = useTranslation('tasks');
  const { save } = useSave(tasks.transition);
  const { make, refuse, moved, refusals } = useBoardMoves<TaskRow>();
  const [asked, setAsked] = useState<{ task: TaskRow; move: Move } | null>(null);
  const run = (task: TaskRow, { name, to }: Move, reason: string | null) =>
    make(task, to, async () => {
      await save({ id: task.id, to, reason }, task.version);
      notify.success(t(`moved.${name}`, { no: task.no }));
    });
  const begin = (task: TaskRow, to: string) => {
    if (to === task.status) return;
    const move = task.moves.find((one) => one.to === to);
    if (move === undefined) refuse(task.id, t('board.noWay', { status: t(`status.${to}`) }));
    else if (move.reason === 'none') run(task, move, null).catch(() => undefined);
    else setAsked({ task, move });
  };
  const dialog = asked && (
    <ReasonDialog
      question={t(`ask.${asked.move.name}`, { no: asked.task.no })}
      label={t('reason')}
      verb={t(`move.${asked.move.name}`)}
      isRequired
      isDangerous={asked.move.name === 'cancel'}
      run={(reason) => run(asked.task, asked.move, reason)}
      onClose={() => setAsked(null)}
    />
  );
  return { begin, moved, refusals, dialog };
}
