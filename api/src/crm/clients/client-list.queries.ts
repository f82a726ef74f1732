import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { ClientRow, clients } from '@daybook/contracts/crm/clients/clients';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import type { AccessPath, SortKey } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { clientsOfPage, inScope, ofRow } from '../../scope.ts';
import type { PageScope } from '../../scope.ts';
import { accessPathsInScope } from '../../document-search.ts';
import { referenceTo } from './clients.queries.ts';

type ListInput = ParsedInputOf<typeof clients.list>;
/** The search and the filters of the list. */
export type Asked = Pick<ListInput, 'q' | 'filter'>;

type PartOfClient = 'client_facts' | 'client_executive' | 'client_department' | 'client_registration';
/** Whether a part of the client, called `one`, meets a condition. */
type Among = (table: PartOfClient, condition: RawBuilder<SqlBool>) => RawBuilder<SqlBool>;

const joined: Among = (table, condition) =>
  sql<SqlBool>`exists (select from ${sql.table(table)} one where one.client_id = client.id and ${condition})`;
/**
 * The clients are gathered first. The planner would look for each client in the order of the page, and expects to find the page soon; but
 * the names of one country are in one place of that order, and it may be the last. A condition that has nothing to do with names is
 * better joined.
 */
const gathered: Among = (table, condition) =>
  sql<SqlBool>`(client.id in (select one.client_id from ${sql.table(table)} one where ${condition})) is true`;

/** Literals, because the planner knows how many clients each of them finds. */
const balanceIs = {
  owes: sql<SqlBool>`exists (select from invoice_state owed where owed.client_id = client.id and owed.outstanding > 0)`,
  credit: sql<SqlBool>`(exists (select from receipt_state held where held.client_id = client.id and held.used_up_on is null)
    or exists (select from credit_note_state held where held.client_id = client.id and held.available > 0))`,
} satisfies Record<NonNullable<ListInput['filter']['balance']>, RawBuilder<SqlBool>>;
const hasSeries = sql<SqlBool>`exists (select from series where series.client_id = client.id and series.status in ('active', 'paused'))`;
/** A pause whose last day has passed where the billing entity is counts as on, as the reminders themselves count it. */
const hasResumed = sql<SqlBool>`(client.reminders = 'paused' and client.reminders_paused_until < (
  select (now() at time zone entity.timezone)::date from billing_entity entity where entity.id = client.default_entity_id))`;
const remindersAre = (mode: NonNullable<ListInput['filter']['reminders']>) =>
  mode === 'on'
    ? sql<SqlBool>`(client.reminders = 'on' or ${hasResumed})`
    : sql<SqlBool>`(client.reminders = ${mode} and not ${hasResumed})`;
const either = (isTrue: RawBuilder<SqlBool>, isFalse: RawBuilder<SqlBool>) => (isAsked: boolean) =>
  isAsked ? isTrue : isFalse;

/** The clients that the list finds, of those that pass `isSeen`. */
export const foundClients = (
  db: Db,
  { q, filter }: Asked,
  isSeen: Expression<SqlBool>,
  among: Among = joined,
) =>
  whereGiven(
    db.selectFrom('client'),
    { ...filter, q },
    {
      status: 'client.status',
      crm: 'client.crmId',
      manager: 'client.managerId',
      kind: 'client.kind',
      groupId: 'client.groupId',
      reminders: (mode) => remindersAre(mode),
      entityId: 'client.defaultEntityId',
      executiveId: (id) => among('client_executive', sql`one.user_id = ${id}`),
      departmentId: (id) => among('client_department', sql`one.department_id = ${id}`),
      tag: (tag) => sql<SqlBool>`client.tags @> array[${tag}::text]`,
      scheme: (scheme) => among('client_registration', sql`one.scheme = ${scheme}`),
      country: (country) => among('client_facts', sql`one.country = ${country}`),
      balance: (balance) => balanceIs[balance],
      noSeries: either(sql<SqlBool>`not ${hasSeries}`, hasSeries),
      noEmail: either(
        joined('client_facts', sql`not one.has_email`),
        joined('client_facts', sql`one.has_email`),
      ),
      incomplete: either(
        joined('client_facts', sql`one.missing <> '{}'`),
        joined('client_facts', sql`one.missing = '{}'`),
      ),
      q: (text) => matches('client', text),
    },
    // After the filters: a filter is cheaper to test.
  ).where(isSeen);

const inRow = (query: ReturnType<typeof foundClients>) =>
  query
    .innerJoin('appUser as crm', 'crm.id', 'client.crmId')
    .leftJoin('appUser as manager', 'manager.id', 'client.managerId')
    .leftJoin('clientGroup', 'clientGroup.id', 'client.groupId')
    .innerJoin('billingEntity as entity', 'entity.id', 'client.defaultEntityId')
    .innerJoin('clientFacts as facts', 'facts.clientId', 'client.id')
    .select((eb) => [
      'client.id',
      'client.version',
      'client.code',
      'client.name',
      'client.sortName',
      sql<ClientRow['kind']>`client.kind`.as('kind'),
      sql<ClientRow['status']>`client.status`.as('status'),
      'client.crmId',
      'crm.name as crmName',
      'client.managerId',
      'manager.name as managerName',
      'client.groupId',
      'clientGroup.name as groupName',
      'client.defaultEntityId as entityId',
      'entity.name as entityName',
      'client.tags',
      'facts.country',
      sql<ClientRow['missing']>`facts.missing`.as('missing'),
      sql<boolean>`client.erased_at is not null`.as('isErased'),
      jsonArrayFrom(
        eb
          .selectFrom('clientContact')
          .innerJoin('contact', 'contact.id', 'clientContact.contactId')
          .whereRef('clientContact.clientId', '=', 'client.id')
          .select(['contact.name', 'contact.email', 'contact.phone'])
          .orderBy('clientContact.no')
          .limit(1),
      ).as('firstContacts'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof inRow>['executeTakeFirstOrThrow']>>;

const sortKeys: Record<string, SortKey<Row>[]> = {
  name: [{ by: sql`client.sort_name collate "und-x-icu"`, of: (row) => row.sortName }],
  code: [
    { by: sql`length(client.code)`, of: (row) => row.code.length },
    { by: sql.ref('client.code'), of: (row) => row.code },
  ],
};

const shown = ({ crmId, crmName, managerId, managerName, firstContacts, ...row }: Row): ClientRow => ({
  ...row,
  entity: { id: row.entityId, label: row.entityName },
  crm: { id: crmId, label: crmName },
  manager: referenceTo(managerId, managerName),
  group: referenceTo(row.groupId, row.groupName),
  contact: firstContacts[0] ?? null,
});

/**
 * The ids of the page are found before anything is joined to them, so that a filter that few clients pass reads those few. With a filter
 * the next clients in order seldom fill the page, and testing each of them cost more than to gather all that the person sees.
 */
const pathsOf = (db: Db, input: ListInput, scope: PageScope): AccessPath[] => {
  const rows = (seen: Expression<SqlBool>) => foundClients(db, input, seen, gathered);
  if (Object.keys(input.filter).length === 0) return accessPathsInScope({ ...scope, rows });
  return [(firstOf) => [firstOf(rows(scope.visible))]];
};

export async function listClients(db: Db, user: CurrentUser, input: ListInput) {
  const { name, descending } = sortOf(input.sort);
  const keys = [...(sortKeys[name] ?? []), { by: sql.ref('client.id'), of: (row: Row) => row.id }];
  const pageScope = await clientsOfPage(db, user, sql.ref('client.id'));
  const paths = input.q ? [] : pathsOf(db, input, pageScope);
  const page = await pageByKeyset(
    inRow(foundClients(db, input, input.q ? pageScope.visible : ofRow(pageScope))),
    keys,
    descending,
    input,
    paths,
  );
  return { ...page, rows: page.rows.map(shown) };
}

export const countClients = (db: Db, user: CurrentUser, input: ListInput) =>
  totalOf(db, foundClients(db, input, inScope.client(user, sql.ref('client.id'))));

/** More tags than a person can choose from are not read. */
const mostTags = 500;

export async function tagsOfClients(db: Db, user: CurrentUser): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct tag collate "und-x-icu" as tag from client cross join unnest(client.tags) as tag
    where client.tags <> '{}' and ${inScope.client(user, sql.ref('client.id'))} order by tag limit ${mostTags}`.execute(
    db,
  );
  return rows.map(({ tag }) => tag);
}
