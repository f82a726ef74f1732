// Decides which open documents an incoming amount settles (docs/rules.md#settlement). Nothing is stored here: the server
// locks, checks and posts.
import { z } from 'zod';
import type { CurrencyCode } from './currency.ts';
import { Rate } from './decimal.ts';
import { minor, NOTHING, share, subtract, sum, type Minor } from './money.ts';
import { splitTax, TaxCategory, TaxComponent, type ComponentTax, type TaxedAmount } from './tax-split.ts';

export type OpenDocument = {
  id: string;
  entityId: string;
  currency: CurrencyCode;
  number: string;
  issueDate: string;
  dueDate: string;
  outstanding: Minor;
};

export type SettlementSource = {
  entityId: string;
  currency: CurrencyCode;
  /** The total that may be allocated; for a receipt, see `settlingAmount`. */
  available: Minor;
  /** The part that the payer withheld as tax. */
  withheld: Minor;
};

export type AllocationRow = { targetId: string; amount: Minor };
export type SettledRow = AllocationRow & { withheldPart: Minor };

/** `advance` remains with the client; `withheldAdvance` is its withheld part. */
export type Settlement = { rows: SettledRow[]; advance: Minor; withheldAdvance: Minor };

export type AllocationRefusal = {
  code:
    | 'ALLOC_EXCEEDS_SOURCE'
    | 'ALLOC_EXCEEDS_TARGET'
    | 'ALLOC_AMOUNT'
    | 'ALLOC_TARGET_UNKNOWN'
    | 'CURRENCY_MISMATCH'
    | 'ENTITY_MISMATCH';
  row: number;
};

export type SettlementResult =
  | { ok: true; settlement: Settlement }
  | { ok: false; refusals: AllocationRefusal[] };

/** The amount that a receipt settles: the money received, the tax withheld, and the bank charge. */
export const settlingAmount = (receipt: { amount: Minor; withheld: Minor; bankCharge: Minor }): Minor =>
  sum([receipt.amount, receipt.withheld, receipt.bankCharge]);

export type SettlementOrder = 'fifo' | 'oldest_overdue_first';

const byNumber = new Intl.Collator('en', { numeric: true });

const fifo = (a: OpenDocument, b: OpenDocument): number =>
  compareDays(a.dueDate, b.dueDate) ||
  compareDays(a.issueDate, b.issueDate) ||
  byNumber.compare(a.number, b.number) ||
  compareDays(a.id, b.id);

const byIssue = (a: OpenDocument, b: OpenDocument): number =>
  compareDays(a.issueDate, b.issueDate) || fifo(a, b);

const compareDays = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** `oldest_overdue_first` puts overdue documents first, by due date, then the others by issue date. */
function inOrder(documents: readonly OpenDocument[], order: SettlementOrder, asOf: string): OpenDocument[] {
  if (order === 'fifo') return documents.toSorted(fifo);
  const { overdue = [], open = [] } = Object.groupBy(documents, ({ dueDate }) =>
    dueDate < asOf ? 'overdue' : 'open',
  );
  return [...overdue.toSorted(fifo), ...open.toSorted(byIssue)];
}

/** Proposes allocations to documents of the source's entity and currency; other documents are skipped. */
export function proposeSettlement(
  source: SettlementSource,
  documents: readonly OpenDocument[],
  order: SettlementOrder,
  asOf: string,
): Settlement {
  let rest: number = source.available;
  const rows: AllocationRow[] = [];
  for (const document of inOrder(documents, order, asOf)) {
    if (document.entityId !== source.entityId || document.currency !== source.currency) continue;
    const amount = Math.min(rest, document.outstanding);
    if (amount <= 0) continue;
    rows.push({ targetId: document.id, amount: minor(amount) });
    rest -= amount;
  }
  return withAdvance(source, rows);
}

/** Checks each row against what the earlier rows left of the source and of the target. */
export function settle(
  source: SettlementSource,
  documents: readonly OpenDocument[],
  rows: readonly AllocationRow[],
): SettlementResult {
  const targets = new Map(documents.map((document) => [document.id, document]));
  const left = new Map<string, number>(documents.map(({ id, outstanding }) => [id, outstanding]));
  let rest: number = source.available;
  const refusals = rows.flatMap(({ targetId, amount }, row): AllocationRefusal[] => {
    const code = mismatch(source, targets.get(targetId), amount);
    if (code) return [{ code, row }];
    const open = left.get(targetId) ?? 0;
    left.set(targetId, open - amount);
    rest -= amount;
    return [
      ...(amount > open ? [{ code: 'ALLOC_EXCEEDS_TARGET' as const, row }] : []),
      ...(rest < 0 ? [{ code: 'ALLOC_EXCEEDS_SOURCE' as const, row }] : []),
    ];
  });
  return refusals.length > 0 ? { ok: false, refusals } : { ok: true, settlement: withAdvance(source, rows) };
}

function mismatch(
  source: SettlementSource,
  target: OpenDocument | undefined,
  amount: Minor,
): AllocationRefusal['code'] | undefined {
  if (!target) return 'ALLOC_TARGET_UNKNOWN';
  if (target.entityId !== source.entityId) return 'ENTITY_MISMATCH';
  if (target.currency !== source.currency) return 'CURRENCY_MISMATCH';
  return amount > 0 ? undefined : 'ALLOC_AMOUNT';
}

/** Withheld tax is distributed over the settled documents by amount. Only the excess stays with the advance. */
function withAdvance(source: SettlementSource, rows: readonly AllocationRow[]): Settlement {
  const allocated = sum(rows.map(({ amount }) => amount));
  const withheld = minor(Math.min(source.withheld, allocated));
  const parts = share(
    withheld,
    rows.map(({ amount }) => amount),
  );
  return {
    rows: rows.map((row, index) => ({ ...row, withheldPart: parts[index] ?? NOTHING })),
    advance: subtract(source.available, allocated),
    withheldAdvance: subtract(source.withheld, withheld),
  };
}

/** How an advance is taxed, as stored on its voucher. */
export const AdvanceTax = z.object({
  category: TaxCategory,
  ratePct: Rate,
  components: z.array(TaxComponent).min(1),
  roundingDir: z.enum(['half_up', 'floor']),
});
export type AdvanceTax = z.infer<typeof AdvanceTax>;

/** An advance includes its tax: 590 at 18 % is 500 and 45 + 45. */
export function splitAdvance(gross: Minor, { roundingDir, ...treatment }: AdvanceTax): TaxedAmount {
  return splitTax([{ taxable: gross }], treatment, {
    roundingDir,
    pricesIncludeTax: true,
    rounding: 'document_rate',
  }).total;
}

/**
 * The tax to take back when the remaining advance changes from `before` to `after`. It is the difference of the two
 * taxes, so the parts add up to the whole tax, whether the advance is allocated, unapplied (then the parts are negative)
 * or refunded.
 */
export function reverseAdvanceTax(terms: AdvanceTax, before: Minor, after: Minor): ComponentTax[] {
  const held = splitAdvance(after, terms).components;
  return splitAdvance(before, terms).components.map(({ name, tax }, index) => ({
    name,
    tax: subtract(tax, held[index]?.tax ?? NOTHING),
  }));
}
