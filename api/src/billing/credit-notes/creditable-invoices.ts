import { sql } from 'kysely';
import type { CreditableInvoice } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditableLines } from '@daybook/contracts/billing/credit-notes/creditable-lines';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type { Minor } from '@daybook/contracts/money/money';
import { NOTHING, subtract, sum } from '@daybook/contracts/money/money';
import type { Db } from '../../db/database.ts';
import { namesOf, readBilledRows } from './billed-rows.ts';
import type { BilledRow, ChargedGroup } from './billed-rows.ts';

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

/** The rows of one invoice that can be credited: first the lines, then allowances and charges. */
const linesOf = (rows: readonly BilledRow[]): CreditableInvoice['lines'] =>
  creditableLines(rows).map((row) => ({
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
    leftNet: subtract(row.net, row.creditedNet),
    leftQty: row.leftQty === null ? null : canonicalDecimal(row.leftQty),
    hasItem: row.hasItem,
  }));

const creditedParts = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('creditedLine')
    .select(['invoiceId', 'category', 'rate', 'net', sql<Component[]>`components`.as('components')])
    .where('invoiceId', 'in', [...ids])
    .execute();

type CreditedPart = Awaited<ReturnType<typeof creditedParts>>[number];

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
  const lines = await readBilledRows(db, ids);
  const credited = Map.groupBy(await creditedParts(db, ids), invoiceOf);
  const found = rows.map(({ groups, ...invoice }) => ({
    ...invoice,
    fxRate: canonicalDecimal(invoice.fxRate),
    lines: linesOf(lines.get(invoice.id) ?? []),
    groups: groups.map((group) => leftOf(group, credited.get(invoice.id) ?? [])),
  }));
  return ids.flatMap((id) => found.find((invoice) => invoice.id === id) ?? []);
}
