import { sql } from 'kysely';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { mostTold } from '../clients/request-client-job.ts';

const quiet = (db: Db, isOn: boolean) =>
  sql`select set_config('daybook.quiet', ${isOn ? 'on' : ''}, true)`.execute(db);

/** Changes owners without a notification for each enquiry. */
export async function quietly<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await quiet(db, true);
  const result = await work();
  await quiet(db, false);
  return result;
}

/** One notification for all enquiries that a person is given at once; a few are named, and open from their notifications. */
export async function tellOfHandover(
  db: Db,
  { name }: CurrentUser,
  ownerId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > mostTold)
    await sql`select tell(${ownerId}, 'enquiries_handed_over',
      jsonb_build_object('by', ${name}::text, 'count', ${ids.length}::int), null, null)`.execute(db);
  else
    await sql`select tell(owner_id, 'enquiry_assigned', jsonb_build_object('no', no, 'name', name), 'enquiry', id)
      from enquiry where id = any (${ids}::uuid[])`.execute(db);
}
