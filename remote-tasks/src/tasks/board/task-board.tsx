import Segmented from 'antd/es/segmented';
import { useCallback, useEffect, useRef, useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { boardStatuses, taskBoard, type BoardStatus } from '@daybook/contracts/tasks/tasks/task-board';
import type { TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import { tasks, type TaskRow } from '@daybook/contracts/tasks/tasks/tasks';
import { useFound } from '@daybook/shared/list/use-list';
import { useNarrow } from '@daybook/shared/list/use-narrow';
import { useRead } from '@daybook/shared/read/use-read';
import { useDrags } from '../../common/use-drags.ts';
import { TaskScreen } from '../views/task-screen.tsx';
import { BoardCard } from './board-card.tsx';
import { BoardColumn, boardSince, columnCount, type ColumnCount } from './board-column.tsx';
import { focusNeighbour } from './board-keys.ts';
import { useBoardMoves } from './use-board-moves.tsx';
import styles from './board.module.css';

/** Tasks by status. */
export default function TaskBoard() {
  const list = useFound(tasks);
  const counts = useRead(taskBoard.columns, { ...list.found, completedFrom: boardSince() });
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
        total:
          total === undefined
            ? undefined
            : { total, isCapped: known?.some(({ isCapped }) => isCapped) ?? false },
      }}
    >
      <Columns
        shown={shown}
        found={list.found}
        countOf={(status) => known?.find((column) => column.status === status)}
      />
    </TaskScreen>
  );
}

interface ColumnsProps {
  shown: readonly BoardStatus[];
  found: ReturnType<typeof useFound<typeof tasks>>['found'];
  countOf: (status: BoardStatus) => ColumnCount | undefined;
}

/** The dragged card, and the open menu of a card. */
function useCards(begin: (task: TaskRow, to: TaskStatus) => void) {
  const [menu, setMenu] = useState<string | null>(null);
  const [lifted, setLifted] = useState<TaskRow | null>(null);
  // The drawn tasks by id, because a drop reports only the id.
  const [known] = useState(() => new Map<string, TaskRow>());
  // Keeps the callback stable, so that a card rerenders only when it changes.
  const latest = useRef(begin);
  useEffect(() => {
    latest.current = begin;
  });
  const box = useDrags(true, {
    onLift: (id) => setLifted(id === null ? null : (known.get(id) ?? null)),
    onDrop: (id, to) => {
      const task = known.get(id);
      if (task !== undefined) begin(task, to as TaskStatus);
    },
  });
  const onMenu = useCallback((id: string | null) => {
    setMenu((open) => {
      if (id === null) document.querySelector<HTMLElement>(`[data-card="${open}"] button`)?.focus();
      return id;
    });
  }, []);
  const onMove = useCallback((task: TaskRow, to: TaskStatus) => {
    focusNeighbour(task.id);
    latest.current(task, to);
  }, []);
  const isOff = (status: BoardStatus) =>
    lifted !== null && lifted.status !== status && lifted.moves.every(({ to }) => to !== status);
  return { box, menu, onMenu, onMove, isOff, know: (task: TaskRow) => known.set(task.id, task) };
}

function Columns({ shown, found, countOf }: ColumnsProps) {
  const isNarrow = useNarrow();
  const [chosen, setChosen] = useState<BoardStatus | null>(null);
  const { begin, moved, refusals, dialog } = useBoardMoves();
  const { box, menu, onMenu, onMove, isOff, know } = useCards(begin);
  const one = shown.find((status) => status === chosen) ?? shown[0];
  const columns = isNarrow ? shown.filter((status) => status === one) : shown;
  const card = (task: TaskRow, stop: Pick<ComponentProps<typeof BoardCard>, 'isStop' | 'onFocus'>) => {
    know(task);
    return (
      <BoardCard
        key={task.id}
        task={task}
        {...stop}
        isMenuOpen={menu === task.id}
        isMoving={moved.has(task.id)}
        refusal={refusals.get(task.id)}
        onMenu={onMenu}
        onMove={onMove}
      />
    );
  };
  return (
    <>
      {isNarrow && <ColumnSwitch shown={shown} one={one} countOf={countOf} onChange={setChosen} />}
      <div ref={box} className={styles.board}>
        {columns.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            count={countOf(status)}
            found={found}
            moved={moved}
            isOff={isOff(status)}
            card={card}
          />
        ))}
      </div>
      {dialog}
    </>
  );
}

interface ColumnSwitchProps extends Pick<ColumnsProps, 'shown' | 'countOf'> {
  one: BoardStatus | undefined;
  onChange: (status: BoardStatus) => void;
}

/** On a phone, one column is visible at a time. */
function ColumnSwitch({ shown, one, countOf, onChange }: ColumnSwitchProps) {
  const { t } = useTranslation('tasks');
  return (
    <Segmented<BoardStatus>
      aria-label={t('field.status')}
      className={styles.switch ?? ''}
      {...(one !== undefined && { value: one })}
      options={shown.map((value) => ({
        value,
        label: `${t(`status.${value}`)} ${columnCount(countOf(value))}`,
      }))}
      onChange={onChange}
    />
  );
}
