import type { KeyboardEvent } from 'react';
import { isComposing } from '@daybook/shared/is-composing';

const steps: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

const fieldsOf = (line: Element | undefined) => [...(line?.querySelectorAll('input') ?? [])];

/** Enter and the arrow keys move to the same field of the next or previous line, across all open invoices. Enter never saves. */
export function walkLines(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, target, currentTarget, nativeEvent } = event;
  const step = steps[key];
  if (step === undefined || ctrlKey || metaKey || isComposing(nativeEvent)) return;
  if (!(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const lines = [...currentTarget.querySelectorAll('details[open] fieldset')];
  const at = lines.findIndex((line) => line.contains(target));
  const own = fieldsOf(lines[at]);
  const fields = fieldsOf(lines[at + step]);
  // Counted from the end, because every line has an amount but not every line has a quantity.
  const next = fields.at(own.indexOf(target) - own.length) ?? fields[0];
  next?.focus();
  next?.select();
}
