import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '@daybook/contracts/endpoint';
import {
  boardDays,
  boardStatuses,
  taskBoard,
  type BoardStatus,
} from '@daybook/contracts/tasks/tasks/task-board';
import { tasks, type TaskRow } from '@daybook/contracts/tasks/tasks/tasks';
import { Board } from '@daybook/shared/board/board';
import { today } from '@daybook/shared/today';
import { useFound } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';
import { daysAfter } from '../../common/days.ts';
import { TaskScreen } from '../views/task-screen.tsx';
import { taskCard } from './task-card.tsx';
import { useTaskMoves } from './use-task-moves.tsx';

type ListInput = InputOf<typeof tasks.list>;

/** The board shows work completed since this day, unless a filter names another. */
const boardSince = (): string => daysAfter(today(), -boardDays);

function inputOf(status: BoardStatus, { q, filter }: Pick<ListInput, 'q' | 'filter'>): ListInput {
  const isDone = status === 'completed';
  return {
    q,
    filter: { ...(isDone && { completedFrom: boardSince() }), ...filter, status },
    sort: isDone ? '-dueOn' : 'dueOn',
    pageSize: 50,
  };
}

const movesOf = ({ moves }: TaskRow): string[] => moves.map(({ to }) => to);

/** Tasks by status. */
export default function TaskBoard() {
  const { t } = useTranslation('tasks');
  const list = useFound(tasks);
  const counts = useRead(taskBoard.columns, { ...list.found, completedFrom: boardSince() });
  const { begin, moved, refusals, dialog } = useTaskMoves();
  const labelOf = useCallback((status: string) => t(`status.${status}`), [t]);
  const asked = list.filter.status === undefined ? boardStatuses : [list.filter.status].flat();
  const shown = boardStatuses.filter((status) => asked.includes(status));
  const known = counts.data?.columns;
  const total = known?.reduce((all, { count }) => all + count, 0);
  // The columns are drawn before their counts are known.
  const isEmpty = shown.length === 0 || total === 0;
  return (
    <TaskScreen
      list={{
        ...list,
        rows: isEmpty ? [] : shown,
        isLoading: false,
        error: counts.error,
        retry: counts.retry,
        counted:
          total === undefined
            ? undefined
            : { total, isCapped: known?.some(({ isCapped }) => isCapped) ?? false },
      }}
    >
      <Board
        label={t('field.status')}
        shown={shown}
        kind={taskCard}
        list={tasks.list}
        inputOf={(status) => inputOf(status, list.found)}
        countOf={(status) => known?.find((column) => column.status === status)}
        labelOf={labelOf}
        movesOf={movesOf}
        begin={begin}
        moved={moved}
        refusals={refusals}
      />
      {dialog}
    </TaskScreen>
  );
}
