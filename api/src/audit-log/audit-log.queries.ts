import { sql } from 'kysely';
import type { RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import type { auditLog } from '@daybook/contracts/audit-log/audit-log';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Page } from '@daybook/contracts/lists';
import { Refusal } from '@daybook/contracts/refusals';
import { zoneOfFirm } from '../books/check-books.ts';
import type { Db } from '../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../db/keyset.ts';
import type { AccessPath } from '../db/keyset.ts';
import { tablesOf } from './audited-tables.ts';
import { findNamed } from './find-named.queries.ts';
import type { NamedRecords } from './find-named.queries.ts';
import { ofRecord } from './of-record.ts';

type ListInput = ParsedInputOf<typeof auditLog.list>;
type Filter = ListInput['filter'];

/** A row of the log as it is stored, or a sign-in. */
export interface StoredRow {
  id: number;
  at: string;
  place: string;
  actorId: string | null;
  actorName: string | null;
  address: string | null;
  act: string;
  action: string;
  entity: string;
  entityId: string | null;
  body: { before?: unknown; after?: unknown };
}

interface Found extends Filter {
  named?: NamedRecords;
}

const isSignIn: Partial<Record<NonNullable<Filter['act']>, RawBuilder<SqlBool>>> = {
  signedIn: sql`line.outcome = 'signed_in'`,
  signInFailed: sql`line.outcome <> 'signed_in'`,
};

/** The days of the period, in the time zone of the firm. */
const inPeriod = ({ from, to }: Filter): RawBuilder<SqlBool>[] => [
  ...(from === undefined
    ? []
    : [sql<SqlBool>`line.at >= ${from}::date::timestamp at time zone ${zoneOfFirm}`]),
  ...(to === undefined
    ? []
    : [sql<SqlBool>`line.at < (${to}::date + 1)::timestamp at time zone ${zoneOfFirm}`]),
];

const actOf = sql<string>`audit_act(line.entity, line.action, line.body)`;

/**
 * A command may write several rows for one record, such as one for each permission; the first one stands for them. Written as a
 * `case`, because the planner then expects most rows to pass and reads them in order.
 */
const isFirst = sql<SqlBool>`(case when (select earlier.xid from audit_event earlier
    where earlier.entity = line.entity and earlier.entity_id = line.entity_id and earlier.id < line.id
    order by earlier.id desc limit 1) is distinct from line.xid then 1 end) is not null`;

const ofNamed = ({ tables, ids, people }: NamedRecords): RawBuilder<SqlBool> =>
  sql`(line.actor_id = any (${people}::uuid[])
    or (line.entity, line.entity_id) in (select * from unnest(${tables}::text[], ${ids}::uuid[])))`;

/** The rows of the log that pass the filter; null if only sign-ins can. */
function eventsOf(db: Db, { kind, act: wanted, recordId, personId, named, ...period }: Found) {
  if (kind === 'sign_in' || (wanted !== undefined && wanted in isSignIn)) return null;
  const conditions = [
    ...(personId === undefined ? [] : [sql<SqlBool>`line.actor_id = ${personId}`]),
    ...(kind === undefined || recordId !== undefined
      ? []
      : [sql<SqlBool>`line.entity = any (${tablesOf(kind)}::text[])`]),
    ...(recordId === undefined || kind === undefined ? [] : [ofRecord(kind, recordId)]),
    ...(wanted === undefined ? [] : [sql<SqlBool>`${actOf} = ${wanted}`]),
    ...(named === undefined ? [] : [ofNamed(named)]),
    ...inPeriod(period),
    isFirst,
  ];
  return db.selectFrom('auditEvent as line').where((eb) => eb.and(conditions));
}
type Events = NonNullable<ReturnType<typeof eventsOf>>;

/** The sign-ins that pass the filter, with the names of a row of the log; null if none can. */
function signInsOf(db: Db, { kind, act: wanted, recordId, personId, named, ...period }: Found) {
  const only = wanted === undefined ? undefined : isSignIn[wanted];
  if (recordId !== undefined || (kind ?? 'sign_in') !== 'sign_in') return null;
  if (wanted !== undefined && only === undefined) return null;
  const conditions = [
    ...(personId === undefined ? [] : [sql<SqlBool>`line.actor_id = ${personId}`]),
    ...(only === undefined ? [] : [only]),
    ...(named === undefined ? [] : [sql<SqlBool>`line.actor_id = any (${named.people}::uuid[])`]),
    ...inPeriod(period),
  ];
  return db
    .selectFrom(
      db
        .selectFrom('signIn')
        .select(['no as id', 'at', 'userId as actorId', 'address', 'outcome'])
        .as('line'),
    )
    .where((eb) => eb.and(conditions));
}
type SignIns = NonNullable<ReturnType<typeof signInsOf>>;

const nothing = sql<{ before?: unknown; after?: unknown }>`'{}'::jsonb`;

const eventRows = (events: Events) =>
  events.select([
    'line.id',
    'line.at',
    'line.actorId',
    'line.address',
    actOf.as('act'),
    'line.action',
    'line.entity',
    sql<string | null>`line.entity_id`.as('entityId'),
    sql<{ before?: unknown; after?: unknown }>`line.body`.as('body'),
  ]);

const signInRows = (signIns: SignIns) =>
  signIns.select([
    'line.id',
    'line.at',
    'line.actorId',
    'line.address',
    sql<string>`case line.outcome when 'signed_in' then 'signedIn' else 'signInFailed' end`.as('act'),
    sql<string>`line.outcome`.as('action'),
    sql<string>`'sign_in'`.as('entity'),
    sql<string | null>`null::uuid`.as('entityId'),
    nothing.as('body'),
  ]);

/** Rows of the log and sign-ins as one list; a filter that excludes both does not exist. */
function linesOf(db: Db, filter: Found) {
  const [events, signIns] = [eventsOf(db, filter), signInsOf(db, filter)];
  const lines =
    events && signIns
      ? eventRows(events).unionAll(signInRows(signIns))
      : events
        ? eventRows(events)
        : signIns
          ? signInRows(signIns)
          : eventRows(db.selectFrom('auditEvent as line').where(sql<SqlBool>`false`));
  return db
    .selectFrom(lines.as('line'))
    .leftJoin('appUser as actor', 'actor.id', 'line.actorId')
    .select([
      'line.id',
      'line.at',
      sql<string>`line.at::text`.as('place'),
      'line.actorId',
      'actor.name as actorName',
      'line.address',
      'line.act',
      'line.action',
      'line.entity',
      'line.entityId',
      'line.body',
    ]);
}

const gathered = { isGathered: true } as const;

/** The ways to the rows of a page: by each table of a kind in order, by each named person, or by the few rows of named records. */
function waysOf(db: Db, filter: Found): AccessPath[] {
  const signIns = signInsOf(db, filter);
  const { kind, recordId, named } = filter;
  const way: AccessPath = (firstOf) => {
    const parts = (rows: Events[], more?: typeof gathered) =>
      rows.map((one) => (more ? firstOf(one, more) : firstOf(one)));
    const events = eventsOf(db, filter);
    const narrowed = (): RawBuilder<unknown>[] => {
      if (events === null) return [];
      if (recordId !== undefined) return parts([events], gathered);
      if (named !== undefined) return byName(db, filter, named).flatMap(([one, more]) => parts([one], more));
      if (kind === undefined) return parts([events]);
      return parts(tablesOf(kind).map((table) => events.where('line.entity', '=', table)));
    };
    const signedIn = signIns === null ? [] : [firstOf(signIns as SelectQueryBuilder<never, never, never>)];
    const all = [...narrowed(), ...signedIn];
    return all.length > 0 ? all : [sql`(select null::timestamptz as k0, null::bigint as k1 where false)`];
  };
  return [way];
}

/** A person has many rows, which are read in order; a record has few. */
function byName(
  db: Db,
  { named: _named, ...filter }: Found,
  { people, tables, ids }: NamedRecords,
): [Events, typeof gathered | undefined][] {
  const persons = people.map((id) => eventsOf(db, filter)?.where('line.actorId', '=', id) ?? null);
  const records =
    ids.length === 0
      ? null
      : (eventsOf(db, filter)?.where(
          sql<SqlBool>`(line.entity, line.entity_id) in (select * from unnest(${tables}::text[], ${ids}::uuid[]))`,
        ) ?? null);
  return [
    ...persons.flatMap((one): [Events, undefined][] => (one === null ? [] : [[one, undefined]])),
    ...(records === null ? [] : ([[records, gathered]] as [Events, typeof gathered][])),
  ];
}

/** The filter with the records that the search names. */
async function whole(db: Db, { q, filter }: Pick<ListInput, 'q' | 'filter'>): Promise<Found> {
  return q === undefined || q === '' ? filter : { ...filter, named: await findNamed(db, q) };
}

export async function listRows(db: Db, input: ListInput): Promise<Page<StoredRow>> {
  const filter = await whole(db, input);
  const keys = [
    { by: sql.ref('line.at'), of: (row: StoredRow) => row.place },
    { by: sql.ref('line.id'), of: (row: StoredRow) => row.id },
  ];
  const { descending } = sortOf(input.sort);
  return pageByKeyset(linesOf(db, filter), keys, descending, input, waysOf(db, filter));
}

export async function countRows(db: Db, input: ListInput) {
  return totalOf(db, linesOf(db, await whole(db, input)));
}

/** One line of the log. Refuses NOT_FOUND. */
export async function findRow(db: Db, no: number): Promise<StoredRow> {
  const row = await linesOf(db, {}).where('line.id', '=', no).executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}
