import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Client, SavedClient, clients } from '@daybook/contracts/crm/clients/clients';
import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { checkReminders } from '@daybook/contracts/reminders';
import { seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { checkChoices } from '../check-choices.ts';
import { sameRegistrations } from './client-parts.queries.ts';
import { saveParts } from './save-client-parts.ts';
import { checkGroup } from './check-group.ts';
import { getClient, getSavedClient } from './clients.queries.ts';
import { checkRegistrations, panWarnings } from './clients.rules.ts';
import type { ClientFields } from './clients.rules.ts';

/**
 * Refuses REQUIRED on `crmId`, REFERENCE_UNKNOWN and TAX_ID_CHECKSUM on their fields. `within` is the path to these fields in
 * the caller’s own input.
 */
export async function createClient(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), ...given }: ClientFields & { id?: string | undefined },
  within = '',
): Promise<SavedClient> {
  const departmentIds = await ownDepartments(db, user);
  const fields = await checked(db, inReachOf(user, given, departmentIds), new Set([user.id]), within);
  await checkGroup(db, user, given.groupId, null, within);
  const coded = await sql<{ code: string }>`select next_client_code() as code`.execute(db);
  const code = coded.rows[0]?.code ?? '';
  await db
    .insertInto('client')
    .values({
      id,
      code,
      ...columnsOf(fields),
      creditLimit: seesMoney(user) ? fields.creditLimit : null,
      searchText: searchTextOf(code, fields),
    })
    .execute();
  await saveParts(db, user, id, fields);
  return saved(db, user, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, and what `createClient` refuses. */
export async function editClient(
  db: Db,
  user: CurrentUser,
  { id, ...given }: ParsedInputOf<typeof clients.edit>,
  version: number,
): Promise<SavedClient> {
  const before = await lockAtVersion(db, 'client', id, version, () => getClient(db, user, id));
  const fields = await checked(db, given, chosenIn(before), '');
  await checkGroup(db, user, given.groupId, before);
  await checkLimitStays(db, user, fields, before);
  await db
    .updateTable('client')
    .set({
      ...columnsOf(fields),
      ...nextVersion,
      ...(seesMoney(user) ? { creditLimit: fields.creditLimit } : {}),
      searchText: searchTextOf(before.code, fields),
    })
    .where('id', '=', id)
    .execute();
  await saveParts(db, user, id, fields, before);
  return saved(db, user, id);
}

/** A credit limit is an amount of the client's currency, which only who sees amounts can state anew. Refuses on `currency`. */
async function checkLimitStays(db: Db, user: CurrentUser, fields: Checked, before: Client): Promise<void> {
  if (fields.currency === before.currency || seesMoney(user)) return;
  const { creditLimit } = await db
    .selectFrom('client')
    .select('creditLimit')
    .where('id', '=', before.id)
    .executeTakeFirstOrThrow();
  if (creditLimit !== null) throw refuseField('INPUT_INVALID', 'currency', {}, 'CURRENCY_OF_LIMIT');
}

async function saved(db: Db, user: CurrentUser, id: string): Promise<SavedClient> {
  const client = await getSavedClient(db, user, id);
  const today = await todayAt(db, client.defaultEntity.id);
  return { ...client, warnings: [...(await sameRegistrations(db, user, id)), ...panWarnings(client, today)] };
}

/** The departments that a client of a person with the scope `department` is in, if nobody says otherwise. */
export async function ownDepartments(db: Db, user: CurrentUser): Promise<string[]> {
  if (user.scope !== 'department') return [];
  const own = await db
    .selectFrom('userDepartment')
    .select('departmentId')
    .where('userId', '=', user.id)
    .execute();
  return own.map(({ departmentId }) => departmentId);
}

/** Keeps a new client in the scope of the person who enters it: as relationship manager, as executive, or by the department. */
export function inReachOf(
  user: CurrentUser,
  given: ClientFields,
  departmentIds: readonly string[],
): ClientFields {
  if (user.userType === 'crm') return { ...given, crmId: user.id };
  const { executiveIds, managerId } = given;
  const asExecutive = { ...given, executiveIds: [...new Set([...executiveIds, user.id])] };
  if (user.scope === 'own' || user.scope === 'team') return asExecutive;
  if (user.scope === 'all' || given.departmentIds.some((id) => departmentIds.includes(id))) return given;
  const isNamed = [given.crmId, managerId, ...executiveIds].includes(user.id);
  if (isNamed && given.departmentIds.length > 0) return given;
  if (departmentIds.length > 0)
    return { ...given, departmentIds: [...given.departmentIds, ...departmentIds] };
  return isNamed ? given : asExecutive;
}

export type Checked = Omit<ClientFields, 'crmId' | 'currency' | 'docLocale' | 'paymentTermsDays'> & {
  crmId: string;
  currency: string;
  docLocale: Language;
  paymentTermsDays: number;
};

async function checked(
  db: Db,
  given: ClientFields,
  known: ReadonlySet<string>,
  within: string,
): Promise<Checked> {
  const { crmId, defaultEntityId } = given;
  if (crmId === null) throw refuseField('INPUT_INVALID', `${within}crmId`, {}, 'REQUIRED');
  await checkChoices(
    db,
    [
      { field: `${within}crmId`, ids: [crmId], among: 'crms' },
      { field: `${within}managerId`, ids: [given.managerId], among: 'managers' },
      { field: `${within}executiveIds`, ids: given.executiveIds, among: 'executives' },
      { field: `${within}departmentIds`, ids: given.departmentIds, among: 'departments' },
      { field: `${within}defaultEntityId`, ids: [defaultEntityId], among: 'billingEntities' },
      { field: `${within}withholdingCodeId`, ids: [given.withholdingCodeId], among: 'withholdingCodes' },
    ],
    known,
  );
  const entity = await db
    .selectFrom('billingEntity')
    .select(['baseCurrency', 'docLocale', 'paymentTermsDays'])
    .where('id', '=', defaultEntityId)
    .executeTakeFirstOrThrow();
  return settled({ ...given, crmId }, entity, within);
}

/** What a client has from its billing entity unless it has its own. */
export interface EntityDefaults {
  baseCurrency: string;
  docLocale: string;
  paymentTermsDays: number;
}

/** The fields as they are stored. Refuses REQUIRED on `remindersPausedUntil`, and wrong registrations. */
export const settled = (
  given: ClientFields & { crmId: string },
  entity: EntityDefaults,
  within = '',
): Checked => ({
  ...checkReminders(given, within),
  currency: given.currency ?? entity.baseCurrency,
  docLocale: given.docLocale ?? (entity.docLocale as Language),
  paymentTermsDays: given.paymentTermsDays ?? entity.paymentTermsDays,
  registrations: checkRegistrations(given.registrations),
});

/** The columns of the client itself, except for the credit limit, which not everyone may set. */
export const columnsOf = ({
  executiveIds: _executives,
  departmentIds: _departments,
  contacts: _contacts,
  addresses: _addresses,
  registrations: _registrations,
  creditLimit: _creditLimit,
  withholdingRate,
  sortName,
  ...columns
}: Checked) => ({
  ...columns,
  sortName: sortName ?? columns.name,
  withholdingRate: withholdingRate && canonicalDecimal(withholdingRate),
});

/** The searched words of a client: its names and code, its contacts, and its registrations. */
export const searchTextOf = (
  code: string,
  {
    name,
    sortName,
    legalName,
    oldCode,
    contacts,
    registrations,
  }: Pick<ClientFields, 'name' | 'sortName' | 'legalName' | 'oldCode' | 'contacts' | 'registrations'>,
): string =>
  normalise(
    code,
    name,
    sortName,
    legalName,
    oldCode,
    ...contacts.flatMap((contact) => [contact.name, contact.email, contact.phone]),
    ...registrations.map(({ value }) => value),
  );

const chosenIn = (client: Client): ReadonlySet<string> => {
  const { crm, manager, executives, departments, defaultEntity, withholdingCode } = client;
  const alone = [manager, withholdingCode].filter((one) => one !== null);
  return new Set([crm, ...alone, ...executives, ...departments, defaultEntity].map(({ id }) => id));
};

/** What uses a client, so that it cannot be deleted. */
export const usesOfClient = (id: RawBuilder<unknown>) => sql<{ kind: string; count: number }>`
    select kind, count(*) as count from (
      select 'tasks' as kind from task where client_id = ${id}
      union all select 'invoices' from invoice where client_id = ${id}
      union all select 'credit_notes' from credit_note where client_id = ${id}
      union all select 'receipts' from receipt where client_id = ${id}
      union all select 'postdated_cheques' from postdated_cheque where client_id = ${id}
      union all select 'pending_invoices' from pending_item where client_id = ${id}
      union all select 'expenses' from expense where client_id = ${id}
      union all select case kind when 'task' then 'recurring_tasks' else 'recurring_invoices' end from series
        where client_id = ${id}
      union all select 'client_groups' from client_group where payer_client_id = ${id}
      union all select 'follow_ups' from follow_up where client_id = ${id}
      union all select 'promises' from promise where client_id = ${id}
      union all select 'follow_ups' from follow_up_step where client_id = ${id}
      union all select 'client_documents' from client_document where client_id = ${id}
      union all select 'client_files' from client_file where client_id = ${id} and deleted_at is null
      union all select 'client_notes' from client_note where client_id = ${id} and withdrawn_at is null
      union all select 'statement_schedules' from statement_schedule where client_id = ${id}
      union all select 'ledger' from journal_line where client_id = ${id}
      union all select 'enquiries' from enquiry where ${id} in (converted_client_id, referrer_client_id)) as used
    group by kind order by kind`;

/** Refuses NOT_FOUND, VERSION_CONFLICT, and REFERENCED with the records that use it. */
export async function removeClient(db: Db, user: CurrentUser, id: string, version: number): Promise<void> {
  await lockAtVersion(db, 'client', id, version, () => getClient(db, user, id));
  const uses = await usesOfClient(sql`${id}::uuid`).execute(db);
  if (uses.rows.length > 0) throw new Refusal('REFERENCED', { usedBy: uses.rows });
  await db.deleteFrom('client').where('id', '=', id).execute();
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, STATE_NOT_ALLOWED, and a future day on `effectiveOn`. */
export async function deactivateClient(
  db: Db,
  user: CurrentUser,
  { id, reason, effectiveOn }: ParsedInputOf<typeof clients.deactivate>,
  version: number,
): Promise<Client> {
  const client = await lockAtVersion(db, 'client', id, version, () => getClient(db, user, id));
  if (client.status === 'inactive')
    throw new Refusal('STATE_NOT_ALLOWED', { from: 'inactive', to: 'inactive' });
  const today = await todayAt(db, client.defaultEntity.id);
  if (effectiveOn !== null && effectiveOn > today) {
    throw refuseField('INPUT_INVALID', 'effectiveOn', {}, 'DATE_IN_FUTURE');
  }
  await db
    .updateTable('client')
    .set({ status: 'inactive', inactiveOn: effectiveOn ?? today, statusReason: reason, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getClient(db, user, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, STATE_NOT_ALLOWED. */
export async function reactivateClient(
  db: Db,
  user: CurrentUser,
  { id, reason }: ParsedInputOf<typeof clients.reactivate>,
  version: number,
): Promise<OutputOf<typeof clients.reactivate>> {
  const client = await lockAtVersion(db, 'client', id, version, () => getClient(db, user, id));
  if (client.status === 'active') throw new Refusal('STATE_NOT_ALLOWED', { from: 'active', to: 'active' });
  await db
    .updateTable('client')
    .set({ status: 'active', inactiveOn: null, statusReason: reason, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return { ...(await getClient(db, user, id)), restingSeries: await restingSeriesOf(db, id) };
}

/** The number of series that paused with the client, which a person can resume. */
async function restingSeriesOf(db: Db, clientId: string): Promise<{ tasks: number; invoices: number }> {
  return db
    .selectFrom('series')
    .select([
      sql<number>`count(*) filter (where kind = 'task')`.as('tasks'),
      sql<number>`count(*) filter (where kind = 'invoice')`.as('invoices'),
    ])
    .where('clientId', '=', clientId)
    .where('status', '=', 'paused')
    .where('pausedFor', '=', 'client')
    .executeTakeFirstOrThrow();
}

/** Today’s date in the billing entity’s zone, wherever the server is. */
async function todayAt(db: Db, entityId: string): Promise<string> {
  const { today } = await db
    .selectFrom('billingEntity')
    .select(sql<string>`(now() at time zone timezone)::date`.as('today'))
    .where('id', '=', entityId)
    .executeTakeFirstOrThrow();
  return today;
}
