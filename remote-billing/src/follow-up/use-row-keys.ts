import { useDeferredValue, useEffect, useEffectEvent, useRef } from 'react';
import { useKeptRow } from './use-kept-row.ts';
import { usePlaceKeys } from './use-place-keys.ts';

const typedInto =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"], [role="combobox"]';
/** What has keys of its own, above the page or beside it. */
const elsewhere = '[role="dialog"], .ant-dropdown, .ant-dropdown-open, .ant-select-dropdown';
const rowsIn = (box: Element): HTMLElement[] => [...box.querySelectorAll<HTMLElement>('[data-row-key]')];
const focusIn = (row: HTMLElement): void => row.querySelector<HTMLElement>('a, button')?.focus();
/** The focus falls to the page when the element that had it is removed, or when a dialog has nothing to return it to. */
const isLost = (): boolean =>
  document.activeElement === document.body || document.activeElement?.id === 'content';

interface RowKeys {
  /** Receives the key and the id of the row that has the focus. Null if the key means nothing there. */
  act: (key: string, id: string) => 'stay' | 'step_on' | null;
  /** Opens the next page; undefined on the last one. */
  nextPage: (() => void) | undefined;
  /** False while a dialog is open or about to open. */
  isOn: boolean;
  /** The ids of the rows that are shown. */
  ids: readonly string[];
}

/**
 * Keys along the rows of a list: j and k (in a row also the arrows) move the focus, and other keys act on the row that has
 * it. Single letters act only while a row has the focus, so that dictation and switch controls do not set them off. Whose
 * row has left the list goes on at the next one, and who comes back to the list goes on where they left it. Returns the ref
 * of the box around the list.
 */
export function useRowKeys({ act, nextPage, isOn, ids }: RowKeys) {
  const box = useRef<HTMLDivElement>(null);
  const wantsFirst = useRef(false);
  const kept = useKeptRow(box);
  /** The row where the person was: the same one, or the one that has taken its place. */
  const rowOfBefore = (rows: readonly HTMLElement[]): HTMLElement | undefined => {
    const { place } = kept();
    if (place === null) return undefined;
    return (
      rows.find(({ dataset }) => dataset['rowKey'] === place.id) ?? rows[Math.min(place.no, rows.length - 1)]
    );
  };
  const move = (from: HTMLElement | null, by: 1 | -1) => {
    const rows = box.current === null ? [] : rowsIn(box.current);
    const next = from === null ? (rowOfBefore(rows) ?? rows[0]) : rows[rows.indexOf(from) + by];
    if (next !== undefined) focusIn(next);
    else if (by === 1 && nextPage !== undefined) {
      wantsFirst.current = true;
      nextPage();
    }
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
    if (!isOn || !isPlain || event.repeat || event.defaultPrevented || !(target instanceof Element)) return;
    if (target.closest(typedInto) !== null || target.closest(elsewhere) !== null) return;
    const row = box.current?.contains(target) === true ? target.closest<HTMLElement>('[data-row-key]') : null;
    const by =
      key === 'j' || (row && key === 'ArrowDown') ? 1 : key === 'k' || (row && key === 'ArrowUp') ? -1 : null;
    if (by !== null) {
      event.preventDefault();
      move(row, by);
      return;
    }
    const done = row === null ? null : act(key, row.dataset['rowKey'] ?? '');
    if (done === null) return;
    event.preventDefault();
    if (done === 'step_on') move(row, 1);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  // A table draws its rows when there is time, and so does this: what follows looks for them.
  const shown = useDeferredValue(ids.join());
  const [page = ''] = shown.split(',');
  useEffect(() => {
    if (page === '' || !wantsFirst.current || box.current === null) return;
    const [first] = rowsIn(box.current);
    if (first === undefined) return;
    wantsFirst.current = false;
    focusIn(first);
  }, [page]);
  const goOn = useEffectEvent(() => {
    if (wantsFirst.current || box.current === null || !kept().isThere || !isLost()) return;
    const row = rowOfBefore(rowsIn(box.current));
    if (row !== undefined) focusIn(row);
  });
  usePlaceKeys(box, isOn, () => move(null, 1));
  useEffect(() => {
    if (shown !== '' && isOn) goOn();
  }, [shown, isOn]);
  return box;
}
