import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { refuseField } from '@daybook/contracts/refusals';
import type { BackupSettings, backupSettings } from '@daybook/contracts/settings/backups/backups';
import type { SecretBox } from '../../auth/secret-box.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getBackupSettings, storedSchedule } from './backup-settings.queries.ts';
import { faultOfFolder } from './folder.ts';

interface Saving {
  version: number;
  box: SecretBox;
  /** The folder that the environment names. */
  usualFolder: string | null;
  /** Whether this server writes the backups; another one may see other folders. */
  isWriter: boolean;
}

/**
 * Refuses VERSION_CONFLICT; on `folder`, REQUIRED, FOLDER_MISSING and FOLDER_NOT_WRITABLE; and REQUIRED on `passphrase` where there is
 * none yet.
 */
export async function saveBackupSettings(
  db: Db,
  { passphrase, isEncrypted, ...schedule }: ParsedInputOf<typeof backupSettings.save>,
  { version, box, usualFolder, isWriter }: Saving,
): Promise<BackupSettings> {
  const { id, isEncrypted: hasPassphrase } = await storedSchedule(db);
  await lockAtVersion(db, 'backupSetting', id, version, () => getBackupSettings(db, usualFolder));
  if (schedule.isOn && schedule.folder === null && usualFolder === null)
    throw refuseField('INPUT_INVALID', 'folder', {}, 'REQUIRED');
  if (isEncrypted && passphrase === null && !hasPassphrase)
    throw refuseField('INPUT_INVALID', 'passphrase', {}, 'REQUIRED');
  const fault = isWriter && schedule.folder !== null ? await faultOfFolder(schedule.folder) : null;
  if (fault !== null) throw refuseField('INPUT_INVALID', 'folder', {}, fault);
  const sealed = isEncrypted && passphrase !== null ? box.seal(Buffer.from(passphrase), id) : null;
  await db
    .updateTable('backupSetting')
    .set({
      ...schedule,
      onSince: sql<string | null>`case when ${schedule.isOn}::boolean then coalesce(on_since, now()) end`,
      ...(!isEncrypted && { passphrase: null, passphraseSetAt: null }),
      ...(sealed && { passphrase: sealed, passphraseSetAt: sql<string>`now()` }),
      ...nextVersion,
    })
    .where('id', '=', id)
    .execute();
  return getBackupSettings(db, usualFolder);
}
