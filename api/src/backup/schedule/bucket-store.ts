import type { BackupFault } from '@daybook/contracts/settings/backups/backups';
import type { BucketAccess } from '../../backup-places.ts';
import { writeBackup } from '../write-backup.ts';
import { openBucket } from './bucket.ts';
import { BackupFailed } from './fault.ts';
import type { BackupStore } from './backup-store.ts';
import { uploadSink } from './upload-sink.ts';

/** Whoever saves the settings waits for it, in a transaction that may be idle for fifteen seconds. */
const patienceMs = 4_000;

/** Why no backup can be written into the bucket; null if one can. */
export async function faultOfBucket(access: BucketAccess): Promise<BackupFault | null> {
  const bucket = openBucket(access, patienceMs);
  try {
    // Always the same name, so that the next probe replaces what a killed server has left.
    await bucket.put('.daybook-probe', Buffer.from('Daybook can write here.\n'));
    await bucket.remove('.daybook-probe');
    return null;
  } catch (error) {
    if (error instanceof BackupFailed) return error.fault;
    throw error;
  }
}

export function bucketStore(access: BucketAccess): BackupStore {
  const bucket = openBucket(access);
  const { address } = bucket;
  const sizeOf = async (name: string) => {
    const size = await bucket.sizeOf(name);
    if (size === null) throw new BackupFailed('FILE_MISSING', `${address}/${name}`);
    return size;
  };
  return {
    place: address,
    async require() {
      const fault = await faultOfBucket(access);
      if (fault !== null) throw new BackupFailed(fault, address);
    },
    async backUp(url, options, begun) {
      const upload = await bucket.begin(options.name);
      await begun(upload);
      const backup = await writeBackup(url, uploadSink(bucket, options.name, upload), options);
      // Storage may report a failure in the body of an answer that says 200.
      if ((await bucket.sizeOf(options.name)) !== backup.bytes)
        throw new BackupFailed('UNEXPECTED', 'the bucket does not have the whole file');
      return backup;
    },
    sizeOf: (name) => bucket.sizeOf(name),
    archive: (name) => ({ name, size: () => sizeOf(name), read: (first) => bucket.read(name, first) }),
    remove: (name) => bucket.remove(name),
    async discard(name, upload) {
      // It is over if it was completed or ended before.
      if (upload !== null) await bucket.abort(name, upload).catch(() => undefined);
      await bucket.remove(name);
    },
  };
}
