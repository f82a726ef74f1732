import type { HistoryPart, HistoryStep } from '@daybook/contracts/history';
import type { AuditRow } from './audit-rows.ts';
import { part } from './history-part.ts';
import { changesBetween, moneyOf } from './history-values.ts';
import type { Reader } from './history-values.ts';

const figures: ReadonlySet<string> = new Set(['rate.rate', 'rate.threshold']);

/** A rate of a code from a day on: the day, and the figures. */
export function ratePart({ body }: AuditRow, step: HistoryStep, reader: Reader): HistoryPart[] {
  const { before, after, of } = body;
  const { valid_from } = { ...of, ...before, ...after };
  const [was, is] = step === 'removed' ? [{}, before] : [before, after];
  const changes = changesBetween(was, is, reader, 'rate.').filter(({ field }) => figures.has(field));
  return [
    part('rate', step, { changes: [...changesBetween({}, { valid_from }, reader, 'rate.'), ...changes] }),
  ];
}

/** How the documents of one kind are numbered. */
export function numberingPart({ body }: AuditRow, step: HistoryStep, reader: Reader): HistoryPart[] {
  const changes = changesBetween(body.before, body.after, reader, 'numbering.').filter(
    ({ field }) => field !== 'numbering.entity',
  );
  return changes.length === 0 ? [] : [part('numbering', step, { changes })];
}

/** Another price or other contents of a package. */
export function versionPart({ body }: AuditRow, step: HistoryStep, reader: Reader): HistoryPart[] {
  const { no, price, currency } = step === 'removed' ? body.before : body.after;
  return [
    part('version', step, {
      no: typeof no === 'number' ? no : null,
      amount: moneyOf(price, { ...reader, currency: typeof currency === 'string' ? currency : null }),
    }),
  ];
}
