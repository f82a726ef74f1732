import { useRef, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './row-table.module.css';

export interface Selection<Row> {
  keys: readonly string[];
  onChange: (keys: string[], rows: Row[]) => void;
  isDisabled?: (row: Row) => boolean;
}

/** What can be ticked among the rows on the page. */
export interface Ticks<Row> {
  rows: readonly Row[];
  isTicked: (key: string) => boolean;
  isDisabled: (row: Row) => boolean;
  /** Ticks or unticks the row; with `isRange`, all rows from the last one that was ticked by hand. */
  toggle: (key: string, isRange?: boolean) => void;
  toggleAll: (isTicked: boolean) => void;
}

/** Null if the list has no selection. */
export function useTicks<Row extends { id: string }>(
  rows: readonly Row[],
  selection: Selection<Row> | undefined,
): Ticks<Row> | null {
  const last = useRef<string | null>(null);
  if (selection === undefined) return null;
  const isDisabled = (row: Row) => selection.isDisabled?.(row) ?? false;
  const isTicked = (key: string) => selection.keys.includes(key);
  const set = (changed: readonly Row[], ticked: boolean) => {
    const ids = new Set(changed.filter((row) => !isDisabled(row)).map(({ id }) => id));
    const shown = rows.filter(({ id }) => (ids.has(id) ? ticked : isTicked(id)));
    selection.onChange(
      shown.map(({ id }) => id),
      shown,
    );
  };
  return {
    rows,
    isDisabled,
    isTicked,
    toggle: (key, isRange = false) => {
      const place = rows.findIndex(({ id }) => id === key);
      const anchor = isRange ? rows.findIndex(({ id }) => id === last.current) : -1;
      const [from, to] = anchor === -1 ? [place, place] : [Math.min(place, anchor), Math.max(place, anchor)];
      last.current = key;
      set(rows.slice(from, to + 1), !isTicked(key));
    },
    toggleAll: (ticked) => set(rows, ticked),
  };
}

interface TickRowProps<Row> {
  ticks: Ticks<Row>;
  row: Row;
  /** The element that names the row. */
  labelId?: string;
}

const isShift = ({ nativeEvent }: ChangeEvent) => nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;

/** A box of the browser: twenty of antd's take as long to draw as the rest of a list. */
export function TickRow<Row extends { id: string }>({ ticks, row, labelId }: TickRowProps<Row>) {
  const { t } = useTranslation('shared');
  const own = `${labelId ?? row.id}-tick`;
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        id={own}
        aria-label={t('list.select')}
        {...(labelId !== undefined && { 'aria-labelledby': `${own} ${labelId}` })}
        checked={ticks.isTicked(row.id)}
        disabled={ticks.isDisabled(row)}
        onChange={(event) => ticks.toggle(row.id, isShift(event))}
      />
    </label>
  );
}

export function TickAll<Row extends { id: string }>({ ticks }: { ticks: Ticks<Row> }) {
  const { t } = useTranslation('shared');
  const open = ticks.rows.filter((row) => !ticks.isDisabled(row));
  const count = open.filter(({ id }) => ticks.isTicked(id)).length;
  const isAll = open.length > 0 && count === open.length;
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={t('list.selectAll')}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll;
        }}
        checked={isAll}
        disabled={open.length === 0}
        onChange={() => ticks.toggleAll(!isAll)}
      />
    </label>
  );
}
