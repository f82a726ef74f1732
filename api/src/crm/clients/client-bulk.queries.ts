import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { ClientChange, clientBulk } from '@daybook/contracts/crm/clients/client-bulk';
import { leftOutReasons } from '@daybook/contracts/crm/clients/client-bulk';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import { foundClients } from './client-list.queries.ts';

type Preview = Awaited<ReturnType<typeof clientBulk.preview.output.parseAsync>>;
type Selection = Pick<ParsedInputOf<typeof clientBulk.preview>, 'ids' | 'q' | 'filter'>;

const peopleOf = (table: 'client_executive' | 'client_department', column: 'user_id' | 'department_id') =>
  sql`array(select part.${sql.ref(column)} from ${sql.table(table)} part where part.client_id = client.id)`;

/** Whether these have everything that is added and nothing that is removed. */
const isSameSet = (
  held: RawBuilder<unknown>,
  array: RawBuilder<unknown>,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
) => {
  const kept = add.filter((one) => !remove.includes(one));
  return sql<SqlBool>`(${held} @> ${kept}::${array} and not ${held} && ${remove}::${array})`;
};

/** Whether a client already is as the change would make it. */
function isSame(change: ClientChange): RawBuilder<SqlBool> {
  switch (change.field) {
    case 'crm':
      return sql<SqlBool>`client.crm_id = ${change.id}`;
    case 'manager':
      return sql<SqlBool>`client.manager_id is not distinct from ${change.id}::uuid`;
    case 'group':
      return sql<SqlBool>`client.group_id is not distinct from ${change.id}::uuid`;
    case 'executives':
      return isSameSet(peopleOf('client_executive', 'user_id'), sql`uuid[]`, change);
    case 'departments':
      return isSameSet(peopleOf('client_department', 'department_id'), sql`uuid[]`, change);
    case 'tags':
      return isSameSet(sql`client.tags`, sql`text[]`, change);
    case 'paymentTerms':
      return sql<SqlBool>`client.payment_terms_days = ${change.days}`;
    case 'docLocale':
      return sql<SqlBool>`client.doc_locale = ${change.language}`;
    default:
      return sql<SqlBool>`client.reminders = ${change.reminders}
        and client.reminders_paused_until is not distinct from ${change.remindersPausedUntil}::date`;
  }
}

/** The clients of the selection within the caller's scope, each with the reason why it is left out. */
function selected(
  db: Db,
  user: CurrentUser,
  { ids, q, filter }: Selection,
  change: ClientChange | undefined,
) {
  const isSeen = inScope.client(user, sql.ref('client.id'));
  const same = change ? isSame(change) : sql<SqlBool>`client.status = 'inactive'`;
  const pays =
    change?.field === 'group'
      ? sql`when exists (select from client_group paid where paid.id = client.group_id and paid.payer_client_id = client.id) then 'PAYS'`
      : sql``;
  const chosen = ids
    ? db.selectFrom('client').where(isSeen).where('client.id', 'in', ids)
    : foundClients(db, { q, filter }, isSeen);
  return chosen.select([
    'client.id',
    'client.name',
    'client.sortName',
    'client.version',
    sql<Preview['leftOut'][number]['reason'] | null>`case when ${same} then 'SAME' ${pays} end`.as('leftOut'),
  ]);
}

/** The clients that change, in alphabetical order, with their versions. */
export async function changingClients(
  db: Db,
  user: CurrentUser,
  selection: Selection,
  change: ClientChange | undefined,
): Promise<{ id: string; version: number }[]> {
  return db
    .selectFrom(selected(db, user, selection, change).as('one'))
    .where('leftOut', 'is', null)
    .select(['id', 'version'])
    .orderBy(sql`sort_name collate "und-x-icu"`)
    .orderBy('id')
    .execute();
}

/** How many clients of each reason are named. */
const mostNamed = 20;

export async function previewChange(
  db: Db,
  user: CurrentUser,
  { change, ...selection }: ParsedInputOf<typeof clientBulk.preview>,
): Promise<Preview> {
  const { rows } = await sql<{ reason: string | null; count: number; some: { id: string; label: string }[] }>`
    select left_out as reason, count(*)::int as count,
      coalesce(jsonb_agg(jsonb_build_object('id', id, 'label', name) order by no)
        filter (where left_out is not null and no <= ${mostNamed}), '[]') as some
    from (select one.*, row_number() over (partition by left_out order by sort_name, id) as no
      from (${selected(db, user, selection, change)}) as one) as numbered
    group by left_out`.execute(db);
  const of = (reason: string | null) => rows.find((row) => row.reason === reason);
  return {
    changes: of(null)?.count ?? 0,
    leftOut: leftOutReasons.flatMap((reason) => {
      const row = of(reason);
      return row ? [{ reason, count: row.count, some: row.some }] : [];
    }),
  };
}
