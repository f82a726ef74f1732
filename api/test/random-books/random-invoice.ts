import fc from 'fast-check';
import type { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { InputOf } from '@daybook/contracts/endpoint';
import { addDays } from '@daybook/contracts/plain-date';
import type { Market } from './markets.ts';

type Draft = InputOf<typeof invoices.create>;

const some = <T>(value: fc.Arbitrary<T>) => fc.oneof(fc.constant(undefined), value);
const decimal = (max: number, scale: number) =>
  fc.integer({ min: 1, max }).map((units) => (units / 10 ** scale).toFixed(scale));

const line = fc.record({
  qty: fc.oneof(fc.constantFrom('1', '2', '12'), decimal(99_999, 4)),
  /** In minor units of the document’s currency, with more decimals than it has. */
  price: fc.integer({ min: 1, max: 9_999_999 }),
  isFine: fc.boolean(),
  discountPct: some(fc.constantFrom('10', '33.333333', '2.5')),
  charge: some(fc.integer({ min: 1, max: 500 })),
  taxAt: fc.nat(10),
  isDisbursement: fc.integer({ min: 0, max: 5 }).map((n) => n === 5),
  hasService: fc.boolean(),
});

const adjustment = fc.record({ amount: fc.integer({ min: 1, max: 5_000 }), taxAt: fc.nat(10) });

/** What a person could enter on an invoice in any regime; `invoiceOf` adapts it to one. */
export const anyInvoice = fc.record({
  clientAt: fc.constantFrom(0, 0, 0, 1, 2),
  isForeign: fc.integer({ min: 0, max: 3 }).map((n) => n === 3),
  fxRate: fc.constantFrom('0.8712345', '83.4512', '0.0061', '3.2545678901'),
  pricesIncludeTax: fc.boolean(),
  discountPct: some(fc.constantFrom('5', '12.5')),
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  charge: some(adjustment),
  allowance: some(adjustment),
});
export type AnyInvoice = typeof anyInvoice extends fc.Arbitrary<infer One> ? One : never;

const exponents: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 };

function priceOf(units: number, currency: string, isFine: boolean): string {
  const scale = (exponents[currency] ?? 2) + (isFine ? 2 : 0);
  return (units / 10 ** scale).toFixed(scale);
}

/** The input of a draft, for a billing entity in the market. */
export function invoiceOf(
  market: Market,
  entityId: string,
  issueDate: string,
  { clientAt, isForeign, fxRate, pricesIncludeTax, discountPct, lines, charge, allowance }: AnyInvoice,
): Draft {
  const currency = isForeign ? market.foreign : market.currency;
  const { taxCodeIds, clientIds, serviceId } = market;
  const taxCodeAt = (at: number) => taxCodeIds[at % taxCodeIds.length] ?? '';
  const charged = ({ amount, taxAt }: { amount: number; taxAt: number }) => ({
    amount,
    taxCodeId: taxCodeAt(taxAt),
  });
  return {
    entityId,
    issueDate,
    currency,
    pricesIncludeTax,
    discountPct,
    clientId: clientIds[clientAt % clientIds.length] ?? '',
    dueDate: addDays(issueDate, 30),
    fxRate: isForeign ? fxRate : '1',
    docLocale: 'en',
    lines: lines.map((one, row) => ({
      kind: one.isDisbursement ? 'disbursement' : 'fee',
      description: `Work ${row + 1}`,
      qty: one.qty,
      unitPrice: priceOf(one.price, currency, one.isFine),
      discountPct: one.discountPct,
      charge: one.charge,
      sacHsn: '998221',
      serviceId: one.hasService && !one.isDisbursement ? serviceId : null,
      taxCodeId: one.isDisbursement ? (taxCodeIds.at(-1) ?? '') : taxCodeAt(one.taxAt),
    })),
    adjustments: [
      ...(charge ? [{ kind: 'charge' as const, ...charged(charge) }] : []),
      ...(allowance ? [{ kind: 'allowance' as const, ...charged(allowance) }] : []),
    ],
  };
}
