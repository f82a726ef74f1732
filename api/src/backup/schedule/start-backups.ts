import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../db/database.ts';
import { isAlone } from '../../db/is-alone.ts';
import { every } from '../../every.ts';
import { doBackups } from './do-backups.ts';
import type { BackupPlace } from './place.ts';
import { requestMonthlyTest, requestScheduled } from './request-backup.ts';

const workEveryMs = 2_000;
const planEveryMs = 60_000;
/** The pause after a failure, because the database may be restarting. */
const pauseMs = 3_000;
const lockKey = 4_217_098;

/** Notifies the admins once a day while the last good backup is too old. */
export async function tellOfOverdue(root: Db): Promise<void> {
  await root.transaction().execute(async (db) => {
    if (!(await isAlone(db, lockKey))) return;
    await sql`
      select tell(app_user.id, 'backup_overdue',
        jsonb_build_object('count', floor(extract(epoch from now() - backup_overdue_since()) / 86400)), 'backup', backup_setting.id)
      from app_user, backup_setting
      where user_type in ('super_admin', 'admin') and status = 'active' and backup_overdue_since() is not null
        and not exists (select from notification where kind = 'backup_overdue' and created_at > now() - interval '1 day')`.execute(
      db,
    );
  });
}

/** Makes and tests backups as the schedule and people request them. The returned function stops it. Several servers may run it. */
export function startBackups(db: Db, place: BackupPlace, log: Pick<Logger, 'warn'>): () => Promise<void> {
  let isStopping = false;
  const plan = async () => {
    await requestScheduled(db);
    await requestMonthlyTest(db);
    await tellOfOverdue(db);
  };
  const stops = [
    every(planEveryMs, plan, (error) => log.warn({ err: error }, 'no backup could be planned')),
    every(
      workEveryMs,
      () => doBackups(db, place, log, () => isStopping),
      (error) => log.warn({ err: error }, 'a backup or its test failed'),
      { pauseMs },
    ),
  ];
  return async () => {
    isStopping = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}
