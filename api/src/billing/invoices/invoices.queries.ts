import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { Invoice, InvoiceRow } from '@daybook/contracts/billing/invoices/invoice-record';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { withoutTokens } from '@daybook/contracts/recurrence/period';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf } from '../../db/keyset.ts';
import { whereGiven } from '../../db/where-given.ts';
import { allOfClients, clientsOfPage, inScope, ofRow } from '../../scope.ts';
import type { PageScope } from '../../scope.ts';
import { totalSearched, accessPaths } from '../../document-search.ts';
import { figuresInBase } from '../documents/base-figures.ts';
import { coveredBy } from '../settlement/covered-by-cheques.ts';
import { ofInvoice } from '../documents/own-texts.ts';
import { approvalOf, readSteps, seriesAuthors } from './invoice-approvals.queries.ts';
import { adjustmentsOf, linesOf, settlementsOf, writeOffsOf } from './invoice-parts.ts';

const ofClient = sql.ref('invoiceState.clientId');
const always = sql<boolean>`true`;

type ListInput = ParsedInputOf<typeof invoices.list>;

/** Whether an invoice is overdue as of today in the time zone of the billing entity, not of the database. */
const isPastDue = sql<boolean>`invoice_state.outstanding > 0 and invoice_state.due_date
  < (now() at time zone (select timezone from billing_entity entity where entity.id = invoice_state.entity_id))::date`;

/** Reads the list from the live parts (docs/rules.md#frozen-and-live-parts), whose indexes match the sort orders; joins each document by key. */
const found = (db: Db, visible: Expression<SqlBool>, { filter }: Pick<ListInput, 'filter'>) =>
  whereGiven(db.selectFrom('invoiceState').where(visible), filter, {
    status: 'invoiceState.displayStatus',
    clientId: 'invoiceState.clientId',
    entityId: 'invoiceState.entityId',
    currency: 'invoiceState.currency',
    // No invoice is due before its issue date, so the same bound limits the index on due dates.
    from: ['>=', 'invoiceState.issueDate', 'invoiceState.dueDate'],
    to: ['<=', 'invoiceState.issueDate'],
    reminders: 'invoiceState.reminders',
    // In no time zone is it already two days after the database's date; this bound limits what the index reads.
    overdue: (isAsked, eb) =>
      isAsked ? [isPastDue, eb('invoiceState.dueDate', '<', sql<string>`current_date + 2`)] : [],
  });

const withNames = (query: ReturnType<typeof found>, covered: ReturnType<typeof coveredBy>) =>
  query
    .innerJoin('invoice', 'invoice.id', 'invoiceState.invoiceId')
    .innerJoin('billingEntity', 'billingEntity.id', 'invoiceState.entityId')
    .innerJoin('client', 'client.id', 'invoiceState.clientId')
    .select([
      'invoice.id',
      'invoice.version',
      'invoiceState.number',
      'invoiceState.displayStatus',
      'invoiceState.issueDate',
      'invoiceState.dueDate',
      'invoiceState.currency',
      'invoiceState.payable',
      'invoiceState.outstanding',
      'invoiceState.sentAt',
      'invoiceState.clientId',
      'client.name as clientName',
      'invoiceState.entityId',
      'billingEntity.name as entityName',
      isPastDue.as('isOverdue'),
      covered.as('coveredBy'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>;

const shown = ({ clientId, clientName, entityId, entityName, displayStatus, ...row }: Row): InvoiceRow => ({
  ...row,
  status: displayStatus as InvoiceRow['status'],
  client: { id: clientId, label: clientName },
  entity: { id: entityId, label: entityName },
});

const searchable = (db: Db, user: CurrentUser, pageScope: PageScope, input: ListInput, more = always) => ({
  ...pageScope,
  id: sql.ref('invoiceState.invoiceId'),
  clientId: ofClient,
  own: ofInvoice,
  rows: (seen: RawBuilder<SqlBool>) => found(db, seen, input).where(more),
  ofClients: (clientId: Expression<unknown>) => inScope.client(user, clientId),
});

export async function listInvoices(db: Db, user: CurrentUser, input: ListInput) {
  const { name, descending } = sortOf(input.sort);
  const date = name === 'dueDate' ? 'dueDate' : 'issueDate';
  const keys = [
    { by: sql.ref(`invoiceState.${date}`), of: (row: Row) => row[date] },
    { by: sql.ref('invoiceState.invoiceId'), of: (row: Row) => row.id },
  ];
  const pageScope = await clientsOfPage(db, user, ofClient);
  const { to } = input.filter;
  // No invoice is due later than its issue date plus the longest term in use; this bound limits the index on due dates.
  const isInTime =
    date === 'dueDate' && to !== undefined
      ? sql<boolean>`invoice_state.due_date <= ${to}::date + (select live.due_date - live.issue_date
          from invoice_state live order by live.due_date - live.issue_date desc limit 1)`
      : always;
  const paths = await accessPaths(db, input.q, searchable(db, user, pageScope, input, isInTime));
  const rows = withNames(found(db, ofRow(pageScope), input).where(isInTime), coveredBy(user));
  const page = await pageByKeyset(rows, keys, descending, input, paths);
  return { ...page, rows: page.rows.map(shown) };
}

export const totalInvoices = (db: Db, user: CurrentUser, input: ListInput) =>
  totalSearched(db, input.q, searchable(db, user, allOfClients(user, ofClient), input), (rows) =>
    rows.select([
      'invoiceState.currency',
      sql`case invoice_state.display_status when 'void' then 0 else invoice_state.payable end`.as('amount'),
      'invoiceState.outstanding as open',
    ]),
  );

const trimmed = (decimal: string | null): string | null =>
  decimal === null ? null : canonicalDecimal(decimal);

const readRecord = (db: Db, user: CurrentUser, id: string) =>
  withNames(found(db, inScope.client(user, ofClient), { filter: {} }), coveredBy(user))
    .leftJoin('withholdingCode', 'withholdingCode.id', 'invoice.withholdingCodeId')
    .leftJoin('series', 'series.id', 'invoice.seriesId')
    .selectAll('invoice')
    .select([
      sql<string | null>`withholding_code.section || ' ' || withholding_code.name`.as('withholdingName'),
      'invoiceState.paid',
      'invoiceState.credited',
      'invoiceState.writtenOff',
      'invoiceState.voidDate',
      'invoiceState.voidReason',
      'invoiceState.number',
      'invoiceState.reminders',
      'invoiceState.remindersPausedUntil',
      sql<boolean>`client.erased_at is not null`.as('clientErased'),
      'client.reminders as clientMode',
      'client.remindersPausedUntil as clientPausedUntil',
      'series.title as seriesTitle',
      'billingEntity.invoiceApproval',
      seriesAuthors.as('seriesAuthors'),
      'billingEntity.baseCurrency',
    ])
    .where('invoice.id', '=', id)
    .executeTakeFirst();

/** Refuses NOT_FOUND, including for an invoice outside the scope. */
export async function getInvoice(db: Db, user: CurrentUser, id: string): Promise<Invoice> {
  const [row, lines, adjustments, steps] = await Promise.all([
    readRecord(db, user, id),
    linesOf(db, id),
    adjustmentsOf(db, id),
    readSteps(db, id),
  ]);
  if (!row) throw new Refusal('NOT_FOUND');
  // A draft has no settlements, no write-offs and no entry.
  const [settlements, writeOffs, inBase] =
    row.issuedAt === null
      ? [[], [], null]
      : await Promise.all([settlementsOf(db, id), writeOffsOf(db, id), figuresInBase(db, 'invoice', row)]);
  return {
    ...shown(row),
    docKind: row.docKind as Invoice['docKind'],
    serviceFrom: row.serviceFrom,
    serviceTo: row.serviceTo,
    supplyDate: row.supplyDate,
    fxRate: trimmed(row.fxRate),
    baseCurrency: row.baseCurrency,
    inBase,
    docLocale: row.docLocale as Invoice['docLocale'],
    placeOfSupply: row.placeOfSupply,
    reverseCharge: row.reverseCharge,
    poNo: row.poNo,
    pricesIncludeTax: row.pricesIncludeTax,
    listsHours: row.listsHours,
    discountPct: trimmed(row.discountPct),
    discount: row.discount,
    advances: row.advances as Invoice['advances'],
    withholdingCode:
      row.withholdingCodeId === null ? null : { id: row.withholdingCodeId, label: row.withholdingName ?? '' },
    withholdingRate: trimmed(row.withholdingRate),
    withheldBy: row.withheldBy as Invoice['withheldBy'],
    terms: row.terms,
    notes: row.notes,
    billTo: row.billTo as Invoice['billTo'],
    supplier: row.supplier as Invoice['supplier'],
    net: row.net,
    tax: row.tax,
    rounding: row.rounding,
    total: row.total,
    prepaid: row.prepaid,
    payable: row.payable,
    withheldExpected: row.withheldExpected,
    taxGroups: row.taxGroups as Invoice['taxGroups'],
    paid: row.paid,
    credited: row.credited,
    issuedAt: row.issuedAt,
    creditLimitReason: row.creditLimitReason,
    void: row.voidDate ? { on: row.voidDate, reason: row.voidReason ?? '' } : null,
    lines,
    adjustments,
    series: row.seriesId === null ? null : { id: row.seriesId, label: withoutTokens(row.seriesTitle ?? '') },
    approval: approvalOf(user, row, steps),
    settlements,
    reminders: row.reminders as Invoice['reminders'],
    remindersPausedUntil: row.remindersPausedUntil,
    clientErased: row.clientErased,
    clientReminders: {
      reminders: row.clientMode as Invoice['reminders'],
      remindersPausedUntil: row.clientPausedUntil,
    },
    writtenOff: row.writtenOff,
    writeOffs,
  };
}
