import type { LedgerLine } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import type { Minor } from '@daybook/contracts/money/money';
import { add, subtract, sum } from '@daybook/contracts/money/money';

interface Moved {
  lines: readonly LedgerLine[];
  opening: Minor;
  debit: Minor;
  credit: Minor;
}

/**
 * The ledger as the client sees it: an invoice that was issued and voided within the period is left out. Both of its
 * lines are removed, the totals and the running balance are computed without them, and the closing balance is
 * unchanged. The void of an invoice from before the period is still shown.
 */
export function withoutVoided({ lines, opening, debit, credit }: Moved): Moved {
  const idsOf = (kind: LedgerLine['kind']) =>
    new Set(lines.filter((line) => line.kind === kind).map(({ document }) => document.id));
  const invoiced = idsOf('invoice');
  const voided = new Set([...idsOf('void')].filter((id) => invoiced.has(id)));
  const isGone = ({ kind, document }: LedgerLine) =>
    (kind === 'invoice' || kind === 'void') && voided.has(document.id);
  const gone = lines.filter(isGone);
  const totalOf = (part: 'debit' | 'credit') => sum(gone.map((line) => line[part]));
  let balance = opening;
  const kept = lines
    .filter((line) => !isGone(line))
    .map((line) => {
      balance = add(balance, subtract(line.debit, line.credit));
      return { ...line, balance };
    });
  return {
    lines: kept,
    opening,
    debit: subtract(debit, totalOf('debit')),
    credit: subtract(credit, totalOf('credit')),
  };
}
