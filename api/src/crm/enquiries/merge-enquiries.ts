import { sql } from 'kysely';
import type { Enquiry, enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { isLiveEnquiry } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getEnquiry } from './enquiries.queries.ts';
import { searchTextOf } from './save-enquiry.ts';

const earlier = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one;

/** What the enquiry that stays has afterwards: its own fields, and those of the other where it has none. */
function filledFrom(stays: Enquiry, goes: Enquiry) {
  return {
    company: stays.company ?? goes.company,
    email: stays.email ?? goes.email,
    phone: stays.phone ?? goes.phone,
    taxId: stays.taxId ?? goes.taxId,
    referrerClientId: (stays.referrerClient ?? goes.referrerClient)?.id ?? null,
    nextActionOn: isLiveEnquiry(stays.status)
      ? earlier(stays.nextActionOn, goes.nextActionOn)
      : stays.nextActionOn,
  };
}

/** Both are locked in the order of their ids, so that two merges of the same pair do not wait for each other. */
async function lockBoth(db: Db, user: CurrentUser, wanted: readonly { id: string; version: number }[]) {
  const locked = new Map<string, Enquiry>();
  for (const { id, version } of wanted.toSorted((a, b) => a.id.localeCompare(b.id)))
    locked.set(id, await lockAtVersion(db, 'enquiry', id, version, () => getEnquiry(db, user, id)));
  return locked;
}

/**
 * Merges another enquiry into this one. Its notes, files and moves stay where they are and are read under this one, because
 * they are history. Refuses NOT_FOUND, VERSION_CONFLICT, REFERENCE_UNKNOWN on `otherId` for the enquiry itself,
 * STATE_NOT_ALLOWED if the other was won.
 */
export async function mergeEnquiries(
  db: Db,
  user: CurrentUser,
  { id, otherId, otherVersion }: ParsedInputOf<typeof enquiries.merge>,
  version: number,
): Promise<Enquiry> {
  if (id === otherId) throw refuseField('REFERENCE_UNKNOWN', 'otherId');
  const both = await lockBoth(db, user, [
    { id, version },
    { id: otherId, version: otherVersion },
  ]);
  const [stays, goes] = [both.get(id), both.get(otherId)];
  if (!stays || !goes) throw new Refusal('NOT_FOUND');
  if (goes.status === 'won') throw new Refusal('STATE_NOT_ALLOWED', { from: 'won', to: 'merged' });
  const filled = filledFrom(stays, goes);
  await db
    .updateTable('enquiry')
    .set({ ...filled, searchText: searchTextOf(stays.no, { ...stays, ...filled }), ...nextVersion })
    .where('id', '=', id)
    .execute();
  // By the database, because the caller may not see amounts.
  await sql`update enquiry set expected_value = other.expected_value, currency = other.currency
    from enquiry other where other.id = ${otherId} and enquiry.id = ${id} and enquiry.currency is null`.execute(
    db,
  );
  await sql`insert into enquiry_service (enquiry_id, service_id)
    select ${id}, service_id from enquiry_service where enquiry_id = ${otherId} on conflict do nothing`.execute(
    db,
  );
  await sql`update enquiry set merged_into_id = ${id} where merged_into_id = ${otherId}`.execute(db);
  await db
    .updateTable('enquiry')
    .set({ mergedIntoId: id, deletedAt: sql<string>`now()`, ...nextVersion })
    .where('id', '=', otherId)
    .execute();
  return getEnquiry(db, user, id);
}
