import type { LedgerLine } from '@daybook/contracts/billing/client-ledgers/client-ledgers';

interface Moved {
  lines: readonly LedgerLine[];
  opening: number;
  debit: number;
  credit: number;
}

/**
 * What a client is told of their ledger: an invoice that was voided before they are told of it never was. Its two lines go, also
 * from the sums, and the balance runs past them; the closing one is the same. An invoice of before the period keeps its void.
 */
export function withoutVoided({ lines, opening, debit, credit }: Moved): Moved {
  const idsOf = (kind: LedgerLine['kind']) =>
    new Set(lines.filter((line) => line.kind === kind).map(({ document }) => document.id));
  const invoiced = idsOf('invoice');
  const voided = new Set([...idsOf('void')].filter((id) => invoiced.has(id)));
  const isGone = ({ kind, document }: LedgerLine) =>
    (kind === 'invoice' || kind === 'void') && voided.has(document.id);
  const gone = lines.filter(isGone);
  const totalOf = (part: 'debit' | 'credit') => gone.reduce((sum, line) => sum + line[part], 0);
  let balance = opening;
  const kept = lines
    .filter((line) => !isGone(line))
    .map((line) => {
      balance += line.debit - line.credit;
      return { ...line, balance };
    });
  return { lines: kept, opening, debit: debit - totalOf('debit'), credit: credit - totalOf('credit') };
}
