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

/** `client`: whose it is, where it is not the payer's own. `writeOffLimit`: how much of it a payment may leave for the rest to be given up; a credit note gives up nothing. */
export type OpenInvoice = OutputOf<typeof creditNotes.openInvoices>[number] &
  Partial<
    Pick<
      OutputOf<typeof receipts.openInvoices>[number],
      'client' | 'writeOffLimit' | 'withholding' | 'fxRate'
    >
  >;
/** An amount that could not be read stays as typed, to be refused. */
export type AllocationValue = { invoiceId: string; amount: number | string; writeOffRemainder?: boolean };

type Money = Pick<InputOf<typeof receipts.create>, 'amount' | 'withheld' | 'bankCharge'>;

const typed = (value: unknown): Minor =>
  minor(Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0);

/** What the receipt being typed can settle. */
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

/** Oldest due first; an invoice that the person came from is settled before the others. */
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
 * The tax that the client is expected to keep back of what this money settles, and by which section: of each invoice in turn by its
 * code on the day of the receipt, each counted for the next of its client. Where an invoice names no code it is what was expected of it, in
 * proportion for the last; what was paid in part had that kept back with that part.
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

/** The code's law for what is left of the invoice, after what this payment counted before. */
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

/** What an allocation leaves of its invoice, if that may be given up with it. */
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
  /** Below zero when more is allocated than there is. */
  advance: Minor;
  refusals: readonly AllocationRefusal[];
}

/** What the allocations typed so far come to, checked row by row as the server will. */
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
    // What cannot be read is said by the schema.
    refusals: result.ok ? [] : result.refusals.filter(({ code }) => code !== 'ALLOC_AMOUNT'),
  };
}
