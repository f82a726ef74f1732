import path from 'node:path';
import { addressOf } from '../../backup-places.ts';
import type { BucketAccess } from '../../backup-places.ts';
import type { StoredSchedule } from './backup-settings.queries.ts';
import type { BackupStore } from './backup-store.ts';
import { bucketOfSettings } from './bucket-of-settings.ts';
import { bucketStore } from './bucket-store.ts';
import { BackupFailed } from './fault.ts';
import { folderStore } from './folder-store.ts';
import type { BackupPlace } from './place.ts';

/** A folder is a path. */
const isAddress = (place: string): boolean => /^https?:\/\//.test(place);

/** What a store is opened with. */
export type StoreAt = { bucket: BucketAccess } | { folder: string; isUsual: boolean };

export const storeOf = (at: StoreAt): BackupStore =>
  'bucket' in at ? bucketStore(at.bucket) : folderStore(at.folder, at);

/** Where the next backup goes; the environment wins. */
export function nextStoreAt(schedule: StoredSchedule, place: BackupPlace): StoreAt {
  const bucket =
    place.bucket ?? (schedule.destination === 'bucket' ? bucketOfSettings(schedule, place.box) : null);
  if (bucket !== null) return { bucket };
  const usual = place.usualFolder && path.resolve(place.usualFolder);
  const folder = schedule.folder ?? usual;
  if (folder === null) throw new BackupFailed('FOLDER_NOT_SET');
  return { folder, isUsual: folder === usual };
}

/** Where a backup is that was made earlier. A bucket is used only with the key that was given for it. */
export function storeAt(place: string, schedule: StoredSchedule, { bucket, box }: BackupPlace): BackupStore {
  if (!isAddress(place)) return folderStore(place);
  const known = [bucket, bucketOfSettings(schedule, box)].find(
    (access) => access !== null && addressOf(access) === place,
  );
  if (!known) throw new BackupFailed('BUCKET_CHANGED', place);
  return bucketStore(known);
}
