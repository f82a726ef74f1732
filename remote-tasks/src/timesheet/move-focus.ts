import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, Enter: 1, ArrowUp: -1 };

const placeOf = ({ dataset }: HTMLInputElement): [number, number] => [
  Number(dataset['day']),
  Number(dataset['row']),
];

/**
 * Up, down and Enter go to the same day of another task; after the last task, to the next day. Cells without a field are
 * passed over.
 */
export function moveFocus(event: KeyboardEvent<HTMLInputElement>): void {
  const step = steps[event.key];
  const { currentTarget: from } = event;
  const table = from.closest('table');
  if (step === undefined || table === null) return;
  event.preventDefault();
  const fields = [...table.querySelectorAll<HTMLInputElement>('input[data-row]')];
  const inOrder = fields.toSorted((a, b) => {
    const [dayA, rowA] = placeOf(a);
    const [dayB, rowB] = placeOf(b);
    return dayA - dayB || rowA - rowB;
  });
  const next = inOrder[inOrder.indexOf(from) + step];
  next?.focus();
  next?.select();
}
