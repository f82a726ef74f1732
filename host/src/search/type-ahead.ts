// The search is fetched when it is first wanted. Whoever types on at once must not type into the page, nor lose the first letters.

const longestMs = 5_000;
let kept: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

const isSearching = (): boolean => document.activeElement?.getAttribute('aria-controls') === 'palette-list';

function take(event: KeyboardEvent): void {
  if (kept === null || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Backspace') kept = kept.slice(0, -1);
  else if (event.key.length === 1) kept += event.key;
  // An Enter before anything is listed chooses nothing, least of all in the page below.
  else if (event.key !== 'Enter') return;
  event.preventDefault();
  event.stopPropagation();
}

/** Keeps what is typed from now on, until the search takes it; no longer than a few seconds, for it may not come. */
export function keepTyping(): void {
  if (kept !== null || isSearching()) return;
  kept = '';
  addEventListener('keydown', take, true);
  timer = setTimeout(takeTyped, longestMs);
}

/** What was typed meanwhile. */
export function takeTyped(): string {
  const typed = kept ?? '';
  kept = null;
  clearTimeout(timer);
  removeEventListener('keydown', take, true);
  return typed;
}
