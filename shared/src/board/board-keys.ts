import type { KeyboardEvent } from 'react';

const cardsOf = (column: Element | undefined): HTMLElement[] =>
  Array.from(column?.querySelectorAll<HTMLElement>('[data-card]') ?? []);

const focus = (card: HTMLElement | undefined): void => {
  card?.querySelector('a')?.focus();
  card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
};

/** Focuses the next card when this one leaves the column, or the previous one if it is the last. */
export function focusNeighbour(id: string): void {
  const card = document.querySelector(`[data-card="${id}"]`);
  const cards = cardsOf(card?.closest('[data-drop]') ?? undefined);
  const at = cards.findIndex((one) => one === card);
  focus(cards[at + 1] ?? cards[at - 1]);
}

/** The arrow keys move between cards and columns in their visible order. */
export function goByArrows(event: KeyboardEvent<HTMLElement>): void {
  const card = event.currentTarget.closest<HTMLElement>('[data-card]');
  const column = card?.closest('[data-drop]');
  if (!card || !column || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  const columns = Array.from(column.parentElement?.querySelectorAll('[data-drop]') ?? []);
  const at = cardsOf(column).indexOf(card);
  const beside = (step: number) => {
    const rest =
      step > 0
        ? columns.slice(columns.indexOf(column) + 1)
        : columns.slice(0, columns.indexOf(column)).toReversed();
    const cards = cardsOf(rest.find((one) => cardsOf(one).length > 0));
    return cards[Math.min(at, cards.length - 1)];
  };
  const steps: Record<string, () => HTMLElement | undefined> = {
    ArrowDown: () => cardsOf(column)[at + 1],
    ArrowUp: () => cardsOf(column)[at - 1],
    ArrowRight: () => beside(isRtl ? -1 : 1),
    ArrowLeft: () => beside(isRtl ? 1 : -1),
    Home: () => cardsOf(column)[0],
    End: () => cardsOf(column).at(-1),
  };
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  focus(step());
}
