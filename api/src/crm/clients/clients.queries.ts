import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ClientSummary } from '@daybook/contracts/crm/clients/client-summary';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import { seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import type { DB } from '../../db/schema.ts';
import { inScope } from '../../scope.ts';
import { contactFacts, contactsOfClient } from '../contacts/contacts-of-client.queries.ts';

type Registration = Client['registrations'][number];
/** The keys of nested rows keep their spelling, so that they are single words. */
type StoredRegistration = Pick<Registration, 'value' | 'region' | 'note'> & {
  scheme: string;
  since: string | null;
  until: string | null;
};

export const referenceTo = (id: string | null, label: string | null) =>
  id ? { id, label: label ?? '' } : null;

/** Refuses NOT_FOUND, even for a client outside the caller’s scope. */
export const getClient = (db: Db, user: CurrentUser, id: string): Promise<Client> =>
  readClient(db, user, id, inScope.client(user, sql.ref('client.id')));

/** As `getClient`; a merged client opens as the one that it was merged into. */
export async function openClient(db: Db, user: CurrentUser, id: string): Promise<Client> {
  const merged = await db
    .selectFrom('mergedClient')
    .select('clientId')
    .where('mergedId', '=', id)
    .executeTakeFirst();
  return getClient(db, user, merged?.clientId ?? id);
}

/** The record that a person has just saved, even if the change took it out of their scope. */
export const getSavedClient = (db: Db, user: CurrentUser, id: string): Promise<Client> =>
  readClient(db, user, id, sql<SqlBool>`true`);

/** Clients that the caller may see because something else has decided so, in any order. */
export const getClients = (db: Db, user: CurrentUser, ids: readonly string[]): Promise<Client[]> =>
  readClients(db, user, ids, sql<SqlBool>`true`);

async function readClient(
  db: Db,
  user: CurrentUser,
  id: string,
  visible: Expression<SqlBool>,
): Promise<Client> {
  const [client] = await readClients(db, user, [id], visible);
  if (!client) throw new Refusal('NOT_FOUND');
  return client;
}

async function readClients(
  db: Db,
  user: CurrentUser,
  ids: readonly string[],
  visible: Expression<SqlBool>,
): Promise<Client[]> {
  const rows = await wholeClients(db, user, ids, visible).execute();
  return rows.map((row) => shownClient(user, row));
}

const wholeClients = (db: Db, user: CurrentUser, ids: readonly string[], visible: Expression<SqlBool>) =>
  db
    .selectFrom('client')
    .innerJoin('appUser as crm', 'crm.id', 'client.crmId')
    .innerJoin('billingEntity as entity', 'entity.id', 'client.defaultEntityId')
    .leftJoin('appUser as manager', 'manager.id', 'client.managerId')
    .leftJoin('clientGroup', 'clientGroup.id', 'client.groupId')
    .leftJoin('withholdingCode', 'withholdingCode.id', 'client.withholdingCodeId')
    .where(sql<SqlBool>`client.id = any (${ids}::uuid[])`)
    .where(visible)
    .selectAll('client')
    .select([
      'crm.name as crmName',
      'manager.name as managerName',
      'entity.name as entityName',
      'clientGroup.name as groupName',
      sql<string | null>`withholding_code.section || ' ' || withholding_code.name`.as('withholdingName'),
    ])
    .select((eb) => partsOf(eb, user));

type WholeClient = Awaited<ReturnType<ReturnType<typeof wholeClients>['executeTakeFirstOrThrow']>>;

function shownClient(user: CurrentUser, row: WholeClient): Client {
  const {
    addresses,
    registrations,
    sortName,
    creditLimit,
    searchText: _text,
    searchGrams: _grams,
    createdAt: _createdAt,
    createdBy: _createdBy,
    updatedAt: _updatedAt,
    updatedBy: _updatedBy,
    ...plain
  } = row;
  const asChecked = plain as typeof plain &
    Pick<Client, 'kind' | 'status' | 'billingRule' | 'docLocale' | 'taxTreatment' | 'reminders'>;
  return {
    ...asChecked,
    sortName: sortName === row.name ? null : sortName,
    creditLimit: seesMoney(user) ? creditLimit : null,
    crm: { id: row.crmId, label: row.crmName },
    manager: referenceTo(row.managerId, row.managerName),
    group: referenceTo(row.groupId, row.groupName),
    defaultEntity: { id: row.defaultEntityId, label: row.entityName },
    withholdingCode: referenceTo(row.withholdingCodeId, row.withholdingName),
    registrations: registrations.map(registrationOf),
    addresses: addresses.map(({ kind, region, line1, line2, city, postal, country }) => ({
      line1,
      line2,
      city,
      postal,
      country,
      kind: kind as Client['addresses'][number]['kind'],
      regionCode: region,
    })),
  };
}

const registrationOf = ({ scheme, since, until, ...registration }: StoredRegistration): Registration => ({
  ...registration,
  scheme: scheme as Registration['scheme'],
  validFrom: since,
  validTo: until,
});

/** Everything about a client that has rows of its own, in one read. */
const partsOf = (eb: ExpressionBuilder<DB, 'client'>, user: CurrentUser) => [
  jsonArrayFrom(
    eb
      .selectFrom('clientExecutive')
      .innerJoin('appUser', 'appUser.id', 'clientExecutive.userId')
      .whereRef('clientExecutive.clientId', '=', 'client.id')
      .select(['appUser.id', 'appUser.name as label'])
      .orderBy('appUser.name'),
  ).as('executives'),
  jsonArrayFrom(
    eb
      .selectFrom('clientDepartment')
      .innerJoin('department', 'department.id', 'clientDepartment.departmentId')
      .whereRef('clientDepartment.clientId', '=', 'client.id')
      .select(['department.id', 'department.name as label'])
      .orderBy('department.name'),
  ).as('departments'),
  contactsOfClient.as('contacts'),
  contactFacts(user).as('contactFacts'),
  jsonArrayFrom(
    eb
      .selectFrom('clientAddress')
      .whereRef('clientAddress.clientId', '=', 'client.id')
      .select(['kind', 'line1', 'line2', 'city', 'regionCode as region', 'postal', 'country'])
      .orderBy('no'),
  ).as('addresses'),
  jsonArrayFrom(
    eb
      .selectFrom('clientRegistration')
      .whereRef('clientRegistration.clientId', '=', 'client.id')
      .select(['scheme', 'value', 'region', 'note', 'validFrom as since', 'validTo as until'])
      .orderBy('no'),
  ).as('registrations'),
  jsonArrayFrom(
    eb
      .selectFrom('mergedClient')
      .whereRef('mergedClient.clientId', '=', 'client.id')
      .select(['mergedClient.code', 'mergedClient.name'])
      .orderBy('mergedClient.code'),
  ).as('merged'),
];

/** Refuses NOT_FOUND. */
export async function summariseClient(db: Db, user: CurrentUser, id: string): Promise<ClientSummary> {
  await getClient(db, user, id);
  const counts = await sql<Omit<ClientSummary, 'balances'>>`
    select
      (select count(*) from task where client_id = ${id} and deleted_at is null
        and status not in ('completed', 'cancelled')) as open_tasks,
      (select count(*) from invoice_state where client_id = ${id} and status = 'draft') as draft_invoices,
      (select count(*) from pending_item where client_id = ${id} and status in ('open', 'held')) as pending_items`.execute(
    db,
  );
  const figures = counts.rows[0] ?? { openTasks: 0, draftInvoices: 0, pendingItems: 0 };
  return { ...figures, balances: seesMoney(user) ? await balancesOf(db, id) : null };
}

/** What the client owes and what it has in advance; a proforma counts as neither. */
async function balancesOf(db: Db, id: string): Promise<NonNullable<ClientSummary['balances']>> {
  const balances = await sql<{ currency: string; outstanding: Minor; advances: Minor }>`
    select currency, sum(outstanding)::bigint as outstanding, sum(advance)::bigint as advances from (
      select currency, outstanding, 0 as advance from invoice_state
        where client_id = ${id} and outstanding > 0 and doc_kind <> 'proforma'
      union all
      select currency, 0, credit - debit from journal_line
        where client_id = ${id} and account_id in (select id from ledger_account where is_advance)) as open
    group by currency having sum(outstanding) <> 0 or sum(advance) <> 0 order by currency`.execute(db);
  return balances.rows;
}
