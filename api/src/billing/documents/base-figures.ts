import { sql } from 'kysely';
import type { BaseFigures } from '@daybook/contracts/billing/documents/base-figures';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { NOTHING, convert, negate, subtract } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { Db } from '../../db/database.ts';

/** The amounts that the ledger has for each issued document, in the base currency of its entity. */
export async function baseFigures(
  db: Db,
  source: 'invoice' | 'credit_note',
  ids: readonly string[],
): Promise<ReadonlyMap<string, BaseFigures>> {
  const given = sql`sum(line.base_credit - line.base_debit)`;
  const isNet = sql`account.system_key in ('income', 'client_reimbursable')`;
  const isTax = sql`account.system_key like 'output_tax.%'`;
  const isRounding = sql`account.system_key = 'rounding'`;
  // The old system recognised the income of its documents, so their entries here balance against the opening equity
  // account.
  const isOther = sql`account.system_key in ('rounding', 'opening_equity')`;
  const rows = await db
    .selectFrom('journalEntry as entry')
    .innerJoin('journalLine as line', 'line.entryId', 'entry.id')
    .innerJoin('ledgerAccount as account', 'account.id', 'line.accountId')
    .select([
      'entry.sourceId as id',
      sql<Minor>`(coalesce(${given} filter (where ${isNet}), 0))::bigint`.as('net'),
      sql<Minor>`(coalesce(${given} filter (where ${isTax}), 0))::bigint`.as('tax'),
      sql<Minor>`(coalesce(${given} filter (where ${isRounding}), 0))::bigint`.as('rounding'),
      sql<Minor>`(coalesce(${given} filter (where ${isNet} or ${isTax} or ${isOther}), 0))::bigint`.as(
        'total',
      ),
    ])
    .where('entry.sourceType', '=', source)
    .where(sql<boolean>`entry.source_id = any (${ids}::uuid[])`)
    .where('entry.reversalOf', 'is', null)
    .groupBy('entry.sourceId')
    .execute();
  const signed = (amount: Minor): Minor => (source === 'invoice' ? amount : negate(amount));
  return new Map(
    rows.map(({ id, net, tax, rounding, total }) => [
      id,
      { net: signed(net), tax: signed(tax), rounding: signed(rounding), total: signed(total) },
    ]),
  );
}

interface Issued {
  id: string;
  currency: string;
  baseCurrency: string;
}

/** Null when the document is in the base currency: its own figures are then the base figures. */
export const figuresInBase = async (
  db: Db,
  source: 'invoice' | 'credit_note',
  { id, currency, baseCurrency }: Issued,
): Promise<BaseFigures | null> =>
  currency === baseCurrency ? null : ((await baseFigures(db, source, [id])).get(id) ?? nothing);

const nothing: BaseFigures = { net: NOTHING, tax: NOTHING, rounding: NOTHING, total: NOTHING };

/**
 * The base amount at the rate of the settling document, less the base amount at the invoice's rate. The ledger posts
 * the sum of these differences.
 */
export const exchangeGain = sql<Minor>`allocation.receipt_base - allocation.invoice_base`;

interface Refunded {
  amount: Minor;
  base: Minor;
  fxRate: string;
}

/** The exchange gain of a refund: the base value of the client's credit less the base value paid out. */
export function refundInBase<Refund extends Refunded>(
  { base, ...refund }: Refund,
  { currency, baseCurrency }: { currency: string; baseCurrency: string },
) {
  const amountInBase = convert(refund.amount, currency, baseCurrency, refund.fxRate);
  const fxRate = canonicalDecimal(refund.fxRate);
  return { ...refund, fxRate, amountInBase, exchangeGain: subtract(base, amountInBase) };
}
