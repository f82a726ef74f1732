import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Client, SavedClient, clients } from '@daybook/contracts/crm/clients/clients';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { refuseField } from '@daybook/contracts/refusals';
import { checkReminders } from '@daybook/contracts/reminders';
import { seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { checkChoices } from '../check-choices.ts';
import { todayAt } from './client-today.queries.ts';
import { sameRegistrations } from './client-parts.queries.ts';
import { saveParts } from './save-client-parts.ts';
import { checkGroup } from './check-group.ts';
import { getClient, getSavedClient } from './clients.queries.ts';
import { checkRegistrations, panWarnings } from './clients.rules.ts';
import type { ClientFields } from './clients.rules.ts';

async function nextCode(db: Db): Promise<string> {
  const coded = await sql<{ code: string }>`select next_client_code() as code`.execute(db);
  return coded.rows[0]?.code ?? '';
}

/**
 * Refuses REFERENCE_UNKNOWN and TAX_ID_CHECKSUM on their fields. `within` is the path to these fields in
 * the caller’s own input. `codeOf` gives the client its code.
 */
export async function createClient(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), ...given }: ClientFields & { id?: string | undefined },
  within = '',
  codeOf = nextCode,
): Promise<SavedClient> {
  const departmentIds = await ownDepartments(db, user);
  const fields = await checked(db, inReachOf(user, given, departmentIds), new Set([user.id]), within);
  await checkGroup(db, user, given.groupId, null, within);
  const code = await codeOf(db);
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
      searchText: searchTextOf(before.code, fields, before.merged),
    })
    .where('id', '=', id)
    .execute();
  await saveParts(db, user, id, fields, before);
  return saved(db, user, id);
}

/** A credit limit is an amount of the client's currency, so that a person who does not see amounts cannot change the currency. Refuses on `currency`. */
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

export type Checked = Omit<ClientFields, 'currency' | 'docLocale' | 'paymentTermsDays'> & {
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
  return settled(given, entity, within);
}

/** What a client has from its billing entity unless it has its own. */
export interface EntityDefaults {
  baseCurrency: string;
  docLocale: string;
  paymentTermsDays: number;
}

/** The fields as they are stored. Refuses REQUIRED on `remindersPausedUntil`, and wrong registrations. */
export const settled = (given: ClientFields, entity: EntityDefaults, within = ''): Checked => ({
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

/** The searched words of a client: its names and code, its contacts, its registrations, and the codes of clients merged into it. */
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
  merged: Client['merged'] = [],
): string =>
  normalise(
    code,
    name,
    sortName,
    legalName,
    oldCode,
    ...contacts.flatMap((contact) => [contact.name, contact.email, contact.phone]),
    ...registrations.map(({ value }) => value),
    ...merged.map(({ code: former }) => former),
  );

const chosenIn = (client: Client): ReadonlySet<string> => {
  const { crm, manager, executives, departments, defaultEntity, withholdingCode } = client;
  const alone = [manager, withholdingCode].filter((one) => one !== null);
  return new Set([crm, ...alone, ...executives, ...departments, defaultEntity].map(({ id }) => id));
};
