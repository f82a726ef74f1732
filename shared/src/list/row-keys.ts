const focusable = 'a[href], button:not(:disabled), input:not(:disabled)';
/** Here the arrows move the cursor or the choice. */
const entry = 'textarea, select, [role="combobox"], [role="spinbutton"], input:not([type="checkbox"])';

function rowAfter(row: Element, key: string): Element | null {
  if (key === 'ArrowDown') return row.nextElementSibling;
  if (key === 'ArrowUp') return row.previousElementSibling;
  if (key === 'Home') return row.parentElement?.firstElementChild ?? null;
  if (key === 'End') return row.parentElement?.lastElementChild ?? null;
  return null;
}

function onKey(event: KeyboardEvent): void {
  const { target, key } = event;
  const isPlain = !(
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.shiftKey ||
    event.defaultPrevented
  );
  if (!isPlain || !(target instanceof HTMLElement) || target.matches(entry)) return;
  const row = target.closest<HTMLTableRowElement>('tr[data-row-key]');
  if (row === null) return;
  const box = row.querySelector<HTMLInputElement>('input[type="checkbox"]');
  if (key === ' ' && box !== null && target.matches('a')) {
    event.preventDefault();
    box.click();
    return;
  }
  const next = rowAfter(row, key);
  if (!(next instanceof HTMLTableRowElement)) return;
  const cell = target.closest<HTMLTableCellElement>('td');
  const place = cell === null ? 0 : [...cell.querySelectorAll(focusable)].indexOf(target);
  const inCell = next.cells[cell?.cellIndex ?? 0]?.querySelectorAll<HTMLElement>(focusable);
  const goal = inCell?.[place] ?? inCell?.[0] ?? next.querySelector<HTMLElement>(focusable);
  if (goal === null) return;
  event.preventDefault();
  goal.focus();
}

/**
 * The keys of a table’s body: the arrows, Home and End go to the same place in another row, and Space on a link ticks its row.
 * Enter follows a link by itself. The browser’s own event does not come from menus and dialogs that a row opened, as React’s does.
 */
export function rowKeys(body: HTMLTableSectionElement | null) {
  body?.addEventListener('keydown', onKey);
  return () => body?.removeEventListener('keydown', onKey);
}
