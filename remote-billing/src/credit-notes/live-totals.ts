import type { CreditNoteBasis } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNoteTotals } from '@daybook/contracts/billing/credit-notes/credit-note-totals';
import type { CreditNoteTotals } from '@daybook/contracts/billing/credit-notes/credit-note-totals';
import { BaseQuantity } from '@daybook/contracts/money/decimal';
import { minor, NOTHING, magnitude } from '@daybook/contracts/money/money';

/** A quantity or an amount of a line. An unreadable one stays as typed, so that the schema refuses it. */
export interface LineValue {
  invoiceLineId: string;
  qty: string | null;
  amount: number | string | null;
}

/** The totals of the typed lines, by the server's own function; null while a line is incomplete. */
export function liveTotals(
  basis: CreditNoteBasis,
  currency: string,
  values: readonly LineValue[],
): CreditNoteTotals | null {
  const owners = basis.invoices.filter(({ lines }) =>
    values.some(({ invoiceLineId }) => lines.some(({ id }) => id === invoiceLineId)),
  );
  const known = new Set(owners.flatMap(({ lines }) => lines.map(({ id }) => id)));
  const rows = values.flatMap(({ invoiceLineId, qty, amount }) => {
    const isComplete = qty === null ? Number.isSafeInteger(amount) : BaseQuantity.safeParse(qty).success;
    return isComplete && known.has(invoiceLineId)
      ? [{ invoiceLineId, qty, amount: qty === null ? minor(Number(amount)) : null }]
      : [];
  });
  if (owners.length === 0 || rows.length < values.length) return null;
  try {
    return creditNoteTotals(currency, owners, rows);
  } catch (error) {
    // Too large to compute. The server reports it on the field.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The rows to mark as crediting too much: those that exceed their own line. If none does, all rows that together exceed their tax rate. */
export function excessRows(
  basis: CreditNoteBasis,
  values: readonly LineValue[],
  { lines, excess }: CreditNoteTotals,
): readonly number[] {
  const left = new Map(
    basis.invoices.flatMap((invoice) => invoice.lines.map(({ id, leftAmount }) => [id, leftAmount] as const)),
  );
  const own = excess.filter((row) => {
    const limit = left.get(values[row]?.invoiceLineId ?? '') ?? NOTHING;
    return magnitude(lines[row]?.amount ?? NOTHING) > magnitude(limit);
  });
  return own.length > 0 ? own : excess;
}
