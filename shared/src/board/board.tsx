import Segmented from 'antd/es/segmented';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { Endpoint, InputOf } from '@daybook/contracts/endpoint';
import { useNarrow } from '../list/use-narrow.tsx';
import { BoardCard, type BoardRow, type CardKind } from './board-card.tsx';
import { BoardColumn, columnCount, type ColumnCount } from './board-column.tsx';
import { focusNeighbour } from './board-keys.ts';
import { useDrags } from './use-drags.tsx';
import styles from './board.module.css';

interface BoardProps<E extends Endpoint, Row extends BoardRow, Status extends string> {
  /** What the columns are: the name of the switch between them on a phone. */
  label: string;
  shown: readonly Status[];
  kind: CardKind<Row>;
  list: E;
  inputOf: (status: Status) => InputOf<E>;
  countOf: (status: Status) => ColumnCount | undefined;
  noteOf?: (status: Status) => ReactNode;
  /** These two stay the same between renders, so that a card is drawn again only when it changes. */
  labelOf: (status: string) => string;
  movesOf: (row: Row) => readonly string[];
  /** Begins a move, which may ask for something first. */
  begin: (row: Row, to: string) => void;
  moved: ReadonlyMap<string, { row: Row; to: string }>;
  refusals: ReadonlyMap<string, string>;
}

/** The dragged card, and the open menu of a card. */
function useCards<Row extends BoardRow>({
  begin,
  movesOf,
}: Pick<BoardProps<Endpoint, Row, string>, 'begin' | 'movesOf'>) {
  const [menu, setMenu] = useState<string | null>(null);
  const [lifted, setLifted] = useState<Row | null>(null);
  // The drawn records by id, because a drop reports only the id.
  const [known] = useState(() => new Map<string, Row>());
  // Keeps the callback stable, so that a card rerenders only when it changes.
  const latest = useRef(begin);
  useEffect(() => {
    latest.current = begin;
  });
  const box = useDrags(true, {
    onLift: (id) => setLifted(id === null ? null : (known.get(id) ?? null)),
    onDrop: (id, to) => {
      const row = known.get(id);
      if (row !== undefined) begin(row, to);
    },
  });
  const onMenu = useCallback((id: string | null) => {
    setMenu((open) => {
      if (id === null) document.querySelector<HTMLElement>(`[data-card="${open}"] button`)?.focus();
      return id;
    });
  }, []);
  const onMove = useCallback((row: Row, to: string) => {
    focusNeighbour(row.id);
    latest.current(row, to);
  }, []);
  const isOff = (status: string) =>
    lifted !== null && lifted.status !== status && !movesOf(lifted).includes(status);
  return { box, menu, onMenu, onMove, isOff, know: (row: Row) => known.set(row.id, row) };
}

/** Records in columns by status: dragged by mouse or finger, and moved from the menu of each card. */
export function Board<E extends Endpoint, Row extends BoardRow, Status extends string>(
  props: BoardProps<E, Row, Status>,
) {
  const { label, shown, kind, list, inputOf, countOf, noteOf, labelOf, movesOf, moved, refusals } = props;
  const isNarrow = useNarrow();
  const [chosen, setChosen] = useState<Status | null>(null);
  const { box, menu, onMenu, onMove, isOff, know } = useCards<Row>(props);
  const one = shown.find((status) => status === chosen) ?? shown[0];
  const columns = isNarrow ? shown.filter((status) => status === one) : shown;
  const card = (row: Row, stop: { isStop: boolean; onFocus: (id: string) => void }) => {
    know(row);
    return (
      <BoardCard
        key={row.id}
        row={row}
        kind={kind}
        {...stop}
        isMenuOpen={menu === row.id}
        isMoving={moved.has(row.id)}
        refusal={refusals.get(row.id)}
        movesOf={movesOf}
        labelOf={labelOf}
        onMenu={onMenu}
        onMove={onMove}
      />
    );
  };
  return (
    <>
      {isNarrow && (
        // On a phone, one column is visible at a time.
        <Segmented<Status>
          aria-label={label}
          className={styles.switch ?? ''}
          {...(one !== undefined && { value: one })}
          options={shown.map((value) => ({
            value,
            label: `${labelOf(value)} ${columnCount(countOf(value))}`,
          }))}
          onChange={setChosen}
        />
      )}
      <div ref={box} className={styles.board}>
        {columns.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            title={labelOf(status)}
            count={countOf(status)}
            note={noteOf?.(status)}
            list={list}
            input={inputOf(status)}
            moved={moved}
            isOff={isOff(status)}
            card={card}
          />
        ))}
      </div>
    </>
  );
}
