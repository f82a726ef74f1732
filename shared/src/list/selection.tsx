import { createContext, useContext, useRef, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './row-table.module.css';

export interface Selection<Row> {
  keys: readonly string[];
  /** Called with all keys, also those of other pages. */
  onChange: (keys: string[]) => void;
  isDisabled?: (row: Row) => boolean;
}

/** What can be ticked among the rows on the page, by their keys. */
interface Ticks {
  /** The rows that can be ticked. */
  open: readonly string[];
  isTicked: (key: string) => boolean;
  /** Ticks or unticks the row; with `isRange`, all rows from the last one that was ticked by hand. */
  toggle: (key: string, isRange: boolean) => void;
  toggleAll: (isTicked: boolean) => void;
}

/**
 * The boxes read it by themselves, so that a tick shows at once although the table around them is drawn when there is time. Null where
 * nothing can be ticked.
 */
export const TicksContext = createContext<Ticks | null>(null);

/** Null if the list has no selection. While other rows are on their way, those still shown cannot be ticked. */
export function useTicks<Row extends { id: string }>(
  rows: readonly Row[],
  selection: Selection<Row> | undefined,
  isRefreshing = false,
): Ticks | null {
  const last = useRef<string | null>(null);
  if (selection === undefined) return null;
  const open = isRefreshing
    ? []
    : rows.filter((row) => selection.isDisabled?.(row) !== true).map(({ id }) => id);
  const isTicked = (key: string) => selection.keys.includes(key);
  const set = (keys: readonly string[], ticked: boolean) => {
    const changed = new Set(keys);
    const here = rows.map(({ id }) => id);
    const elsewhere = selection.keys.filter((key) => !here.includes(key));
    selection.onChange([...elsewhere, ...here.filter((id) => (changed.has(id) ? ticked : isTicked(id)))]);
  };
  return {
    open,
    isTicked,
    toggle: (key, isRange) => {
      const place = open.indexOf(key);
      const anchor = isRange && last.current !== null ? open.indexOf(last.current) : -1;
      const [from, to] = anchor === -1 ? [place, place] : [Math.min(place, anchor), Math.max(place, anchor)];
      last.current = key;
      set(open.slice(from, to + 1), !isTicked(key));
    },
    toggleAll: (ticked) => set(open, ticked),
  };
}

const isShift = ({ nativeEvent }: ChangeEvent) => nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;

/** A box of the browser: twenty of antd's take as long to draw as the rest of a list. `labelId` is of the element that names the row. */
export function TickRow({ id, labelId }: { id: string; labelId: string }) {
  const { t } = useTranslation('shared');
  const ticks = useContext(TicksContext);
  const own = `${labelId}-tick`;
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        id={own}
        aria-label={t('list.select')}
        aria-labelledby={`${own} ${labelId}`}
        checked={ticks?.isTicked(id) ?? false}
        disabled={!ticks?.open.includes(id)}
        onChange={(event) => ticks?.toggle(id, isShift(event))}
      />
    </label>
  );
}

export function TickAll() {
  const { t } = useTranslation('shared');
  const { open = [], isTicked, toggleAll } = useContext(TicksContext) ?? {};
  const count = open.filter((id) => isTicked?.(id)).length;
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
        onChange={() => toggleAll?.(!isAll)}
      />
    </label>
  );
}
