import { sql } from 'kysely';
import type { CreditableInvoice } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditableLines } from '@daybook/contracts/billing/credit-notes/creditable-lines';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type { Minor } from '@daybook/contracts/money/money';
import { NOTHING, subtract, sum } from '@daybook/contracts/money/money';
import type { Db } from '../../db/database.ts';
import { componentOf } from '../documents/tax-treatments.ts';

interface Component {
  name: string;
  tax: Minor;
}

/** The form offers this many invoices; an older one is credited from its own page. */
const offered = 50;

interface Of {
  clientId: string;
  entityId: string;
  currency: string;
}

/** The client's issued invoices with something left to credit, latest first, and always those in `also`. */
export async function creditableIds(
  db: Db,
  { clientId, entityId, currency }: Of,
  also: readonly string[],
): Promise<string[]> {
  const of = db
    .selectFrom('invoiceState as state')
    .innerJoin('invoice', 'invoice.id', 'state.invoiceId')
    .select('invoice.id')
    .where('state.clientId', '=', clientId)
    .where('state.entityId', '=', entityId)
    .where('state.currency', '=', currency)
    .where('state.docKind', 'not in', ['proforma', 'opening_invoice'])
    .where('state.status', 'not in', ['draft', 'void']);
  const latest = await of
    .where(
      sql<boolean>`invoice.net > (select coalesce(sum(net), 0) from credited_line where invoice_id = invoice.id)`,
    )
    .orderBy('state.issueDate', 'desc')
    .orderBy('state.invoiceId', 'desc')
    .limit(offered)
    .execute();
  const named = also.length === 0 ? [] : await of.where('invoice.id', 'in', [...also]).execute();
  return [...new Set([...latest, ...named].map(({ id }) => id))];
}

type CreditableRow = CreditableInvoice['lines'][number];

const creditedOf = (column: 'invoice_line_id' | 'invoice_adjustment_id', id: string) =>
  sql<Minor>`(select coalesce(sum(amount), 0)::bigint from credited_line where ${sql.ref(column)} = ${sql.ref(id)})`.as(
    'creditedAmount',
  );

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
      creditedOf('invoice_line_id', 'line.id'),
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
      creditedOf('invoice_adjustment_id', 'part.id'),
      sql<string | null>`null::text`.as('leftQty'),
    ])
    .where('part.invoiceId', 'in', [...ids])
    .orderBy('part.no')
    .execute();

const namesOf = (components: readonly { name: string }[]): string[] => components.map(({ name }) => name);

/** The names of the taxes of a row. Two taxes may have the same rate, for example where no tax is charged. */
function taxesOf({ category, rate, taxKind }: LineRow, groups: readonly ChargedGroup[]): string[] {
  const ofRate = groups.filter((group) => group.category === category && group.rate === rate);
  const own = ofRate.find(({ components }) => components.some(({ name }) => name === componentOf(taxKind)));
  return namesOf((own ?? ofRate[0])?.components ?? []);
}

/** The rows of one invoice that can be credited: first the lines, then allowances and charges. */
function linesOf(rows: readonly LineRow[], groups: readonly ChargedGroup[]): CreditableRow[] {
  const taxed = rows.map((row) => {
    const one = { ...row, rate: canonicalDecimal(row.rate) };
    return { ...one, components: taxesOf(one, groups) };
  });
  return creditableLines(taxed).map((row) => ({
    id: row.id,
    kind: row.kind,
    description: row.description,
    unit: row.unit,
    category: row.category,
    rate: row.rate,
    components: row.components,
    qty: canonicalDecimal(row.qty),
    amount: row.amount,
    leftAmount: subtract(row.amount, row.creditedAmount),
    leftQty: row.leftQty === null ? null : canonicalDecimal(row.leftQty),
    hasItem: row.hasItem,
  }));
}

const creditedParts = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('creditedLine')
    .select(['invoiceId', 'category', 'rate', 'net', sql<Component[]>`components`.as('components')])
    .where('invoiceId', 'in', [...ids])
    .execute();

type CreditedPart = Awaited<ReturnType<typeof creditedParts>>[number];
type ChargedGroup = CreditableInvoice['groups'][number];

function leftOf(group: ChargedGroup, credited: readonly CreditedPart[]): ChargedGroup {
  const taxes = namesOf(group.components).join();
  const own = credited.filter(
    ({ category, rate, components }) =>
      category === group.category &&
      canonicalDecimal(rate ?? '0') === group.rate &&
      namesOf(components).join() === taxes,
  );
  return {
    category: group.category,
    rate: group.rate,
    net: subtract(group.net, sum(own.map(({ net }) => net ?? NOTHING))),
    components: group.components.map(({ name, tax }) => ({
      name,
      tax: subtract(
        tax,
        sum(own.map((line) => line.components.find((one) => one.name === name)?.tax ?? NOTHING)),
      ),
    })),
  };
}

const invoiceOf = ({ invoiceId }: { invoiceId: string | null }): string => invoiceId ?? '';

/** Issued invoices with what is left to credit, in the order of `ids`; drafts and void invoices are left out. */
export async function readCreditable(db: Db, ids: readonly string[]): Promise<(CreditableInvoice & Of)[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('invoice')
    .innerJoin('invoiceState as state', 'state.invoiceId', 'invoice.id')
    .select([
      'invoice.id',
      'state.number',
      'invoice.issueDate',
      'invoice.total',
      'state.outstanding',
      sql<string>`invoice.fx_rate`.as('fxRate'),
      'invoice.placeOfSupply',
      'invoice.reverseCharge',
      'invoice.pricesIncludeTax',
      'invoice.clientId',
      'invoice.entityId',
      'invoice.currency',
      sql<CreditableInvoice['rounding']>`invoice.rounding_mode`.as('rounding'),
      sql<CreditableInvoice['roundingDir']>`invoice.rounding_dir`.as('roundingDir'),
      'invoice.roundTotalTo',
      sql<ChargedGroup[]>`invoice.tax_groups`.as('groups'),
      sql<
        CreditableInvoice['credited']
      >`(select jsonb_build_object('exact', coalesce(sum(net + tax), 0), 'total', coalesce(sum(total), 0))
        from credited_invoice where invoice_id = invoice.id)`.as('credited'),
    ])
    .where('invoice.id', 'in', [...ids])
    .where('invoice.docKind', 'not in', ['proforma', 'opening_invoice'])
    .where('state.status', 'not in', ['draft', 'void'])
    .execute();
  const lines = Map.groupBy([...(await readLines(db, ids)), ...(await readAdjustments(db, ids))], invoiceOf);
  const credited = Map.groupBy(await creditedParts(db, ids), invoiceOf);
  const found = rows.map(({ groups, ...invoice }) => ({
    ...invoice,
    fxRate: canonicalDecimal(invoice.fxRate),
    lines: linesOf(lines.get(invoice.id) ?? [], groups),
    groups: groups.map((group) => leftOf(group, credited.get(invoice.id) ?? [])),
  }));
  return ids.flatMap((id) => found.find((invoice) => invoice.id === id) ?? []);
}
