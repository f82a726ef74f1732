import { sql } from 'kysely';
import type { CreditableInvoice } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type { Minor } from '@daybook/contracts/money/money';
import type { Db } from '../../db/database.ts';
import { componentOf } from '../documents/tax-treatments.ts';

type CreditableRow = CreditableInvoice['lines'][number];

/** What was credited of a row. */
const creditedOf = (
  figure: 'amount' | 'net',
  column: 'invoice_line_id' | 'invoice_adjustment_id',
  id: string,
) =>
  sql<Minor>`(select coalesce(sum(${sql.ref(figure)}), 0)::bigint from credited_line where ${sql.ref(column)} = ${sql.ref(id)})`;

/** What was charged at a rate. */
export type ChargedGroup = CreditableInvoice['groups'][number];
const groups = sql<ChargedGroup[]>`invoice.tax_groups`.as('groups');

const readLines = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('invoiceLine as line')
    .innerJoin('invoice', 'invoice.id', 'line.invoiceId')
    .innerJoin('taxCode', 'taxCode.id', 'line.taxCodeId')
    .select([
      'line.id',
      'line.invoiceId',
      sql<CreditableRow['kind']>`line.kind`.as('kind'),
      'line.description',
      'line.unit',
      sql<CreditableRow['category']>`line.category`.as('category'),
      'line.rate',
      'line.qty',
      sql<Minor>`line.net + case when invoice.prices_include_tax then line.tax else 0 end`.as('amount'),
      sql<boolean>`line.pending_item_id is not null`.as('hasItem'),
      'taxCode.kind as taxKind',
      'line.net',
      sql<string | null>`coalesce(line.income_account_id,
        (select id from ledger_account where system_key = 'client_reimbursable'))`.as('accountId'),
      sql<string | null>`case line.kind when 'fee' then line.department_id end`.as('departmentId'),
      groups,
      creditedOf('amount', 'invoice_line_id', 'line.id').as('creditedAmount'),
      creditedOf('net', 'invoice_line_id', 'line.id').as('creditedNet'),
      // The quantity left to credit; null once a credit note has credited an amount instead of a quantity.
      sql<
        string | null
      >`(select case when count(*) = count(qty) then abs(line.qty) - coalesce(sum(qty), 0) end
        from credited_line where invoice_line_id = line.id)`.as('leftQty'),
    ])
    .where('line.invoiceId', 'in', [...ids])
    .orderBy('line.no')
    .execute();

type LineRow = Awaited<ReturnType<typeof readLines>>[number];

const readAdjustments = (db: Db, ids: readonly string[]): Promise<LineRow[]> =>
  db
    .selectFrom('invoiceAdjustment as part')
    .innerJoin('invoice', 'invoice.id', 'part.invoiceId')
    .innerJoin('taxCode', 'taxCode.id', 'part.taxCodeId')
    .select([
      'part.id',
      'part.invoiceId',
      sql<CreditableRow['kind']>`part.kind`.as('kind'),
      sql<string>`coalesce(part.reason, '')`.as('description'),
      sql<string>`'C62'`.as('unit'),
      sql<CreditableRow['category']>`part.category`.as('category'),
      'part.rate',
      sql<string>`'1'`.as('qty'),
      sql<Minor>`(part.net + case when invoice.prices_include_tax then part.tax else 0 end)
        * case part.kind when 'charge' then 1 else -1 end`.as('amount'),
      sql<boolean>`false`.as('hasItem'),
      'taxCode.kind as taxKind',
      sql<Minor>`part.net * case part.kind when 'charge' then 1 else -1 end`.as('net'),
      sql<string | null>`null::uuid`.as('accountId'),
      sql<string | null>`null::uuid`.as('departmentId'),
      groups,
      creditedOf('amount', 'invoice_adjustment_id', 'part.id').as('creditedAmount'),
      creditedOf('net', 'invoice_adjustment_id', 'part.id').as('creditedNet'),
      sql<string | null>`null::text`.as('leftQty'),
    ])
    .where('part.invoiceId', 'in', [...ids])
    .orderBy('part.no')
    .execute();

export const namesOf = (components: readonly { name: string }[]): string[] =>
  components.map(({ name }) => name);

/** The names of the taxes of a row. Two taxes may have the same rate, for example where no tax is charged. */
function taxesOf({ category, rate, taxKind, groups: charged }: LineRow): string[] {
  const ofRate = charged.filter((group) => group.category === category && group.rate === rate);
  const own = ofRate.find(({ components }) => components.some(({ name }) => name === componentOf(taxKind)));
  return namesOf((own ?? ofRate[0])?.components ?? []);
}

/** The lines of issued invoices, then their charges and allowances, by invoice: with the names of their taxes, and what was credited of them. */
export async function readBilledRows(db: Db, ids: readonly string[]) {
  const rows = [...(await readLines(db, ids)), ...(await readAdjustments(db, ids))].map((row) => {
    const one = { ...row, rate: canonicalDecimal(row.rate) };
    return { ...one, components: taxesOf(one) };
  });
  return Map.groupBy(rows, ({ invoiceId }) => invoiceId);
}

export type BilledRow =
  Awaited<ReturnType<typeof readBilledRows>> extends Map<string, (infer Row)[]> ? Row : never;
