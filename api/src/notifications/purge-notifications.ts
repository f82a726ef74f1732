import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** So many rows are deleted at a time, so that nobody waits for a long statement. */
const batch = 5_000;

/** Purges what was read or only mailed after 90 days, and the rest after a year, but nothing that is still to be mailed. */
export async function purgeNotifications(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from notification where id in (
        select id from notification
        where created_at < now() - interval '90 days' and (mail = 'none' or mailed_at is not null)
          and (read_at is not null or not in_bell or created_at < now() - interval '1 year')
        order by created_at limit ${batch})`.execute(db);
    if (numAffectedRows < BigInt(batch)) return;
  }
}
