// The search loads when it is first opened. Meanwhile keystrokes must neither reach the page nor get lost.

const longestMs = 5_000;
let kept: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

const isSearching = (): boolean => document.activeElement?.getAttribute('aria-controls') === 'palette-list';

function take(event: KeyboardEvent): void {
  if (kept === null || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Backspace') kept = kept.slice(0, -1);
  else if (event.key.length === 1) kept += event.key;
  // Enter before anything is listed chooses nothing, and it must not reach the page below either.
  else if (event.key !== 'Enter') return;
  event.preventDefault();
  event.stopPropagation();
}

/** Stores keystrokes until the search takes them, for a few seconds at most, because the search may fail to load. */
export function keepTyping(): void {
  if (kept !== null || isSearching()) return;
  kept = '';
  addEventListener('keydown', take, true);
  timer = setTimeout(takeTyped, longestMs);
}

/** What was typed in the meantime. */
export function takeTyped(): string {
  const typed = kept ?? '';
  kept = null;
  clearTimeout(timer);
  removeEventListener('keydown', take, true);
  return typed;
}
