import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { refuseField } from '@daybook/contracts/refusals';
import type { BackupSettings, backupSettings } from '@daybook/contracts/settings/backups/backups';
import type { SecretBox } from '../../auth/secret-box.ts';
import type { NamedPlaces } from '../../backup-places.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { isRecipient } from '../keys-of-age.ts';
import { getBackupSettings, storedSchedule } from './backup-settings.queries.ts';
import type { StoredSchedule } from './backup-settings.queries.ts';
import { checkedBucket } from './check-bucket.ts';
import { faultOfFolder } from './folder.ts';

interface Saving {
  version: number;
  box: SecretBox;
  /** What the environment names. */
  places: NamedPlaces;
  /** Whether this server writes the backups; another one may see other folders. */
  isWriter: boolean;
}

/** Refuses a key that has a typing error, which only its checksum shows. */
function requireRecipients(recipients: readonly string[]): void {
  if (recipients.length === 0) throw refuseField('INPUT_INVALID', 'recipients', {}, 'REQUIRED');
  if (!recipients.every(isRecipient))
    throw refuseField('INPUT_INVALID', 'recipients', {}, 'RECIPIENT_INVALID');
}

type Input = ParsedInputOf<typeof backupSettings.save>;

/**
 * Refuses VERSION_CONFLICT; on `folder`, REQUIRED, FOLDER_MISSING and FOLDER_NOT_WRITABLE; REQUIRED on `passphrase` where there is none yet;
 * on `recipients`, REQUIRED and RECIPIENT_INVALID; and what is wrong with the bucket, on its field.
 */
export async function saveBackupSettings(
  db: Db,
  input: Input,
  { version, box, places, isWriter }: Saving,
): Promise<BackupSettings> {
  const before = await storedSchedule(db);
  const { id } = before;
  await lockAtVersion(db, 'backupSetting', id, version, () => getBackupSettings(db, places));
  const { isOn, atTime, keepDaily, keepWeekly, keepMonthly } = input;
  const bucket =
    input.destination === 'bucket'
      ? await checkedBucket(before, input, { box, isWriter })
      : { destination: 'folder' };
  if (input.destination === 'folder') await requireFolder(input, places, isWriter);
  await db
    .updateTable('backupSetting')
    .set({
      isOn,
      atTime,
      keepDaily,
      keepWeekly,
      keepMonthly,
      // What is not chosen stays, for the backups that are there.
      ...(input.destination === 'folder' && { folder: input.folder }),
      ...bucket,
      ...encryptionOf(before, input, box),
      onSince: sql<string | null>`case when ${isOn}::boolean then coalesce(on_since, now()) end`,
      ...nextVersion,
    })
    .where('id', '=', id)
    .execute();
  return getBackupSettings(db, places);
}

async function requireFolder({ isOn, folder }: Input, places: NamedPlaces, isWriter: boolean): Promise<void> {
  if (isOn && folder === null && (places.bucket ?? places.folder) === null)
    throw refuseField('INPUT_INVALID', 'folder', {}, 'REQUIRED');
  const fault = isWriter && folder !== null ? await faultOfFolder(folder) : null;
  if (fault !== null) throw refuseField('INPUT_INVALID', 'folder', {}, fault);
}

function encryptionOf(before: StoredSchedule, { encryption, passphrase, recipients }: Input, box: SecretBox) {
  if (encryption === 'passphrase' && passphrase === null && before.encryption !== 'passphrase')
    throw refuseField('INPUT_INVALID', 'passphrase', {}, 'REQUIRED');
  if (encryption === 'recipients') requireRecipients(recipients);
  const sealed =
    encryption === 'passphrase' && passphrase !== null ? box.seal(Buffer.from(passphrase), before.id) : null;
  return {
    recipients: encryption === 'recipients' ? recipients : null,
    ...(encryption !== 'passphrase' && { passphrase: null, passphraseSetAt: null }),
    ...(sealed && { passphrase: sealed, passphraseSetAt: sql<string>`now()` }),
  };
}
