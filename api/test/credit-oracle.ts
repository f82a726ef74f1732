import fc from 'fast-check';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import type { ByPlace } from './fixtures/several-accounts.ts';
import type { TestApi } from './test-api.ts';

export const decimals = { EUR: 2, JPY: 0, KWD: 3 };
export type Money = keyof typeof decimals;

const places = ['4010, Department 4010', '4020, Department 4020', '4030, Department 4030', '4000'];

const at = fc.nat(11);
export const bill = fc.record({
  currency: fc.constantFrom<Money>('EUR', 'JPY', 'KWD'),
  /** Billed by the firm in euros. */
  isForeign: fc.boolean(),
  pricesIncludeTax: fc.boolean(),
  lines: fc.array(
    fc.record({
      price: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 30_000 })),
      place: at,
      taxAt: at,
      isNegative: fc.integer({ min: 0, max: 7 }).map((n) => n === 7),
      isDisbursement: fc.integer({ min: 0, max: 7 }).map((n) => n === 7),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  adjustments: fc.array(
    fc.record({
      kind: fc.constantFrom('charge' as const, 'charge' as const, 'allowance' as const),
      amount: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 5_000 })),
      taxAt: at,
    }),
    { maxLength: 3 },
  ),
});
export type Bill = typeof bill extends fc.Arbitrary<infer One> ? One : never;

/** Parts of an amount by weights: whole units first, then one more for each of the largest fractions, the first ones first. */
function spreadOut(total: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((all, weight) => all + weight, 0);
  const parts = weights.map((weight) => Math.floor((total * weight) / whole));
  const fractions = weights.map((weight, index) => total * weight - (parts[index] ?? 0) * whole);
  for (let rest = total - parts.reduce((all, part) => all + part, 0); rest > 0; rest -= 1) {
    const largest = fractions.indexOf(Math.max(...fractions));
    parts[largest] = (parts[largest] ?? 0) + 1;
    fractions[largest] = -1;
  }
  return parts;
}

/** What was posted for each row that can be credited, by what is written on the invoice; null where an allowance or a credit is in play. */
export async function expectedOf(
  api: TestApi,
  invoice: Invoice,
  given: Bill,
): Promise<Map<string, ByPlace> | null> {
  if (given.lines.some(({ isNegative }) => isNegative)) return null;
  if (given.adjustments.some(({ kind }) => kind === 'allowance')) return null;
  const placeAt = (index: number) => {
    const line = given.lines[index];
    return line?.isDisbursement ? '1300' : (places[(line?.place ?? 0) % 4] ?? '');
  };
  const fees = invoice.lines.flatMap(({ kind, net }, index) =>
    kind === 'fee' ? [{ net, place: placeAt(index) }] : [],
  );
  const { rows: charges } = await api.ownerPool.query<{ id: string; net: number }>(
    'select id, net::float8 from invoice_adjustment where invoice_id = $1',
    [invoice.id],
  );
  if (charges.length > 0 && fees.length === 0) return null;
  const found = new Map(
    invoice.lines.map(({ id, net }, index): [string, ByPlace] => [
      id,
      net === 0 ? {} : { [placeAt(index)]: net },
    ]),
  );
  for (const { id, net } of charges) {
    const parts = spreadOut(
      net,
      fees.map((fee) => fee.net),
    );
    const posted: ByPlace = {};
    fees.forEach(({ place }, index) => (posted[place] = (posted[place] ?? 0) + (parts[index] ?? 0)));
    found.set(id, Object.fromEntries(Object.entries(posted).filter(([, amount]) => amount !== 0)));
  }
  return found;
}

export const negated = (all: ByPlace): ByPlace =>
  Object.fromEntries(Object.entries(all).map(([place, amount]) => [place, -amount]));

/** The places of which more was taken back than there was, or to which something was added. */
export const beyond = (taken: ByPlace, posted: ByPlace): string[] =>
  Object.entries(taken).flatMap(([place, amount]) => {
    const had = posted[place] ?? 0;
    return -amount * Math.sign(had) >= 0 && Math.abs(amount) <= Math.abs(had) ? [] : [place];
  });
