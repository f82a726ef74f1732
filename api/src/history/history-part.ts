import type { HistoryPart, HistoryPartKind, HistoryStep } from '@daybook/contracts/history';

/** One thing of a record that came, went or changed, with what is told of it. */
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
