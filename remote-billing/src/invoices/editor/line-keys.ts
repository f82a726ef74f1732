import { useEffect, useRef, type KeyboardEvent } from 'react';
import { isComposing } from '@daybook/shared/is-composing';

/** Where the keyboard is: the line, and the field in it (`description`, `qty` …). */
interface Cell {
  row: number;
  field: string;
}

/** The first field of a new line. */
const firstField = 'description';

const idOf = ({ row, field }: Cell): string => `lines_${row}_${field}`;

function cellOf(target: EventTarget | null): Cell | null {
  const id = target instanceof Element ? target.closest('[id^="lines_"]')?.id : undefined;
  const match = /^lines_(\d+)_(\w+)$/.exec(id ?? '');
  return match === null ? null : { row: Number(match[1]), field: match[2] ?? firstField };
}

function focusOn(cell: Cell): boolean {
  const found =
    document.getElementById(idOf(cell)) ?? document.getElementById(idOf({ ...cell, field: firstField }));
  found?.focus();
  if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) found.select();
  return found !== null;
}

const isOpenList = (target: EventTarget | null): boolean =>
  target instanceof Element && target.getAttribute('aria-expanded') === 'true';
const isList = (target: EventTarget | null): boolean =>
  target instanceof Element && target.getAttribute('role') === 'combobox';

/** In a multi-line text, an arrow key leaves the field only at its edge. */
function leavesText(target: EventTarget | null, isDown: boolean): boolean {
  if (!(target instanceof HTMLTextAreaElement)) return true;
  const { selectionStart, selectionEnd, value } = target;
  return isDown ? selectionEnd === value.length : selectionStart === 0;
}

interface LineKeys {
  count: number;
  /** One empty line is enough, so no second one is added after it. */
  isLastEmpty: () => boolean;
  add: () => void;
  remove: (row: number) => void;
}

/**
 * The keys of the line grid. Enter moves to the next line, and adds one after the last. The arrow keys move up and down.
 * Ctrl+Shift+Backspace removes the line; without Shift it deletes a word. Shift+Enter breaks the text. In an open list, Enter and
 * the arrow keys choose.
 */
export function useLineKeys({ count, isLastEmpty, add, remove }: LineKeys) {
  const wanted = useRef<Cell | null>(null);
  useEffect(() => {
    // A new line exists only after the render. The same applies to the line that replaces the last one removed.
    if (wanted.current !== null && wanted.current.row < count && focusOn(wanted.current))
      wanted.current = null;
  });

  const begin = () => {
    if (isLastEmpty()) {
      focusOn({ row: count - 1, field: firstField });
      return;
    }
    wanted.current = { row: count, field: firstField };
    add();
  };
  const takeAway = (row: number) => {
    wanted.current = { row: Math.min(row, Math.max(count - 2, 0)), field: firstField };
    remove(row);
  };
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const cell = cellOf(event.target);
    if (cell === null || isComposing(event.nativeEvent) || isOpenList(event.target)) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const act = (work: () => void) => {
      event.preventDefault();
      event.stopPropagation();
      work();
    };
    if (event.key === 'Enter' && !isCommand && !event.shiftKey) {
      act(() => (cell.row + 1 < count ? focusOn({ ...cell, row: cell.row + 1 }) : begin()));
    } else if (event.key === 'Backspace' && isCommand && event.shiftKey) act(() => takeAway(cell.row));
    else if (event.key === 'ArrowDown' && !isList(event.target) && leavesText(event.target, true)) {
      act(() => focusOn({ ...cell, row: cell.row + 1 }));
    } else if (event.key === 'ArrowUp' && !isList(event.target) && leavesText(event.target, false)) {
      act(() => cell.row > 0 && focusOn({ ...cell, row: cell.row - 1 }));
    }
  };
  return { onKeyDownCapture, begin, takeAway };
}
