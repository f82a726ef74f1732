import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { WorklistTab } from '@daybook/contracts/receivables/follow-up/worklist';
import type { CurrentUser } from '../../auth/current-user.ts';
import { inScope } from '../../scope.ts';
import { askedFor } from './asked-clients.queries.ts';

/** Which clients are rows of the worklist, in SQL. `client` is the row: a client, or the payer of a group (docs/rules.md#worklist). */

type Sql = RawBuilder<unknown>;

export interface Narrowed {
  today: string;
  entityId?: string | undefined;
  currency?: string | undefined;
}

/** Whether the caller sees all clients of a group. */
const seesWhole = (user: CurrentUser, groupId: Expression<unknown>): RawBuilder<SqlBool> =>
  user.scope === 'all'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`not exists (select from client hidden where hidden.group_id = ${groupId}
        and ${inScope.client(user, sql.ref('hidden.id'))} is not true)`;

/** The client that is asked for another one: the active payer of its group if the caller sees the whole group, or itself. */
const askedInstead = (user: CurrentUser, own: string): Sql => sql`coalesce((select payer.id from client_group
    join client payer on payer.id = client_group.payer_client_id and payer.status = 'active'
  where client_group.id = ${sql.ref(`${own}.group_id`)} and ${seesWhole(user, sql.ref('client_group.id'))}), ${sql.ref(`${own}.id`)})`;

/** The clients of a row, as ids. */
export const clientsOf = (user: CurrentUser, asked: string): Sql => sql`
  (select ${sql.ref(`${asked}.id`)} as id union all
   select member.id from client_group join client member on member.group_id = client_group.id
   where client_group.id = ${sql.ref(`${asked}.groupId`)} and client_group.payer_client_id = ${sql.ref(`${asked}.id`)}
     and ${sql.ref(`${asked}.status`)} = 'active'
     and member.id <> ${sql.ref(`${asked}.id`)} and ${seesWhole(user, sql.ref('client_group.id'))})`;

const openInvoices = (alias: string, { entityId, currency }: Narrowed): Sql => sql`
  ${sql.ref(`${alias}.outstanding`)} > 0
  ${entityId === undefined ? sql`` : sql`and ${sql.ref(`${alias}.entityId`)} = ${entityId}`}
  ${currency === undefined ? sql`` : sql`and ${sql.ref(`${alias}.currency`)} = ${currency}`}`;

/** The due date of the oldest open invoice of a row, if it has passed; otherwise `infinity`. */
export const oldestOf = (user: CurrentUser, narrowed: Narrowed, row = 'client'): Sql => sql`
  coalesce((select min(due) from (
    select (select min(invoice.due_date) from invoice_state invoice
      where invoice.client_id = of_row.id and ${openInvoices('invoice', narrowed)}
        and invoice.due_date < ${narrowed.today}::date) as due
    from ${clientsOf(user, row)} of_row) as dues), 'infinity'::date)`;

/** Whether something is open on a row, in the asked billing entity and currency. */
export const owesAmong = (user: CurrentUser, narrowed: Narrowed): RawBuilder<SqlBool> => sql<SqlBool>`
  exists (select from invoice_state invoice where invoice.client_id in ${clientsOf(user, 'client')}
    and ${openInvoices('invoice', narrowed)})`;

/** Whether a row has an invoice that is overdue by more than `days`, in the billing entity and currency of the filter. */
export const isOverdueFor = (
  user: CurrentUser,
  narrowed: Narrowed,
  days: number,
): RawBuilder<SqlBool> => sql<SqlBool>`
  exists (select from invoice_state invoice where invoice.client_id in ${clientsOf(user, 'client')}
    and ${openInvoices('invoice', narrowed)} and invoice.due_date < ${narrowed.today}::date - ${days}::int)`;

/** The earliest next action of a row, or `infinity`. */
export const nextOf = (user: CurrentUser): Sql => sql`
  coalesce((select min(planned.next_on) from client_follow_up planned
    where planned.client_id in ${clientsOf(user, 'client')}), 'infinity'::date)`;

/** The client of each row, looked up one by one in the order of the rows: a join would read all clients, and lose that order. */
const eachClient = (of: string): Sql =>
  sql`cross join lateral (select id, group_id from client where client.id = ${sql.ref(`${of}.clientId`)} offset 0) own`;

/**
 * The rows with something overdue, found at their oldest open invoice: an index on due dates returns them in order, and a page
 * reads no more of them than it shows. Earlier invoices are looked for one by one; as a join, all of them would be read.
 * `isSeen` is the scope, tested on `invoice.client_id`.
 */
export const overdueRows = (user: CurrentUser, narrowed: Narrowed, isSeen: RawBuilder<SqlBool>): Sql => sql`
  (select invoice.due_date as oldest, ${askedInstead(user, 'own')} as id
   from invoice_state invoice ${eachClient('invoice')}
   where ${openInvoices('invoice', narrowed)} and invoice.due_date < ${narrowed.today}::date and ${isSeen}
     and not coalesce((select true from invoice_state earlier where earlier.client_id = own.id and ${openInvoices('earlier', narrowed)}
       and (earlier.due_date, earlier.invoice_id) < (invoice.due_date, invoice.invoice_id) limit 1), false)
     and not coalesce(case when own.group_id is not null then (
       select true from client member join invoice_state earlier on earlier.client_id = member.id and ${openInvoices('earlier', narrowed)}
       where member.group_id = own.group_id and member.id <> own.id
         and ${askedInstead(user, 'own')} = ${askedInstead(user, 'member')}
         and (earlier.due_date, earlier.invoice_id) < (invoice.due_date, invoice.invoice_id) limit 1) end, false))`;

/** The rows with a next action, found at their earliest one: an index returns them in order. */
export const nextRows = (user: CurrentUser, isSeen: RawBuilder<SqlBool>): Sql => sql`
  (select planned.next_on as next, ${askedInstead(user, 'own')} as id
   from client_follow_up planned ${eachClient('planned')}
   where planned.next_on is not null and ${isSeen}
     and not coalesce(case when own.group_id is not null then (
       select true from client member join client_follow_up earlier on earlier.client_id = member.id
       where member.group_id = own.group_id and member.id <> own.id
         and ${askedInstead(user, 'own')} = ${askedInstead(user, 'member')}
         and (earlier.next_on, earlier.client_id) < (planned.next_on, planned.client_id) limit 1) end, false))`;

const asked = (user: CurrentUser, own: Sql): Sql =>
  sql`select ${askedInstead(user, 'own')} from (${own}) as named (client_id) ${eachClient('named')}`;

/** All rows with something overdue, for what has to read all of them. */
export const overdueClients = (user: CurrentUser, narrowed: Narrowed): Sql =>
  asked(
    user,
    sql`select invoice.client_id from invoice_state invoice
      where ${openInvoices('invoice', narrowed)} and invoice.due_date < ${narrowed.today}::date`,
  );

/** The clients with a next action. */
const planned = sql`select client_id from client_follow_up where next_on is not null`;

export const plannedRows = (user: CurrentUser): Sql => asked(user, planned);

const isPaused = (alias: string, today: string): Sql => sql`${sql.ref(`${alias}.reminders`)} <> 'on'
  and coalesce(${sql.ref(`${alias}.remindersPausedUntil`)} >= ${today}::date, true)`;

/** Tax withheld whose certificate is late, of the asked day. */
export const lateCertificates = (today: string): Sql => sql`
  (select entry.client_id from withholding_entry entry join billing_entity entity on entity.id = entry.entity_id
   where entry.state in ('claimed', 'part_certified') and entry.quarter_ends_on + entity.certificate_days < ${today}::date)`;

const tabs: Record<Exclude<WorklistTab, 'all'>, (today: string) => Sql> = {
  due_today: (today) => sql`select client_id from client_follow_up where next_on <= ${today}::date`,
  to_remind: () => sql`select client_id from reminder_proposal`,
  promised: () => sql`select client_id from promise where state = 'open'`,
  // A promise that was paid late, or replaced by a later one, is no longer something to act on. Mostly the client's own invoices
  // answer whether something is open, so that its group is looked up for few.
  broken:
    () => sql`select broken.client_id from promise broken where broken.state = 'broken' and broken.paid_late_on is null
    and not exists (select from promise later where later.client_id = broken.client_id and later.currency = broken.currency
      and later.created_at > broken.created_at and later.state <> 'withdrawn')
    and (coalesce((select true from invoice_state own where own.client_id = broken.client_id
        and own.outstanding > 0 and own.currency = broken.currency limit 1), false)
      or coalesce((select true from ${askedFor(sql.ref('broken.clientId'))} own join invoice_state invoice
      on invoice.client_id = own.id and invoice.outstanding > 0 and invoice.currency = broken.currency limit 1), false))`,
  disputed:
    () => sql`select invoice.client_id from dispute join invoice_state invoice on invoice.invoice_id = dispute.invoice_id
    where dispute.to_on is null and invoice.outstanding > 0`,
  certificates: lateCertificates,
  paused: (today) => sql`
    select invoice.client_id from invoice_state invoice where invoice.outstanding > 0 and ${isPaused('invoice', today)}
    union all select off.client_id from client_reminders off where ${isPaused('off', today)}
      and exists (select from invoice_state where client_id = off.client_id and outstanding > 0)
    union all select quiet.id from client quiet where ${isPaused('quiet', today)}
      and exists (select from invoice_state where client_id = quiet.id and outstanding > 0)`,
};

/** Whether `client` is a row of the tab; of all rows, everything overdue or planned. */
export const isOnTab = (user: CurrentUser, tab: WorklistTab, narrowed: Narrowed): RawBuilder<SqlBool> =>
  tab === 'all'
    ? sql<SqlBool>`client.id in (select * from (${overdueClients(user, narrowed)} union ${plannedRows(user)}) as found)`
    : sql<SqlBool>`client.id in (${asked(user, tabs[tab](narrowed.today))})`;

/** `isOnTab` of all rows, tested client by client: for a page in the order of the names. */
export const isOnListItself = (user: CurrentUser, narrowed: Narrowed): RawBuilder<SqlBool> => sql<SqlBool>`(
  client.id = ${askedInstead(user, 'client')}
  and (${oldestOf(user, narrowed)} < 'infinity' or ${nextOf(user)} < 'infinity'))`;
