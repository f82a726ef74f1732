import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { Refusal } from '@daybook/contracts/refusals';
import type { Backup } from '@daybook/contracts/settings/backups/backups';
import { zoneOfFirm } from '../../books/check-books.ts';
import { at } from '../../db/clock.ts';
import type { Clock } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import { getBackup } from './backups.queries.ts';

/** Requests a backup, or joins the one that waits or runs. */
export async function requestBackup(db: Db): Promise<Backup> {
  await db
    .insertInto('backup')
    .values({ id: uuidv7(), kind: 'by_hand' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const open = await db.selectFrom('backup').select('id').where('endedAt', 'is', null).executeTakeFirst();
  // It may have ended since: then it is the one that was wanted.
  const last =
    open ?? (await db.selectFrom('backup').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst());
  if (!last) throw new Error('the requested backup was not stored');
  return getBackup(db, last.id);
}

/** Requests the test of a backup, or joins the one that waits or runs. Refuses NOT_FOUND, and STATE_NOT_ALLOWED without a file. */
export async function requestTest(db: Db, id: string, by: string): Promise<Backup> {
  const { status, removedAt, test } = await getBackup(db, id);
  if (status !== 'done' || removedAt !== null) throw new Refusal('STATE_NOT_ALLOWED');
  if (test !== 'waiting' && test !== 'running') await askForTest(db, id, by);
  return getBackup(db, id);
}

const askForTest = (db: Db, id: string, by: string | null) =>
  db
    .updateTable('backup')
    .set({
      proof: 'waiting',
      proofAskedBy: by,
      proofTries: 0,
    })
    .where('id', '=', id)
    .execute();

/** After so many failures in a night the next night is waited for. */
const mostFailures = 3;

/** Requests tonight's backup once it is due, whichever server asks first. Missed nights are made up by one backup. */
export async function requestScheduled(db: Db, clock: Clock = null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into backup (id, kind, night)
    select ${uuidv7()}, 'scheduled', night
    from backup_setting, lateral (select (${at(clock)} at time zone ${zoneOfFirm} - at_time)::date as night) as last
    where is_on and not is_held('backups') and (night + at_time) at time zone ${zoneOfFirm} >= on_since
      and (select count(*) from backup where backup.night = last.night) < ${mostFailures}
      and not exists (select from backup where backup.night = last.night and ended_at > ${at(clock)} - interval '15 minutes')
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Requests the monthly test: of the newest scheduled backup, if no test of the last thirty days succeeded. A failed one is repeated with
 * the next backup. One that the passphrase of today does not open waits for the next backup too.
 */
export async function requestMonthlyTest(db: Db, clock: Clock = null): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select newest.id from (select * from backup where kind = 'scheduled' and status = 'done' and ended_at <= now()
      order by id desc limit 1) as newest, backup_setting
    where proof is null and removed_at is null and is_on and not is_held('backups')
      and coalesce(newest.passphrase_set_at = date_trunc('milliseconds', backup_setting.passphrase_set_at), newest.passphrase_set_at is null)
      and not exists (select from backup where proof in ('waiting', 'running')
        or proof in ('restored', 'read', 'compared') and proof_at between ${at(clock)} - interval '30 days' and ${at(clock)})`.execute(
    db,
  );
  const [due] = rows;
  if (due === undefined) return false;
  await askForTest(db, due.id, null);
  return true;
}
