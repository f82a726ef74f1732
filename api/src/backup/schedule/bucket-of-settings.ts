import type { SecretBox } from '../../auth/secret-box.ts';
import { usualRegion } from '../../backup-places.ts';
import type { BucketAccess } from '../../backup-places.ts';
import type { StoredSchedule } from './backup-settings.queries.ts';
import { BackupFailed } from './fault.ts';

/** The bucket of the settings, which may be stored while backups go to a folder; null if there is none. */
export function bucketOfSettings(schedule: StoredSchedule, box: SecretBox): BucketAccess | null {
  const { id, bucketEndpoint, bucketRegion, bucketName, bucketPrefix, bucketKeyId, bucketSecret } = schedule;
  if (bucketEndpoint === null || bucketName === null || bucketKeyId === null || bucketSecret === null)
    return null;
  return {
    endpoint: bucketEndpoint,
    region: bucketRegion ?? usualRegion,
    name: bucketName,
    prefix: bucketPrefix ?? '',
    keyId: bucketKeyId,
    secret: opened(box, bucketSecret, id),
  };
}

function opened(box: SecretBox, sealed: Buffer, owner: string): string {
  try {
    return box.open(sealed, owner).toString();
  } catch {
    throw new BackupFailed('BUCKET_SECRET_UNREADABLE');
  }
}
