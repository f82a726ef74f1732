import { sql } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import type { BackupSettings } from '@daybook/contracts/settings/backups/backups';
import { zoneOfFirm } from '../../books/check-books.ts';
import type { NamedPlaces } from '../../backup-places.ts';
import type { Db } from '../../db/database.ts';

export interface StoredSchedule extends Omit<BackupSettings, 'usualFolder' | 'usualBucket' | 'recipients'> {
  id: string;
  bucketSecret: Buffer | null;
  recipients: string[] | null;
  passphrase: Buffer | null;
  passphraseSetAt: string | null;
}

/** The schedule with the passphrase, still encrypted; the migration made its row. */
export async function storedSchedule(db: Db): Promise<StoredSchedule> {
  const { rows } = await sql<StoredSchedule>`
    select id, version, is_on, to_char(at_time, 'HH24:MI') as at_time, folder, passphrase, passphrase_set_at, recipients,
      destination, bucket_endpoint, bucket_region, bucket_name, bucket_prefix, bucket_key_id, bucket_secret,
      case when passphrase is not null then 'passphrase' when recipients is not null then 'recipients' else 'none' end as encryption, keep_daily, keep_weekly, keep_monthly, ${zoneOfFirm} as timezone
    from backup_setting`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Refusal('NOT_FOUND');
  return row;
}

export async function getBackupSettings(db: Db, { folder, bucket }: NamedPlaces): Promise<BackupSettings> {
  const {
    id: _id,
    passphrase: _passphrase,
    passphraseSetAt: _at,
    bucketSecret: _secret,
    ...settings
  } = await storedSchedule(db);
  return { ...settings, recipients: settings.recipients ?? [], usualFolder: folder, usualBucket: bucket };
}
