import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Enquiry, enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { refuseField } from '@daybook/contracts/refusals';
import { seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { inScope } from '../../scope.ts';
import { checkChoices } from '../check-choices.ts';
import { firmsToday } from './firms-today.queries.ts';
import { getEnquiry, getSavedEnquiry } from './enquiries.queries.ts';
import { checkValue, checkNextAction, enquirySeries } from './enquiries.rules.ts';

type Fields = Omit<ParsedInputOf<typeof enquiries.create>, 'id' | 'nextActionOn'> & {
  nextActionOn: string | null;
};

/**
 * Refuses a value without its currency, and REFERENCE_UNKNOWN, on their fields. `known` are the ids that need no check, because
 * nobody chose them.
 */
export async function createEnquiry(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), ...given }: ParsedInputOf<typeof enquiries.create>,
  known: readonly string[] = [],
): Promise<Enquiry> {
  const fields = seesMoney(user) ? given : { ...given, expectedValue: null, currency: null };
  checkValue(fields);
  const ownerId = fields.ownerId ?? user.id;
  await checkPicks(db, user, { ...fields, ownerId }, new Set([user.id, ...known]));
  const no = await nextNumber(db, fields.enquiryDate);
  await db
    .insertInto('enquiry')
    .values({
      id,
      no,
      ...columnsOf(fields),
      ownerId,
      // An enquiry recorded later has been new since its own date.
      statusSince: sql<string>`least(${fields.enquiryDate}::date, ${firmsToday})`,
      searchText: searchTextOf(no, fields),
    })
    .execute();
  await saveServices(db, id, fields.serviceIds);
  return getSavedEnquiry(db, user, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, and what `createEnquiry` refuses. */
export async function editEnquiry(
  db: Db,
  user: CurrentUser,
  { id, ...given }: ParsedInputOf<typeof enquiries.edit>,
  version: number,
): Promise<Enquiry> {
  const before = await lockAtVersion(db, 'enquiry', id, version, () => getEnquiry(db, user, id));
  const { expectedValue: _value, currency: _currency, ...unpriced } = columnsOf(given);
  if (seesMoney(user)) checkValue(given);
  checkNextAction(before.status, given.nextActionOn);
  const ownerId = given.ownerId ?? before.owner.id;
  await checkPicks(db, user, { ...given, ownerId }, chosenIn(before));
  await db
    .updateTable('enquiry')
    .set({
      ...unpriced,
      ...(seesMoney(user) ? { expectedValue: given.expectedValue, currency: given.currency } : {}),
      ...nextVersion,
      ownerId,
      searchText: searchTextOf(before.no, given),
    })
    .where('id', '=', id)
    .execute();
  await saveServices(db, id, given.serviceIds);
  return getSavedEnquiry(db, user, id);
}

const columnsOf = ({ serviceIds: _services, ownerId: _owner, ...columns }: Fields) => columns;

type Searched = Pick<Fields, 'name' | 'company' | 'email' | 'phone' | 'taxId'>;

export const searchTextOf = (no: string, { name, company, email, phone, taxId }: Searched): string =>
  normalise(no, name, company, email, phone, taxId);

const chosenIn = ({ owner, source, referrerClient, services }: Enquiry): ReadonlySet<string> =>
  new Set([owner, source, ...(referrerClient ? [referrerClient] : []), ...services].map(({ id }) => id));

async function checkPicks(
  db: Db,
  user: CurrentUser,
  fields: Pick<Fields, 'ownerId' | 'sourceId' | 'serviceIds' | 'referrerClientId'>,
  known: ReadonlySet<string>,
): Promise<void> {
  const { ownerId, sourceId, serviceIds, referrerClientId } = fields;
  await checkChoices(
    db,
    [
      { field: 'sourceId', ids: [sourceId], among: 'sources' },
      { field: 'ownerId', ids: [ownerId], among: 'staff' },
      { field: 'serviceIds', ids: serviceIds, among: 'services' },
    ],
    known,
  );
  if (referrerClientId !== null && !known.has(referrerClientId)) {
    await checkClient(db, user, referrerClientId, 'referrerClientId');
  }
}

/** Refuses REFERENCE_UNKNOWN unless the client is active and in the caller's scope. */
export async function checkClient(db: Db, user: CurrentUser, id: string, field: string): Promise<void> {
  const client = await db
    .selectFrom('client')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where(inScope.client(user, sql.ref('client.id')))
    .executeTakeFirst();
  if (!client) throw refuseField('REFERENCE_UNKNOWN', field);
}

/** The fiscal year is that of the first billing entity; without an entity, the calendar year. Locks the counter until commit. */
async function nextNumber(db: Db, date: string): Promise<string> {
  const entity = await db
    .selectFrom('billingEntity')
    .select('fyStart')
    .orderBy('active', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const series = enquirySeries(date, entity?.fyStart ?? '01-01');
  const counted = await sql<{ seq: number }>`select next_count(${series}) as seq`.execute(db);
  return `${series}-${String(counted.rows[0]?.seq ?? 1).padStart(4, '0')}`;
}

async function saveServices(db: Db, enquiryId: string, serviceIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('enquiryService')
    .where('enquiryId', '=', enquiryId)
    .where(sql<boolean>`service_id <> all (${serviceIds}::uuid[])`)
    .execute();
  if (serviceIds.length === 0) return;
  await db
    .insertInto('enquiryService')
    .values([...new Set(serviceIds)].map((serviceId) => ({ enquiryId, serviceId })))
    .onConflict((on) => on.doNothing())
    .execute();
}
