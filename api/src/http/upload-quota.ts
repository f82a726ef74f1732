import { Refusal } from '@daybook/contracts/refusals';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

const megabyte = 1024 * 1024;

const refused = (megabytes: number) => new Refusal('UPLOAD_QUOTA', { megabytes });

/** Before anything of a file has arrived. Refuses UPLOAD_QUOTA if the person has no room for it today. */
export async function refuseOverQuota(
  db: Db,
  { userId, bytes, megabytes }: { userId: string; bytes: number; megabytes: number },
): Promise<void> {
  const { rows } = await sql<{ isOver: boolean }>`
    select coalesce((select bytes from upload_day where user_id = ${userId} and day = current_date), 0) + ${bytes}::bigint
      > ${megabytes * megabyte}::bigint as "isOver"`.execute(db);
  if (rows[0]?.isOver) throw refused(megabytes);
}

/** Counts what arrived, whatever becomes of it: files sent at once cannot pass the limit together. Refuses UPLOAD_QUOTA. */
export async function countUpload(
  db: Db,
  { userId, bytes, megabytes }: { userId: string; bytes: number; megabytes: number },
): Promise<void> {
  const most = megabytes * megabyte;
  if (bytes > most) throw refused(megabytes);
  const { rows } = await sql`
    insert into upload_day as counted (user_id, day, bytes) values (${userId}, current_date, ${bytes})
    on conflict (user_id, day) do update set bytes = counted.bytes + excluded.bytes
      where counted.bytes + excluded.bytes <= ${most}
    returning bytes`.execute(db);
  if (rows.length === 0) throw refused(megabytes);
}

export async function purgeUploadDays(db: Db): Promise<void> {
  await db
    .deleteFrom('uploadDay')
    .where('day', '<', sql<string>`current_date - 1`)
    .execute();
}
