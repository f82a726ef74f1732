import type { SecretBox } from '../../auth/secret-box.ts';
import type { Config } from '../../config.ts';
import { bucketOfUrl } from '../../backup-places.ts';
import type { BucketAccess } from '../../backup-places.ts';

/** What the environment of the server says about backups. */
export interface BackupPlace {
  databaseUrl: string;
  /** The folder for when the settings name none. */
  usualFolder: string | null;
  /** The bucket of the environment, which wins over the settings. */
  bucket: BucketAccess | null;
  /** A role that may create a database, in which backups are tested. */
  scratchUrl: string | null;
  box: SecretBox;
}

type Environment = Partial<
  Pick<Config, 'BACKUP_DIR' | 'BACKUP_BUCKET_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_SCRATCH_URL'>
>;

export const backupPlace = (
  { BACKUP_DIR, BACKUP_BUCKET_URL, DATABASE_OWNER_URL, DATABASE_SCRATCH_URL }: Environment,
  databaseUrl: string,
  box: SecretBox,
): BackupPlace => ({
  databaseUrl,
  usualFolder: BACKUP_DIR ?? null,
  bucket: BACKUP_BUCKET_URL === undefined ? null : bucketOfUrl(BACKUP_BUCKET_URL),
  scratchUrl: DATABASE_SCRATCH_URL ?? DATABASE_OWNER_URL ?? null,
  box,
});
