import type { KeyboardEvent } from 'react';
import { isComposing } from '@daybook/shared/is-composing';

const steps: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/** Enter and the arrows go to the same field of the next line or the one before, also of another open invoice. Enter never saves. */
export function walkLines(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, target, currentTarget, nativeEvent } = event;
  const step = steps[key];
  if (step === undefined || ctrlKey || metaKey || isComposing(nativeEvent)) return;
  if (!(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const lines = [...currentTarget.querySelectorAll('details[open] fieldset')];
  const at = lines.findIndex((line) => line.contains(target));
  const field = [...(lines[at]?.querySelectorAll('input') ?? [])].indexOf(target);
  const next = lines[at + step]?.querySelectorAll('input')[field];
  next?.focus();
  next?.select();
}
