import { sql } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';
import { checkArchive } from '../check-archive.ts';
import { digestOf } from '../digest.ts';
import type { Manifest } from '../manifest.ts';
import { restoreBackup } from '../restore-backup.ts';
import type { StoredArchive } from '../stored-archive.ts';
import { storedSchedule } from './backup-settings.queries.ts';
import { BackupFailed, faultOf } from './fault.ts';
import { passphraseOf } from './make-backup.ts';
import type { BackupPlace } from './place.ts';
import { inScratchDatabase } from './scratch-database.ts';
import { storeAt } from './store.ts';

const now = sql<string>`clock_timestamp()`;

interface Tested {
  proof: 'restored' | 'read' | 'compared' | 'failed';
  proofFound: number | null;
}

interface Recorded {
  id: string;
  folder: string | null;
  file: string | null;
  auditHash: string | null;
  passphraseSetAt: string | null;
  recipients: string[] | null;
  sha256: string | null;
}

async function requireArchive(
  db: Db,
  { folder, file }: Recorded,
  place: BackupPlace,
): Promise<StoredArchive> {
  const [where, name] = [folder ?? '', file ?? ''];
  const store = storeAt(where, await storedSchedule(db), place);
  // A drive that is not there has no file either.
  const size = await store.sizeOf(name).catch((error: unknown) => {
    if (error instanceof BackupFailed && error.fault === 'FOLDER_MISSING') return null;
    throw error;
  });
  if (size === null) throw new BackupFailed('FILE_MISSING', `${where}/${name}`);
  return store.archive(name);
}

async function keysOf(db: Db, { passphraseSetAt }: Recorded, place: BackupPlace) {
  const { box } = place;
  if (passphraseSetAt === null) return { box };
  const schedule = await storedSchedule(db);
  if (schedule.passphraseSetAt !== passphraseSetAt) throw new BackupFailed('PASSPHRASE_CHANGED');
  return { box, passphrase: passphraseOf(schedule, place) };
}

function requireRecorded({ audit }: Manifest, { auditHash }: Recorded): void {
  if (audit.hash !== auditHash)
    throw new BackupFailed('ARCHIVE_REFUSED', 'the file is another backup than the one on record');
}

/** All that can be said of a file that only others can open: whether it has the bytes that were written. */
async function compare(archive: StoredArchive, { sha256 }: Recorded, goOn: () => void): Promise<Tested> {
  if ((await digestOf(archive, goOn)) !== sha256)
    throw new BackupFailed('ARCHIVE_REFUSED', 'the file is not as it was written');
  return { proof: 'compared', proofFound: null };
}

/** Restores the file into a scratch database and checks the books there; where that is not permitted, reads the whole file, and where it cannot be opened, its bytes. */
async function tryRestore(db: Db, recorded: Recorded, place: BackupPlace, goOn: () => void): Promise<Tested> {
  const archive = await requireArchive(db, recorded, place);
  if (recorded.recipients !== null) return compare(archive, recorded, goOn);
  const keys = await keysOf(db, recorded, place);
  const restored =
    place.scratchUrl === null
      ? null
      : await inScratchDatabase(place.scratchUrl, (url) =>
          restoreBackup(url, archive, { ...keys, isScratch: true, say: goOn, tell: goOn }),
        );
  requireRecorded(restored?.manifest ?? (await checkArchive(archive, keys)), recorded);
  if (restored === null) return { proof: 'read', proofFound: null };
  const proofFound = restored.findings.length;
  return { proof: proofFound === 0 ? 'restored' : 'failed', proofFound };
}

/** Does the requested test, and records how it went; a server that stops leaves it to the next one. Refuses NOT_FOUND. */
export async function testBackup(
  db: Db,
  id: string,
  place: BackupPlace,
  isStopping: () => boolean,
): Promise<void> {
  const row = db.updateTable('backup').where('id', '=', id);
  await row.set({ proof: 'running', proofTries: sql<number>`proof_tries + 1` }).execute();
  const recorded = await db
    .selectFrom('backup')
    .select(['id', 'folder', 'file', 'auditHash', 'passphraseSetAt', 'recipients', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!recorded) throw new Refusal('NOT_FOUND');
  const goOn = () => {
    if (isStopping()) throw new BackupFailed('INTERRUPTED');
  };
  try {
    const { proof, proofFound } = await tryRestore(db, recorded, place, goOn);
    const proofFault = proof === 'failed' ? 'BOOKS_WRONG' : null;
    await row.set({ proof, proofAt: now, proofFound, proofFault, proofDetail: null }).execute();
  } catch (error) {
    const { fault: proofFault, detail: proofDetail } = faultOf(error);
    if (proofFault === 'INTERRUPTED') {
      await row.set({ proof: 'waiting', proofTries: sql<number>`proof_tries - 1` }).execute();
      return;
    }
    await row.set({ proof: 'failed', proofAt: now, proofFound: null, proofFault, proofDetail }).execute();
  }
}
