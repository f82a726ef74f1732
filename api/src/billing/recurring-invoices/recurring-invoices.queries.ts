import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type {
  RecurringInvoice,
  RecurringInvoiceRow,
  recurringInvoices,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type { RecurrenceRule } from '@daybook/contracts/recurrence/rule';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf } from '../../db/keyset.ts';
import { whereGiven } from '../../db/where-given.ts';
import { subscriptionOfSeries } from '../../recurrence/subscription-of-series.ts';
import { allOfClients, clientsOfPage, inScope, ofRow } from '../../scope.ts';
import type { PageScope } from '../../scope.ts';
import { accessPaths, allSearched, countSearched } from '../../document-search.ts';
import { ofSeries } from '../documents/own-texts.ts';
import { nextInvoices } from './recurring-amounts.ts';

type ListInput = ParsedInputOf<typeof recurringInvoices.list>;

const ofClient = sql.ref('series.clientId');
const byTitle = sql`series.title collate "und-x-icu"`;

const found = (db: Db, visible: Expression<SqlBool>, { filter }: Pick<ListInput, 'filter'>) =>
  whereGiven(
    db
      .selectFrom('series')
      .innerJoin('recurringInvoice', 'recurringInvoice.seriesId', 'series.id')
      // A literal, because with a parameter the page query would be planned on each call.
      .where('series.kind', '=', sql.lit('invoice'))
      .where(visible),
    filter,
    {
      status: 'series.status',
      pausedFor: (pausedFor, eb) => [
        eb('series.status', '=', 'paused'),
        eb('series.pausedFor', '=', pausedFor),
      ],
      clientId: 'series.clientId',
      entityId: 'recurringInvoice.entityId',
      mode: 'recurringInvoice.mode',
    },
  );

const withNames = (query: ReturnType<typeof found>) =>
  query
    .innerJoin('client', 'client.id', 'series.clientId')
    .innerJoin('billingEntity', 'billingEntity.id', 'recurringInvoice.entityId')
    .innerJoin('seriesProgress as progress', 'progress.seriesId', 'series.id')
    .select([
      'series.id',
      'series.version',
      'series.title',
      sql<Reference>`jsonb_build_object('id', client.id, 'label', client.name)`.as('client'),
      sql<Reference>`jsonb_build_object('id', billing_entity.id, 'label', billing_entity.name)`.as('entity'),
      sql<RecurringInvoiceRow['mode']>`recurring_invoice.mode`.as('mode'),
      'series.rrule',
      sql<RecurringInvoiceRow['status']>`series.status`.as('status'),
      sql<RecurringInvoiceRow['pausedFor']>`series.paused_for`.as('pausedFor'),
      'progress.nextNominal',
      'progress.nextOn',
      'recurringInvoice.currency',
      'recurringInvoice.pricesIncludeTax',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>;

/** A paused or ended series creates nothing, whatever its next date would be. */
const nextOf = (db: Db, rows: readonly Row[]) =>
  nextInvoices(
    db,
    rows.filter(({ status }) => status === 'active'),
  );

async function shown(db: Db, rows: readonly Row[]): Promise<RecurringInvoiceRow[]> {
  const next = await nextOf(db, rows);
  return rows.map(({ nextNominal: _nextNominal, ...row }) => ({
    ...row,
    nextOn: next.get(row.id)?.makeOn ?? null,
    nextAmount: next.get(row.id)?.amount ?? null,
  }));
}

const searchable = (
  db: Db,
  user: CurrentUser,
  pageScope: PageScope,
  input: Pick<ListInput, 'q' | 'filter'>,
) => ({
  ...pageScope,
  id: sql.ref('series.id'),
  clientId: ofClient,
  own: ofSeries,
  rows: (seen: RawBuilder<SqlBool>) => found(db, seen, input),
  ofClients: (clientId: Expression<unknown>) => inScope.client(user, clientId),
});

export async function listRecurringInvoices(db: Db, user: CurrentUser, input: ListInput) {
  const pageScope = await clientsOfPage(db, user, ofClient);
  const keys = [
    { by: byTitle, of: (row: Row) => row.title },
    { by: sql.ref('series.id'), of: (row: Row) => row.id },
  ];
  const paths = await accessPaths(db, input.q, searchable(db, user, pageScope, input));
  const rows = withNames(found(db, ofRow(pageScope), input));
  const page = await pageByKeyset(rows, keys, sortOf(input.sort).descending, input, paths);
  return { ...page, rows: await shown(db, page.rows) };
}

export const countRecurringInvoices = (db: Db, user: CurrentUser, input: ListInput) =>
  countSearched(db, input.q, searchable(db, user, allOfClients(user, ofClient), input));

type Selection = Pick<ListInput, 'q' | 'filter'> & {
  ids?: readonly string[] | undefined;
  packageId: string | null;
};

/**
 * The chosen series, or without `ids` all that the search and the filters of the list find; with a package, only those of its
 * subscriptions. At most `most`, within the caller's scope.
 */
export async function selectedSeries(
  db: Db,
  user: CurrentUser,
  { ids, q, filter, packageId }: Selection,
  most: number,
): Promise<string[]> {
  const all = ids
    ? [found(db, inScope.client(user, ofClient), { filter: {} }).where('series.id', 'in', ids)]
    : await allSearched(db, q, searchable(db, user, allOfClients(user, ofClient), { q, filter }));
  const each = all.map((rows) => sql`(${rows.clearSelect().select(['series.id', 'series.subscriptionId'])})`);
  const ofPackage =
    packageId === null
      ? sql`true`
      : sql`subscription_id in (select id from subscription where package_id = ${packageId})`;
  const { rows } = await sql<{ id: string }>`select id from (${sql.join(each, sql` union all `)}) as selected
    where ${ofPackage} limit ${sql.lit(most)}`.execute(db);
  return rows.map(({ id }) => id);
}

const trimmed = (decimal: string | null): string | null =>
  decimal === null ? null : canonicalDecimal(decimal);

type Lines = RecurringInvoice['lines'];

const withLines = sql<Lines>`(select jsonb_agg(jsonb_build_object('description', line.description,
    'service', case when service.id is not null then jsonb_build_object('id', service.id, 'label', service.name) end,
    'sacHsn', line.sac_hsn, 'qty', line.qty::text, 'unit', line.unit, 'discountPct', line.discount_pct::text,
    'taxCode', jsonb_build_object('id', tax_code.id, 'label', tax_code.name), 'upliftPct', line.uplift_pct::text,
    'prices', (select jsonb_agg(jsonb_build_object('validFrom', valid_from, 'unitPrice', unit_price::text) order by valid_from)
      from recurring_invoice_price where line_id = line.id)) order by line.no)
  from recurring_invoice_line line join tax_code on tax_code.id = line.tax_code_id
    left join service on service.id = line.service_id where line.series_id = series.id)`;

const readRecord = (db: Db, user: CurrentUser, id: string) =>
  withNames(found(db, inScope.client(user, ofClient), { filter: {} }))
    .leftJoin('withholdingCode', 'withholdingCode.id', 'recurringInvoice.withholdingCodeId')
    .leftJoin('holidayCalendar', 'holidayCalendar.id', 'series.calendarId')
    .leftJoin('series as before', 'before.id', 'series.predecessorId')
    .leftJoin('series as after', 'after.predecessorId', 'series.id')
    .select([
      sql<RecurrenceRule>`jsonb_build_object('rrule', series.rrule, 'shift', series.shift, 'calendarId', series.calendar_id,
        'leadDays', series.lead_days, 'periodOffset', series.period_offset)
        || case when series.calendar_year then '{"calendarYear": true}'::jsonb else '{}' end`.as('rule'),
      'series.calendarId',
      'holidayCalendar.name as calendarName',
      'series.startsOn',
      sql<RecurringInvoice['ends']>`series.ends`.as('ends'),
      'series.endsOn',
      'series.endsAfter',
      'series.zone',
      sql<RecurringInvoice['catchUp']>`series.catch_up`.as('catchUp'),
      'series.statusReason',
      'series.createdAt',
      'progress.doneThrough',
      'progress.failCount',
      sql<RecurringInvoice['docLocale']>`recurring_invoice.doc_locale`.as('docLocale'),
      'recurringInvoice.paymentTermsDays',
      'recurringInvoice.placeOfSupply',
      'recurringInvoice.reverseCharge',
      'recurringInvoice.poNo',
      'recurringInvoice.discountPct',
      'recurringInvoice.withholdingCodeId',
      sql<string>`withholding_code.section || ' ' || withholding_code.name`.as('withholdingName'),
      'recurringInvoice.withholdingRate',
      'recurringInvoice.terms',
      'recurringInvoice.notes',
      withLines.as('lines'),
      'before.id as predecessorId',
      'before.title as predecessorTitle',
      'after.id as successorId',
      'after.title as successorTitle',
      subscriptionOfSeries,
      sql<boolean>`exists (select from series_run run where run.series_id = series.id)`.as('hasRun'),
      sql<boolean>`exists (select from series_run run where run.series_id = series.id and run.status = 'created')`.as(
        'hasMade',
      ),
    ])
    .where('series.id', '=', id)
    .executeTakeFirst();

const reference = (id: string | null, label: string | null): Reference | null =>
  id === null ? null : { id, label: label ?? '' };

/** Refuses NOT_FOUND, including for a series outside the scope. */
export async function getRecurringInvoice(db: Db, user: CurrentUser, id: string): Promise<RecurringInvoice> {
  const row = await readRecord(db, user, id);
  if (!row) throw new Refusal('NOT_FOUND');
  const { withholdingCodeId, withholdingName, calendarId, calendarName, ...rest } = row;
  const { predecessorId, predecessorTitle, successorId, successorTitle, ...record } = rest;
  const next = (await nextOf(db, [row])).get(id);
  return {
    ...record,
    nextOn: next?.makeOn ?? null,
    nextPeriod: next?.period ?? null,
    nextAmount: next?.amount ?? null,
    calendar: reference(calendarId, calendarName),
    withholdingCode: reference(withholdingCodeId, withholdingName),
    predecessor: reference(predecessorId, predecessorTitle),
    successor: reference(successorId, successorTitle),
    discountPct: trimmed(row.discountPct),
    withholdingRate: trimmed(row.withholdingRate),
    lines: row.lines.map((line) => ({
      ...line,
      qty: canonicalDecimal(line.qty),
      discountPct: trimmed(line.discountPct),
      upliftPct: canonicalDecimal(line.upliftPct),
      prices: line.prices.map((price) => ({ ...price, unitPrice: canonicalDecimal(price.unitPrice) })),
    })),
  };
}
