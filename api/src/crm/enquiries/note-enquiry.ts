import { uuidv7 } from 'uuidv7';
import type { Enquiry, enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { isLiveEnquiry } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { nextVersion } from '../../db/versions.ts';
import { getEnquiry } from './enquiries.queries.ts';

/** Refuses NOT_FOUND. */
export async function addEnquiryNote(
  db: Db,
  user: CurrentUser,
  { id, body }: ParsedInputOf<typeof enquiries.addNote>,
): Promise<Enquiry> {
  await getEnquiry(db, user, id);
  await db.insertInto('enquiryNote').values({ id: uuidv7(), enquiryId: id, body }).execute();
  return getEnquiry(db, user, id);
}

/** Nobody has seen the enquiry before, so no version is named. Refuses NOT_FOUND, STATE_NOT_ALLOWED if it is closed. */
export async function addCallBack(
  db: Db,
  user: CurrentUser,
  { id, body, nextActionOn }: ParsedInputOf<typeof enquiries.callBack>,
): Promise<Enquiry> {
  await db.selectFrom('enquiry').select('id').where('id', '=', id).forUpdate().execute();
  const { status } = await getEnquiry(db, user, id);
  if (!isLiveEnquiry(status)) throw new Refusal('STATE_NOT_ALLOWED', { from: status, to: status });
  await db.insertInto('enquiryNote').values({ id: uuidv7(), enquiryId: id, body }).execute();
  await db
    .updateTable('enquiry')
    .set({ nextActionOn, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getEnquiry(db, user, id);
}
