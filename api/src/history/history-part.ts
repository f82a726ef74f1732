import type { HistoryPart, HistoryPartKind, HistoryStep } from '@daybook/contracts/history';

/** One part of a record that was added, removed or changed, with the details to show. */
export const part = (
  kind: HistoryPartKind,
  step: HistoryStep,
  more: Partial<HistoryPart> = {},
): HistoryPart => ({
  part: kind,
  step,
  no: null,
  label: null,
  document: null,
  amount: null,
  changes: [],
  ...more,
});
