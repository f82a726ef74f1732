import { sql } from 'kysely';
import type { Language } from '@daybook/contracts/fields';
import { parseDecimal } from '@daybook/contracts/money/amount-entry';
import { CurrencyCode } from '@daybook/contracts/money/currency';
import { minor, toDecimal } from '@daybook/contracts/money/money';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type { Minor } from '@daybook/contracts/money/money';
import type { Found } from '@daybook/contracts/search';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { inScope } from '../scope.ts';

const most = 5;
/** The numbers of decimals that currencies have (ISO 4217). */
const exponents = [0, 2, 3];

/** "1,20,000", "1 200,50": as the person’s language writes it, or as English does; null if it is not an amount. */
function amountOf(q: string, language: Language): string | null {
  for (const locale of [language, 'en', 'en-IN', 'fr']) {
    const decimal = parseDecimal(q, locale);
    if (decimal !== undefined && !decimal.startsWith('-') && decimal.length <= 14) return decimal;
  }
  return null;
}

/** The amount in minor units, for currencies of each number of decimals. */
function minorUnitsOf(decimal: string): Minor[] {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return exponents
    .filter((exponent) => fraction.length <= exponent)
    .map((exponent) => Number(whole + fraction.padEnd(exponent, '0')))
    .filter(Number.isSafeInteger)
    .map(minor);
}

interface Row {
  id: string;
  number: string | null;
  client: string;
  currency: string;
  amount: Minor;
}

const isExactly =
  (decimal: string) =>
  ({ amount, currency }: Row): boolean =>
    canonicalDecimal(toDecimal(amount, CurrencyCode.parse(currency))) === decimal;

const invoicesOf = (db: Db, user: CurrentUser, units: Minor[]): Promise<Row[]> =>
  db
    .selectFrom('invoiceState')
    .innerJoin('client', 'client.id', 'invoiceState.clientId')
    .where(inScope.client(user, sql.ref('invoiceState.clientId')))
    .where('invoiceState.payable', 'in', units)
    .where('invoiceState.number', 'is not', null)
    .select([
      'invoiceState.invoiceId as id',
      'invoiceState.number',
      'client.name as client',
      'invoiceState.currency',
      'invoiceState.payable as amount',
    ])
    .orderBy('invoiceState.invoiceId', 'desc')
    .limit(most * exponents.length)
    .execute();

const receiptsOf = (db: Db, user: CurrentUser, units: Minor[]): Promise<Row[]> =>
  db
    .selectFrom('receipt')
    .innerJoin('client', 'client.id', 'receipt.clientId')
    .where(inScope.client(user, sql.ref('receipt.clientId')))
    .where('receipt.amount', 'in', units)
    .select(['receipt.id', 'receipt.number', 'client.name as client', 'receipt.currency', 'receipt.amount'])
    .orderBy('receipt.id', 'desc')
    .limit(most * exponents.length)
    .execute();

const found =
  (kind: 'invoice' | 'receipt', rowsOf: typeof invoicesOf) =>
  async (db: Db, user: CurrentUser, q: string, language: Language): Promise<Found[]> => {
    const decimal = amountOf(q, language);
    if (decimal === null) return [];
    const rows = await rowsOf(db, user, minorUnitsOf(decimal));
    return rows
      .filter(isExactly(decimal))
      .slice(0, most)
      .map(({ id, number, client, currency, amount }) => ({
        kind,
        id,
        label: number ?? '',
        detail: client,
        amount: { minor: amount, currency },
      }));
  };

/** Invoices with exactly that payable amount, and receipts of exactly that amount. */
export const findInvoicesOfAmount = found('invoice', invoicesOf);
export const findReceiptsOfAmount = found('receipt', receiptsOf);
