import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import type {
  StatementSchedule,
  statementSchedules,
} from '@daybook/contracts/receivables/statements/statement-schedules';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { contains } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';

type ListInput = ParsedInputOf<typeof statementSchedules.list>;

const admins: ReadonlySet<string> = new Set(['super_admin', 'admin']);

/** Their own; an admin sees all. */
const visible = (db: Db, user: CurrentUser) =>
  db
    .selectFrom('statementSchedule as schedule')
    .$if(!admins.has(user.userType), (query) => query.where('schedule.ownerId', '=', user.id));

const found = (db: Db, user: CurrentUser, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    visible(db, user),
    { ...filter, q },
    { status: 'schedule.status', q: (text) => contains(sql.ref('schedule.name'), text) },
  );

const reference = (table: string, id: string) =>
  sql<Reference | null>`(select jsonb_build_object('id', id, 'label', name) from ${sql.table(table)} named
    where named.id = ${sql.ref(`schedule.${id}`)})`;

const withNames = (query: ReturnType<typeof found>) =>
  query
    .selectAll('schedule')
    .select([
      reference('app_user', 'ownerId').as('owner'),
      reference('client', 'clientId').as('client'),
      reference('billing_entity', 'entityId').as('entity'),
      reference('client_group', 'groupId').as('group'),
      reference('app_user', 'crmId').as('crm'),
      sql<string | null>`(select max(sent_on) from statement_run where schedule_id = schedule.id)`.as(
        'lastOn',
      ),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>;

const shown = (row: Row): StatementSchedule => ({
  id: row.id,
  version: row.version,
  name: row.name,
  owner: row.owner ?? { id: row.ownerId, label: '' },
  kind: row.kind as StatementSchedule['kind'],
  every: row.every as StatementSchedule['every'],
  onDay: row.onDay,
  shift: row.shift as StatementSchedule['shift'],
  calendarId: row.calendarId,
  clientId: row.clientId,
  entityId: row.entityId,
  groupId: row.groupId,
  crmId: row.crmId,
  withBalance: row.withBalance,
  status: row.status as StatementSchedule['status'],
  pausedFor: row.pausedFor as StatementSchedule['pausedFor'],
  nextOn: row.status === 'active' ? row.nextOn : null,
  lastOn: row.lastOn,
  client: row.client,
  entity: row.entity,
  group: row.group,
  crm: row.crm,
});

export async function listSchedules(db: Db, user: CurrentUser, input: ListInput) {
  const keys = [
    { by: sql`schedule.name collate "und-x-icu"`, of: (row: Row) => row.name },
    { by: sql.ref('schedule.id'), of: (row: Row) => row.id },
  ];
  const { descending } = sortOf(input.sort);
  const page = await pageByKeyset(withNames(found(db, user, input)), keys, descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

export const countSchedules = (db: Db, user: CurrentUser, input: ListInput) =>
  totalOf(db, found(db, user, input));

/** Refuses NOT_FOUND, also for another person's schedule unless the caller is an admin. */
export async function getSchedule(db: Db, user: CurrentUser, id: string): Promise<StatementSchedule> {
  const row = await withNames(found(db, user, { filter: {} }))
    .where('schedule.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shown(row);
}
