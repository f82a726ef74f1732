import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { UnbilledClient, unbilledClients } from '@daybook/contracts/billing/pending/unbilled-clients';
import type { Minor } from '@daybook/contracts/money/money';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { clientsOfPage } from '../../scope.ts';

type ListInput = ParsedInputOf<typeof unbilledClients.list>;
type Found = Pick<ListInput, 'q' | 'filter'>;

/** The period asked for; by default the current month to date. */
const periodOf = ({ from, to }: Found['filter']) => ({
  from: from === undefined ? sql`date_trunc('month', now())::date` : sql`${from}::date`,
  to: to === undefined ? sql`now()::date` : sql`${to}::date`,
});

type Period = ReturnType<typeof periodOf>;

const stands = sql`live.status not in ('draft', 'void') and live.doc_kind <> 'opening_invoice'`;

// Reads at most one index row for each client; with `exists`, the planner would read all invoices of the firm for one
// page of clients.
const firstOf = (condition: ReturnType<typeof sql>) => sql`(select 1 from invoice_state live
  join invoice on invoice.id = live.invoice_id
  where live.client_id = client.id and ${stands} and ${condition} limit 1)`;

/** Collects the clients of the matching invoices once; with a join, the planner would read the invoices for each client. */
const isOneOf = (condition: ReturnType<typeof sql>) => sql<boolean>`(client.id in (select live.client_id
  from invoice_state live where ${stands} and ${condition})) is true`;

const withService = ({ from, to }: Period) =>
  sql`invoice.service_from <= ${to} and invoice.service_to >= ${from}`;
const inYearBefore = ({ from }: Period) =>
  sql`live.issue_date < ${from} and live.issue_date >= ${from} - interval '1 year'`;

/** Each condition uses its own index; a combined condition would read all invoices of a client. */
const askedOfEach = (period: Period) => {
  const inPeriod = sql`coalesce(${firstOf(sql`live.issue_date between ${period.from} and ${period.to}`)},
    ${firstOf(sql`invoice.client_id = client.id and ${withService(period)}`)})`;
  // Written as a `case`, because the planner then expects most clients to pass and reads them in order; with `is null`
  // it expects few to pass.
  return sql<boolean>`(case when ${inPeriod} is null then 1 end) is not null`;
};

const gathered = (period: Period) =>
  sql<boolean>`(${isOneOf(
    sql`live.issue_date between ${period.from} and ${period.to}`,
  )} or ${isOneOf(sql`live.invoice_id in (select invoice.id from invoice where ${withService(period)})`)}) is not true`;

/** A bill that has neither a valid invoice nor been left out by a decision. */
const isMissing = sql`not exists (select from series
  join invoice on invoice.series_id = series.id and invoice.nominal_on = bill.due_on
  join invoice_state live on live.invoice_id = invoice.id
  where series.subscription_id = bill.subscription_id and ${stands})
  and not exists (select from series join series_run run on run.series_id = series.id and run.nominal_date = bill.due_on
  where series.subscription_id = bill.subscription_id and series.kind = 'invoice' and run.status = 'skipped')`;

/** What a client with subscriptions was to be invoiced in the period decides, and otherwise any invoice. */
const bySubscriptions = ({ from, to }: Period, otherwise: RawBuilder<boolean>) => sql<boolean>`case
  when client.id in (select client_id from subscription where starts_on <= ${to} and (ended_on is null or ended_on >= ${from}))
  then client.id in (select bill.client_id from subscription_bills(${from}, ${to}) bill where ${isMissing})
  else ${otherwise} end`;

/** Up to about a year of invoices, collecting them all is faster than a query for each client. */
const gatheredDays = 400;
const isRecent = ({ from }: Found['filter']): boolean =>
  from === undefined || Date.now() - Date.parse(from) < gatheredDays * 86_400_000;

const regularOfEach = (period: Period) => sql<boolean>`${firstOf(inYearBefore(period))} is not null`;

const regularOfAll = (period: Period) => isOneOf(inYearBefore(period));

const found = (db: Db, visible: Expression<SqlBool>, { q, filter }: Found, isRegular = regularOfEach) => {
  const period = periodOf(filter);
  return whereGiven(
    db
      .selectFrom('client')
      .innerJoin('billingEntity as entity', 'entity.id', 'client.defaultEntityId')
      // The values are literals, so that the statement is planned once.
      .where('client.status', '=', sql.lit('active'))
      .where('client.billable', '=', sql.lit(true))
      // The scope comes first, because the next condition reads invoices for each client.
      .where(visible)
      .where(bySubscriptions(period, isRecent(filter) ? gathered(period) : askedOfEach(period))),
    { ...filter, q },
    {
      // The period is already applied above.
      from: null,
      to: null,
      regular: (isAsked) => (isAsked ? isRegular(period) : []),
      hasWaiting: (isAsked) =>
        isAsked
          ? sql<boolean>`(select 1 from pending_item where client_id = client.id and status in ('open', 'held') limit 1) is not null`
          : [],
      crmId: 'client.crmId',
      entityId: 'client.defaultEntityId',
      q: (text) => matches('client', text),
    },
  );
};

const ofWaiting = <Figure>(figure: RawBuilder<Figure>) => sql<Figure>`(select ${figure} from pending_item
  where client_id = client.id and status in ('open', 'held') and currency = client.currency)`;

const withFigures = (query: ReturnType<typeof found>) =>
  query.innerJoin('appUser as crm', 'crm.id', 'client.crmId').select([
    'client.id',
    'client.code',
    'client.name',
    'client.sortName',
    'client.currency',
    'client.crmId',
    'crm.name as crmName',
    'client.defaultEntityId as entityId',
    'entity.name as entityName',
    sql<
      string | null
    >`(select issue_date from invoice_state live where live.client_id = client.id and ${stands}
        order by issue_date desc limit 1)`.as('lastInvoicedOn'),
    sql<string | null>`(select invoice_id from invoice_state live
        where live.client_id = client.id and live.status = 'draft' order by issue_date desc limit 1)`.as(
      'draftId',
    ),
    ofWaiting(sql<number>`count(*)::int`).as('waitingItems'),
    ofWaiting(sql<Minor>`coalesce(sum(amount), 0)::bigint`).as('waiting'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withFigures>['executeTakeFirstOrThrow']>>;

const shown = ({ crmId, crmName, entityId, entityName, ...row }: Row): UnbilledClient => ({
  ...row,
  crm: { id: crmId, label: crmName },
  entity: { id: entityId, label: entityName },
});

/** Clients who were billed nothing in the period. */
export async function listUnbilled(db: Db, user: CurrentUser, input: ListInput) {
  const { descending } = sortOf(input.sort);
  const keys = [
    { by: sql`client.sort_name collate "und-x-icu"`, of: (row: Row) => row.sortName },
    { by: sql.ref('client.id'), of: (row: Row) => row.id },
  ];
  const visible = (await clientsOfPage(db, user, sql.ref('client.id'))).visible;
  const page = await pageByKeyset(withFigures(found(db, visible, input)), keys, descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

export async function countUnbilled(db: Db, user: CurrentUser, input: ListInput) {
  const visible = (await clientsOfPage(db, user, sql.ref('client.id'))).visible;
  return totalOf(db, found(db, visible, input, isRecent(input.filter) ? regularOfAll : regularOfEach));
}
