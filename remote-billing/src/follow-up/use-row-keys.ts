import { useEffect, useEffectEvent, useRef } from 'react';

const typedInto = 'input, textarea, select, [contenteditable="true"]';
const rowsIn = (box: Element): HTMLElement[] => [...box.querySelectorAll<HTMLElement>('[data-row-key]')];
const focusIn = (row: HTMLElement): void => row.querySelector<HTMLElement>('a, button')?.focus();

interface RowKeys {
  /** Receives the key and the id of the row that has the focus. True if it did something. */
  act: (key: string, id: string) => 'stay' | 'step_on' | null;
  /** Opens the next page; undefined on the last one. */
  nextPage: (() => void) | undefined;
  /** False while a dialog is open or about to open. */
  isOn: boolean;
  /** Changes with the page that is shown. */
  page: string | undefined;
}

/**
 * Keys along the rows of a list: j and k (in a row also the arrows) move the focus, and other keys act on the row that has
 * it. Single letters act only while a row has the focus, so that dictation and switch controls do not set them off. Returns
 * the ref of the box around the list.
 */
export function useRowKeys({ act, nextPage, isOn, page }: RowKeys) {
  const box = useRef<HTMLDivElement>(null);
  const wantsFirst = useRef(false);
  const move = (from: HTMLElement | null, by: 1 | -1) => {
    const rows = box.current === null ? [] : rowsIn(box.current);
    const next = from === null ? rows[0] : rows[rows.indexOf(from) + by];
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
    const row = box.current?.contains(target) === true ? target.closest<HTMLElement>('[data-row-key]') : null;
    if (target.closest(typedInto) !== null || (row === null && target !== document.body)) return;
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
  useEffect(() => {
    if (page === undefined || !wantsFirst.current || box.current === null) return;
    const [first] = rowsIn(box.current);
    if (first === undefined) return;
    wantsFirst.current = false;
    focusIn(first);
  }, [page]);
  return box;
}
