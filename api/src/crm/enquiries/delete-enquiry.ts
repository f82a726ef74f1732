import { sql } from 'kysely';
import type { Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { isLiveEnquiry } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getDeletedEnquiry } from './deleted-enquiries.queries.ts';
import { getEnquiry } from './enquiries.queries.ts';
import { presentOwner } from './present-owner.queries.ts';

/** Moves an enquiry to the bin. Refuses NOT_FOUND, VERSION_CONFLICT, STATE_NOT_ALLOWED if it was won. */
export async function removeEnquiry(db: Db, user: CurrentUser, id: string, version: number): Promise<void> {
  const { status } = await lockAtVersion(db, 'enquiry', id, version, () => getEnquiry(db, user, id));
  if (status === 'won') throw new Refusal('STATE_NOT_ALLOWED', { from: status, to: 'deleted' });
  await db
    .updateTable('enquiry')
    .set({ deletedAt: sql<string>`now()`, ...nextVersion })
    .where('id', '=', id)
    .execute();
}

/** Restores an enquiry from the bin. Refuses NOT_FOUND (after 30 days too), VERSION_CONFLICT. */
export async function restoreEnquiry(
  db: Db,
  user: CurrentUser,
  id: string,
  version: number,
): Promise<Enquiry> {
  const { owner, status } = await lockAtVersion(db, 'enquiry', id, version, () =>
    getDeletedEnquiry(db, user, id),
  );
  const ownerId = isLiveEnquiry(status) ? await presentOwner(db, user, owner.id) : owner.id;
  await db
    .updateTable('enquiry')
    .set({ deletedAt: null, ownerId, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getEnquiry(db, user, id);
}
