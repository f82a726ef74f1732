import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import type { OwedAmounts } from '@daybook/contracts/receivables/follow-up/follow-ups';
import type { WorklistRow, worklist } from '@daybook/contracts/receivables/follow-up/worklist';
import { daysBetween } from '@daybook/contracts/plain-date';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import type { AccessPath } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { clientsOfPage, inScope } from '../../scope.ts';
import type { OpenAsked } from '../outstanding/open-rows.ts';
import { lastFollowUp } from './follow-up.queries.ts';
import { owedBy } from './owed.queries.ts';
import {
  clientsOf,
  isOnListItself,
  isOnTab,
  isOverdueFor,
  lateCertificates,
  nextOf,
  nextRows,
  oldestOf,
  overdueRows,
  owesAmong,
  plannedRows,
} from './worklist-rows.ts';

type ListInput = ParsedInputOf<typeof worklist.list>;
type Filter = ListInput['filter'] & { today: string };
type Asked = Pick<ListInput, 'q'> & { filter: Filter };

interface Place {
  id: string;
  oldest: string;
  next: string;
}

/** The place of a row among the others; computed here only for the few rows that are shown or for a small tab. */
const ownPlace = (user: CurrentUser, filter: Filter) => sql<Place>`
  (select client.id, ${oldestOf(user, filter)} as oldest, ${nextOf(user)} as next)`;

const found = (
  db: Db,
  user: CurrentUser,
  visible: Expression<SqlBool>,
  { q, filter }: Pick<Asked, 'q' | 'filter'>,
  place: RawBuilder<Place>,
) =>
  whereGiven(
    db
      .selectFrom('client')
      .leftJoin('clientFollowUp as held', 'held.clientId', 'client.id')
      .innerJoinLateral(place.as('place'), (join) => join.onTrue())
      .where(sql<boolean>`place.id = client.id`)
      .where(visible)
      .$if(filter.entityId !== undefined || filter.currency !== undefined, (rows) =>
        rows.where(owesAmong(user, filter)),
      ),
    { ...filter, q },
    {
      tab: null,
      today: null,
      entityId: null,
      currency: null,
      responsibleId: (id) => sql<boolean>`coalesce(held.responsible_id, client.crm_id) = ${id}`,
      crmId: 'client.crmId',
      groupId: 'client.groupId',
      overDays: (days) => isOverdueFor(user, filter, days),
      q: (text) => matches('client', text),
    },
  );

type Found = ReturnType<typeof found>;

const withDetails = (query: Found, user: CurrentUser, today: string) =>
  query.leftJoin('clientGroup', 'clientGroup.id', 'client.groupId').select([
    'client.id',
    'client.name',
    'client.sortName',
    'place.oldest',
    'place.next',
    sql<string[]>`array${clientsOf(user, 'client')}`.as('clientIds'),
    sql<Reference | null>`case when client_group.payer_client_id is not null
        then jsonb_build_object('id', client_group.id, 'label', client_group.name) end`.as('group'),
    sql<number>`(select count(*) from client member where member.group_id = client.group_id)`.as('members'),
    sql<number>`(select count(*) from client member where member.group_id = client.group_id
        and ${inScope.client(user, sql.ref('member.id'))})`.as('seen'),
    sql<WorklistRow['levelDue']>`(select jsonb_build_object('no', level.no, 'name', level.name)
      from reminder_proposal proposed join reminder_level level on level.entity_id = proposed.entity_id and level.no = proposed.level
      where proposed.client_id = client.id order by level.no desc, level.entity_id limit 1)`.as('levelDue'),
    lastFollowUp(sql.ref('client.id')).as('lastFollowUp'),
    sql<
      WorklistRow['promise']
    >`(select jsonb_build_object('id', latest.id, 'state', latest.state, 'currency', latest.currency,
          'amount', latest.amount, 'received', latest.received, 'dueOn', latest.due_on, 'paidLateOn', latest.paid_late_on)
        from promise latest where latest.client_id = client.id and latest.state not in ('superseded', 'withdrawn')
        order by latest.created_at desc, latest.id desc limit 1)`.as('promise'),
    sql<Reference>`(select jsonb_build_object('id', person.id, 'label', person.name) from app_user person
        where person.id = coalesce(held.responsible_id, client.crm_id))`.as('responsible'),
    sql<boolean>`coalesce(held.responsible_id <> client.crm_id, false)`.as('isHandedOn'),
    sql<WorklistRow['phone']>`(select jsonb_build_object('name', contact.name, 'number', contact.phone)
        from client_contact link join contact on contact.id = link.contact_id
        where link.client_id = client.id and contact.phone is not null order by link.no limit 1)`.as('phone'),
    sql<
      WorklistRow['reminders']
    >`jsonb_build_object('reminders', client.reminders, 'remindersPausedUntil', client.reminders_paused_until)`.as(
      'reminders',
    ),
    sql<boolean>`exists (select from client_reminders off where off.client_id = client.id and off.reminders <> 'on')
        or exists (select from invoice_state invoice where invoice.client_id in ${clientsOf(user, 'client')}
          and invoice.outstanding > 0 and invoice.reminders <> 'on')`.as('pausedInPart'),
    sql<number>`(select count(*)::int from ${lateCertificates(today)} as late
        where late.client_id in ${clientsOf(user, 'client')})`.as('certificatesLate'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const never = 'infinity';

function shown(row: Row, today: string, owed: OwedAmounts[]): WorklistRow {
  const { id, name, oldest, next, group, members, seen, clientIds } = row;
  const oldestDueOn = oldest === never ? null : oldest;
  return {
    client: { id, label: name },
    group: group && { ...group, clients: members, seen, isWhole: clientIds.length > 1 },
    owed,
    oldestDueOn,
    daysLate: oldestDueOn === null ? null : daysBetween(oldestDueOn, today),
    levelDue: row.levelDue,
    lastFollowUp: row.lastFollowUp,
    promise: row.promise,
    nextOn: next === never ? null : next,
    responsible: row.responsible,
    isHandedOn: row.isHandedOn,
    phone: row.phone,
    isDisputed: owed.some(({ disputed }) => disputed > 0),
    reminders: row.reminders,
    pausedInPart: row.pausedInPart,
    certificatesLate: row.certificatesLate,
  };
}

const oldest = { by: sql.ref('place.oldest'), of: (row: Row) => row.oldest };
/** Rows of one day, and those without a next action, follow by their age. */
const sorts = {
  oldest: [oldest],
  nextOn: [{ by: sql.ref('place.next'), of: (row: Row) => row.next }, oldest],
  name: [{ by: sql`client.sort_name collate "und-x-icu"`, of: (row: Row) => row.sortName }],
};

/** The rows that an index returns in the order of the sort, and the others, which are the last, if need be gathered before they are sorted. */
interface Ways {
  first: Found;
  last: Found;
  isGathered: boolean;
}

/** By age, the rows with something overdue come first, then those with a next action only; by next action, the other way round. */
async function ways(
  db: Db,
  user: CurrentUser,
  visible: Expression<SqlBool>,
  input: Asked,
): Promise<Record<'oldest' | 'nextOn', Ways>> {
  const [invoices, actions] = await Promise.all([
    clientsOfPage(db, user, sql.ref('invoice.clientId')),
    clientsOfPage(db, user, sql.ref('planned.clientId')),
  ]);
  const overdue = (
    next: RawBuilder<unknown>,
  ) => sql<Place>`(select overdue.id, overdue.oldest, ${next}::date as next
    from ${overdueRows(user, input.filter, invoices.visible)} as overdue)`;
  const planned = sql<Place>`(select planned.id, ${oldestOf(user, input.filter, 'row')} as oldest, planned.next
    from ${nextRows(user, actions.visible)} as planned
    cross join lateral (select id, group_id, status from client where client.id = planned.id offset 0) as row)`;
  const rows = (place: RawBuilder<Place>) => found(db, user, visible, input, place);
  return {
    oldest: {
      first: rows(overdue(sql`null`)),
      last: rows(ownPlace(user, input.filter))
        .where(sql<boolean>`client.id in (${plannedRows(user)})`)
        .where(sql<boolean>`place.oldest = 'infinity'`),
      isGathered: true,
    },
    nextOn: {
      first: rows(planned),
      last: rows(overdue(sql`'infinity'`)).where(sql<boolean>`${nextOf(user)} = 'infinity'`),
      isGathered: false,
    },
  };
}

function pathsOf({ first, last, isGathered }: Ways): AccessPath[] {
  const all: AccessPath = (firstOf) => [
    firstOf(first),
    isGathered ? firstOf(last, { isGathered }) : firstOf(last),
  ];
  return [(firstOf, isDown) => (isDown ? all(firstOf, isDown) : [firstOf(first)]), all];
}

/** The filter with the day of the caller, or else that of Greenwich. */
const onDay = <Given extends Pick<ListInput, 'filter'>>({ filter, ...input }: Given) => ({
  ...input,
  filter: { ...filter, today: filter.today ?? new Date().toISOString().slice(0, 10) },
});

const narrowed = ({ today, entityId, currency }: Filter): OpenAsked => ({
  day: today,
  ...(entityId !== undefined && { entityId }),
  ...(currency !== undefined && { currency }),
});

export async function listWorklist(db: Db, user: CurrentUser, given: ListInput): Promise<Page<WorklistRow>> {
  const input = onDay(given);
  const { today, tab = 'all' } = input.filter;
  const { visible } = await clientsOfPage(db, user, sql.ref('client.id'));
  const { name, descending } = sortOf(input.sort);
  const keys = [...sorts[name as keyof typeof sorts], { by: sql.ref('client.id'), of: (row: Row) => row.id }];
  const rows = withDetails(found(db, user, visible, input, ownPlace(user, input.filter)), user, today);
  const inOrder =
    tab === 'all' && name !== 'name'
      ? (await ways(db, user, visible, input))[name as 'oldest' | 'nextOn']
      : null;
  const onTab =
    tab === 'all' && name === 'name' ? isOnListItself(user, input.filter) : isOnTab(user, tab, input.filter);
  const page = await pageByKeyset(
    inOrder ? rows : rows.where(onTab),
    keys,
    descending,
    input,
    inOrder ? pathsOf(inOrder) : [],
  );
  const pairs = page.rows.flatMap((row) => row.clientIds.map((clientId) => [row.id, clientId] as const));
  const clientIds = pairs.map(([, clientId]) => clientId);
  const asked = sql`select * from unnest(${pairs.map(([id]) => id)}::uuid[], ${clientIds}::uuid[]) as pair (asked_id, id)`;
  const owed = await owedBy(db, asked, { ...narrowed(input.filter), clientIds });
  return { ...page, rows: page.rows.map((row) => shown(row, today, owed.get(row.id) ?? [])) };
}

const isAsked = (clientId: Expression<unknown>) => sql<SqlBool>`${clientId} in (select id from asked)`;

const nobody = '00000000-0000-0000-0000-000000000000';

/** The clients that meet a filter, one by one: as rows of its tab, or without a tab whether they are on the worklist or not. */
const filtered = (db: Db, user: CurrentUser, input: Asked) => {
  const place = sql<Place>`(select client.id, null::date as oldest, null::date as next)`;
  const rows = found(db, user, inScope.client(user, sql.ref('client.id')), input, place);
  const { tab } = input.filter;
  return tab === undefined ? rows : rows.where(isOnTab(user, tab, input.filter));
};

/** The ids of the clients that meet a search and a filter of the worklist. */
export const clientsMeeting = (
  db: Db,
  user: CurrentUser,
  given: Pick<ListInput, 'q' | 'filter'>,
): RawBuilder<unknown> => sql`(${filtered(db, user, onDay(given)).select('client.id')})`;

export async function totalWorklist(db: Db, user: CurrentUser, given: ListInput) {
  const input = onDay(given);
  const { tab = 'all' } = input.filter;
  const rows = filtered(db, user, { ...input, filter: { ...input.filter, tab } });
  const total = await totalOf(db, rows);
  if (total.isCapped) return { ...total, sums: [] };
  const asked = rows
    .innerJoinLateral(sql<{ id: string }>`${clientsOf(user, 'client')}`.as('part'), (join) => join.onTrue())
    .select([sql<string>`${nobody}::uuid`.as('askedId'), 'part.id']);
  const owed = await owedBy(db, sql`${asked}`, { ...narrowed(input.filter), of: isAsked });
  return { ...total, sums: owed.get(nobody) ?? [] };
}
