import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { binDays, mostClientFiles } from '@daybook/contracts/crm/clients/client-files';
import type { ClientFile, clientFiles } from '@daybook/contracts/crm/clients/client-files';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { keptName } from '../../files/file-name.ts';
import { storeFile } from '../../files/store-attachment.ts';
import type { SpooledFile } from '../../http/spool-upload.ts';
import { getClientFile } from './client-files.queries.ts';
import { requireClient } from './require-client.queries.ts';

interface One {
  id: string;
  fileId: string;
}

/** Refuses STATE_NOT_ALLOWED if the client has the maximum number of files. Files added at once are counted one after the other. */
async function requireRoom(db: Db, clientId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${clientId}, 0))`.execute(db);
  const { files } = await db
    .selectFrom('clientFile')
    .where('clientId', '=', clientId)
    .where('deletedAt', 'is', null)
    .select(sql<number>`count(*)`.as('files'))
    .executeTakeFirstOrThrow();
  if (files >= mostClientFiles)
    throw new Refusal('STATE_NOT_ALLOWED', { from: `${files}`, to: `${files + 1}` });
}

/** Refuses NOT_FOUND, FILE_KIND, FILE_MACROS, and as `requireRoom`. */
export async function addClientFile(
  db: Db,
  user: CurrentUser,
  { id, name, year }: ParsedInputOf<typeof clientFiles.add>,
  upload: SpooledFile | null,
): Promise<ClientFile> {
  await requireClient(db, user, id);
  if (upload === null) throw new Refusal('BODY_MALFORMED');
  await requireRoom(db, id);
  const attachment = await storeFile(db, upload, name, 'document');
  const fileId = uuidv7();
  await db
    .insertInto('clientFile')
    .values({
      id: fileId,
      clientId: id,
      attachmentId: attachment.id,
      name: attachment.label,
      year: year ?? null,
    })
    .execute();
  return getClientFile(db, user, { id, fileId });
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, and STATE_NOT_ALLOWED if the file is (or is not) in the bin. */
async function lockFile(
  db: Db,
  user: CurrentUser,
  at: One,
  version: number,
  isInBin: boolean,
): Promise<ClientFile> {
  await getClientFile(db, user, at);
  const file = await lockAtVersion(db, 'clientFile', at.fileId, version, () => getClientFile(db, user, at));
  if ((file.deletedAt !== null) !== isInBin) throw new Refusal('STATE_NOT_ALLOWED');
  return file;
}

/** Refuses as `lockFile`. */
export async function changeClientFile(
  db: Db,
  user: CurrentUser,
  { name, year, ...at }: ParsedInputOf<typeof clientFiles.change>,
  version: number,
): Promise<ClientFile> {
  const { type } = await lockFile(db, user, at, version, false);
  await db
    .updateTable('clientFile')
    .set({ name: keptName(name, type), year, ...nextVersion })
    .where('id', '=', at.fileId)
    .execute();
  return getClientFile(db, user, at);
}

/** Refuses as `lockFile`. */
export async function binClientFile(
  db: Db,
  user: CurrentUser,
  at: One,
  version: number,
): Promise<ClientFile> {
  await lockFile(db, user, at, version, false);
  await db
    .updateTable('clientFile')
    .set({ deletedAt: sql<string>`now()`, deletedBy: user.id, ...nextVersion })
    .where('id', '=', at.fileId)
    .execute();
  return getClientFile(db, user, at);
}

/** Refuses as `lockFile` and `requireRoom`. */
export async function restoreClientFile(
  db: Db,
  user: CurrentUser,
  at: One,
  version: number,
): Promise<ClientFile> {
  await lockFile(db, user, at, version, true);
  await requireRoom(db, at.id);
  await db
    .updateTable('clientFile')
    .set({ deletedAt: null, deletedBy: null, ...nextVersion })
    .where('id', '=', at.fileId)
    .execute();
  return getClientFile(db, user, at);
}

/** Empties the bin of what has been in it long enough. The content goes with the purge of attachments. */
export async function purgeClientFiles(db: Db): Promise<void> {
  await db
    .deleteFrom('clientFile')
    .where('deletedAt', '<', sql<string>`now() - make_interval(days => ${binDays})`)
    .execute();
}
