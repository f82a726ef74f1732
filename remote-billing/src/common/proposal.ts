import type { InputOf, OutputOf } from '@daybook/contracts/endpoint';
import type { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import type { receipts } from '@daybook/contracts/billing/receipts/receipts';
import {
  add,
  minor,
  NOTHING,
  proportion,
  subtract,
  sum,
  type Minor,
  least,
} from '@daybook/contracts/money/money';
import { countedOn, withheldFrom } from '@daybook/contracts/money/withholding';
import {
  proposeSettlement,
  settle,
  settlingAmount,
  type AllocationRefusal,
  type OpenDocument,
  type SettlementSource,
} from '@daybook/contracts/money/settlement';

/**
 * `client` is set if the invoice is not the payer's own. `writeOffLimit` is the largest remainder that may be written off with a
 * payment; a credit note writes off nothing.
 */
export type OpenInvoice = OutputOf<typeof creditNotes.openInvoices>[number] &
  Partial<
    Pick<
      OutputOf<typeof receipts.openInvoices>[number],
      'client' | 'writeOffLimit' | 'withholding' | 'fxRate'
    >
  >;
/** An unreadable amount stays as typed, so that the schema refuses it. */
export type AllocationValue = { invoiceId: string; amount: number | string; writeOffRemainder?: boolean };

type Money = Pick<InputOf<typeof receipts.create>, 'amount' | 'withheld' | 'bankCharge'>;

const typed = (value: unknown): Minor =>
  minor(Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0);

/** The money of the receipt being typed that is available to settle invoices. */
export function sourceOf(
  money: { [Name in keyof Money]?: unknown },
  entityId: string,
  currency: string,
): SettlementSource {
  const withheld = typed(money.withheld);
  const available = settlingAmount({
    amount: typed(money.amount),
    withheld,
    bankCharge: typed(money.bankCharge),
  });
  return { entityId, currency, available, withheld };
}

const documentsOf = (source: SettlementSource, invoices: readonly OpenInvoice[]): OpenDocument[] =>
  invoices.map(({ id, number, issueDate, dueDate, outstanding }) => ({
    id,
    number,
    issueDate,
    dueDate,
    entityId: source.entityId,
    currency: source.currency,
    outstanding: minor(outstanding),
  }));

/** Proposes allocations by due date, oldest first. The invoice that the person came from goes before the others. */
export function propose(
  source: SettlementSource,
  invoices: readonly OpenInvoice[],
  firstId: string | null,
  asOf: string,
): AllocationValue[] {
  const documents = documentsOf(source, invoices);
  const rowsOf = (available: Minor, among: OpenDocument[]) =>
    proposeSettlement({ ...source, available }, among, 'fifo', asOf).rows;
  const first = rowsOf(
    source.available,
    documents.filter(({ id }) => id === firstId),
  );
  const rest = subtract(source.available, sum(first.map(({ amount }) => amount)));
  const others = rowsOf(
    rest,
    documents.filter(({ id }) => id !== firstId),
  );
  return [...first, ...others].map(({ targetId, amount }) => ({ invoiceId: targetId, amount }));
}

/**
 * The tax that the client is expected to withhold on this payment, and its section. The invoices are taken in turn. Each is
 * computed by its withholding code on the day of the receipt, and counts towards the client's threshold for the next one. An
 * invoice without a code uses the amount expected at issue, and nothing if it is partly paid, because the earlier payment withheld
 * it. The last invoice takes its share in proportion.
 */
export function proposeWithheld(
  money: { [Name in keyof Money]?: unknown },
  invoices: readonly OpenInvoice[],
  firstId: string | null,
): { amount: Minor; section: string | null } {
  const first = invoices.filter(({ id }) => id === firstId);
  const others = invoices.filter(({ id }) => id !== firstId);
  const counted = new Map<string, Minor>();
  let left = sum([typed(money.amount), typed(money.bankCharge)]);
  let amount = NOTHING;
  let section: string | null = null;
  for (const invoice of [...first, ...others]) {
    const law = lawOf(invoice, counted);
    const expected = least(law?.of(law.base) ?? expectedOf(invoice), invoice.outstanding);
    const inMoney = subtract(invoice.outstanding, expected);
    const settling = least(left, inMoney);
    if (settling <= 0) continue;
    left = subtract(left, settling);
    const base = law && proportion(law.base, settling, inMoney);
    const part = law && base !== null ? law.of(base) : proportion(expected, settling, inMoney);
    if (law && base !== null) counted.set(law.countedAs, add(counted.get(law.countedAs) ?? NOTHING, base));
    if (part > 0) section ??= law?.section ?? null;
    amount = add(amount, part);
  }
  return { amount, section };
}

const expectedOf = ({ outstanding, payable, withheldExpected }: OpenInvoice): Minor =>
  outstanding === payable ? withheldExpected : NOTHING;

/** The withholding rule for the outstanding part of an invoice, on top of what this payment has counted so far. */
function lawOf(
  { withholding, client, outstanding, payable }: OpenInvoice,
  counted: ReadonlyMap<string, Minor>,
) {
  if (!withholding) return null;
  const { codeId, section, terms, base } = withholding;
  const countedAs = `${codeId} ${client?.id}`;
  const now = countedOn(terms, counted.get(countedAs) ?? NOTHING);
  return {
    countedAs,
    section,
    base: proportion(base, outstanding, payable),
    of: (part: Minor) => withheldFrom(part, now).amount,
  };
}

/** The remainder that an allocation leaves on its invoice; null if it may not be written off. */
export function restToWriteOff(
  { outstanding, writeOffLimit = NOTHING }: OpenInvoice,
  amount: number | string | null,
): Minor | null {
  const given = typed(amount);
  const rest = subtract(outstanding, given);
  return given > 0 && rest > 0 && rest <= writeOffLimit ? rest : null;
}

export interface Checked {
  allocated: Minor;
  /** Negative if more is allocated than is available. */
  advance: Minor;
  refusals: readonly AllocationRefusal[];
}

/** The total of the typed allocations, checked row by row with the server's own rules. */
export function check(
  source: SettlementSource,
  invoices: readonly OpenInvoice[],
  allocations: readonly AllocationValue[],
): Checked {
  const rows = allocations.map(({ invoiceId, amount }) => ({ targetId: invoiceId, amount: typed(amount) }));
  const result = settle(source, documentsOf(source, invoices), rows);
  const allocated = sum(rows.map(({ amount }) => amount));
  return {
    allocated,
    advance: subtract(source.available, allocated),
    // The schema reports unreadable amounts.
    refusals: result.ok ? [] : result.refusals.filter(({ code }) => code !== 'ALLOC_AMOUNT'),
  };
}
