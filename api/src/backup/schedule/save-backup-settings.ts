import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { refuseField } from '@daybook/contracts/refusals';
import type { BackupSettings, backupSettings } from '@daybook/contracts/settings/backups/backups';
import type { SecretBox } from '../../auth/secret-box.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { isRecipient } from '../keys-of-age.ts';
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

/** Refuses a key that has a typing error, which only its checksum shows. */
function requireRecipients(recipients: readonly string[]): void {
  if (recipients.length === 0) throw refuseField('INPUT_INVALID', 'recipients', {}, 'REQUIRED');
  if (!recipients.every(isRecipient))
    throw refuseField('INPUT_INVALID', 'recipients', {}, 'RECIPIENT_INVALID');
}

/**
 * Refuses VERSION_CONFLICT; on `folder`, REQUIRED, FOLDER_MISSING and FOLDER_NOT_WRITABLE; REQUIRED on `passphrase` where there is none yet;
 * and on `recipients`, REQUIRED and RECIPIENT_INVALID.
 */
export async function saveBackupSettings(
  db: Db,
  { passphrase, encryption, recipients, ...schedule }: ParsedInputOf<typeof backupSettings.save>,
  { version, box, usualFolder, isWriter }: Saving,
): Promise<BackupSettings> {
  const { id, encryption: before } = await storedSchedule(db);
  await lockAtVersion(db, 'backupSetting', id, version, () => getBackupSettings(db, usualFolder));
  if (schedule.isOn && schedule.folder === null && usualFolder === null)
    throw refuseField('INPUT_INVALID', 'folder', {}, 'REQUIRED');
  if (encryption === 'passphrase' && passphrase === null && before !== 'passphrase')
    throw refuseField('INPUT_INVALID', 'passphrase', {}, 'REQUIRED');
  if (encryption === 'recipients') requireRecipients(recipients);
  const fault = isWriter && schedule.folder !== null ? await faultOfFolder(schedule.folder) : null;
  if (fault !== null) throw refuseField('INPUT_INVALID', 'folder', {}, fault);
  const sealed =
    encryption === 'passphrase' && passphrase !== null ? box.seal(Buffer.from(passphrase), id) : null;
  await db
    .updateTable('backupSetting')
    .set({
      ...schedule,
      onSince: sql<string | null>`case when ${schedule.isOn}::boolean then coalesce(on_since, now()) end`,
      recipients: encryption === 'recipients' ? recipients : null,
      ...(encryption !== 'passphrase' && { passphrase: null, passphraseSetAt: null }),
      ...(sealed && { passphrase: sealed, passphraseSetAt: sql<string>`now()` }),
      ...nextVersion,
    })
    .where('id', '=', id)
    .execute();
  return getBackupSettings(db, usualFolder);
}
