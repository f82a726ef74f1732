import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Enquiry, enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { refuseField } from '@daybook/contracts/refusals';
import { seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { insertMany } from '../../db/insert-many.ts';
import { normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { inScope } from '../../scope.ts';
import { checkChoices } from '../check-choices.ts';
import { readFirmsToday } from './firms-today.queries.ts';
import { getEnquiry, getSavedEnquiry } from './enquiries.queries.ts';
import { checkValue, checkNextAction, enquirySeries } from './enquiries.rules.ts';

type Fields = Omit<ParsedInputOf<typeof enquiries.create>, 'id' | 'nextActionOn'> & {
  nextActionOn: string | null;
};

type NewEnquiry = ParsedInputOf<typeof enquiries.create>;

/** Refuses as `createEnquiries`. */
export async function createEnquiry(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), ...given }: NewEnquiry,
  known: readonly string[] = [],
): Promise<Enquiry> {
  await createEnquiries(db, user, [{ id, ...given }], known);
  return getSavedEnquiry(db, user, id);
}

/**
 * Creates enquiries together, numbered in their order. Refuses all of them for a value without its currency, and REFERENCE_UNKNOWN, on
 * their fields. `known` are the ids that need no check, because nobody chose them.
 */
export async function createEnquiries(
  db: Db,
  user: CurrentUser,
  given: readonly (NewEnquiry & { id: string })[],
  known: readonly string[] = [],
): Promise<void> {
  const all = given.map((one) => ({
    ...one,
    ...(!seesMoney(user) && { expectedValue: null, currency: null }),
    ownerId: one.ownerId ?? user.id,
  }));
  all.forEach(checkValue);
  await checkPicks(db, user, all, new Set([user.id, ...known]));
  const numbers = await nextNumbers(
    db,
    all.map(({ enquiryDate }) => enquiryDate),
  );
  const today = await readFirmsToday(db);
  await insertMany(
    db,
    'enquiry',
    all.map(({ id, ...fields }, index) => {
      const no = numbers[index] ?? '';
      return {
        id,
        no,
        ...columnsOf(fields),
        ownerId: fields.ownerId,
        // An enquiry recorded later has been new since its own date.
        statusSince: fields.enquiryDate < today ? fields.enquiryDate : today,
        searchText: searchTextOf(no, fields),
      };
    }),
  );
  await insertMany(
    db,
    'enquiryService',
    all.flatMap(({ id: enquiryId, serviceIds }) =>
      [...new Set(serviceIds)].map((serviceId) => ({ enquiryId, serviceId })),
    ),
  );
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
  await checkPicks(db, user, [{ ...given, ownerId }], chosenIn(before));
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
  all: readonly Pick<Fields, 'ownerId' | 'sourceId' | 'serviceIds' | 'referrerClientId'>[],
  known: ReadonlySet<string>,
): Promise<void> {
  await checkChoices(
    db,
    [
      { field: 'sourceId', ids: all.map(({ sourceId }) => sourceId), among: 'sources' },
      { field: 'ownerId', ids: all.map(({ ownerId }) => ownerId), among: 'staff' },
      { field: 'serviceIds', ids: all.flatMap(({ serviceIds }) => serviceIds), among: 'services' },
    ],
    known,
  );
  const referrers = new Set(all.flatMap(({ referrerClientId }) => referrerClientId ?? []));
  for (const id of referrers) if (!known.has(id)) await checkClient(db, user, id, 'referrerClientId');
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

/** The fiscal year is that of the first billing entity; without an entity, the calendar year. Locks the counters until commit. */
async function nextNumbers(db: Db, dates: readonly string[]): Promise<string[]> {
  const entity = await db
    .selectFrom('billingEntity')
    .select('fyStart')
    .orderBy('active', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const series = dates.map((date) => enquirySeries(date, entity?.fyStart ?? '01-01'));
  const counted = await sql<{ seq: number }>`
    select next_count(series) as seq from unnest(${series}::text[]) as series`.execute(db);
  return counted.rows.map(({ seq }, index) => `${series[index]}-${String(seq).padStart(4, '0')}`);
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
