import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Zip, ZipPassThrough } from 'fflate';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { piecesOf } from '../files/file-content.ts';
import { itemsInScope, theirJob } from './jobs.queries.ts';

interface KeptFile {
  fileName: string;
  sha256: Buffer;
}

/** Makes file names unique: "25-26-0042.pdf", and "25-26-0042 (2).pdf" for the second file of that name. */
function ownNames(files: readonly KeptFile[]): KeptFile[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const dot = file.fileName.lastIndexOf('.');
    let fileName = file.fileName;
    for (let no = 2; taken.has(fileName); no += 1)
      fileName = `${file.fileName.slice(0, dot)} (${no})${file.fileName.slice(dot)}`;
    taken.add(fileName);
    return { ...file, fileName };
  });
}

/** Streams one archive, one piece of a file at a time. Files are stored uncompressed, because a PDF is already compressed. */
async function* zipped(db: Db, files: readonly KeptFile[]): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, data) => {
    if (error) throw error;
    ready.push(data);
  });
  for (const { fileName, sha256 } of files) {
    const entry = new ZipPassThrough(fileName);
    zip.add(entry);
    for await (const piece of piecesOf(db, sha256)) {
      entry.push(piece);
      yield* ready.splice(0);
    }
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  yield* ready.splice(0);
}

/** The files of a job, for the items that are now in the caller's scope. Refuses NOT_FOUND, including after the files are purged. */
export async function sendJobFiles(
  db: Db,
  user: CurrentUser,
  id: string,
  { name, reply }: { name: string; reply: FastifyReply },
): Promise<FastifyReply> {
  const { hasFiles } = await theirJob(db, user, id);
  const files = await itemsInScope(db, user)
    .where('item.jobId', '=', id)
    .where('client.id', 'is not', null)
    .where('item.sha256', 'is not', null)
    .orderBy('item.no')
    .select(['item.sha256', 'item.fileName'])
    .execute();
  if (!hasFiles || files.length === 0) throw new Refusal('NOT_FOUND');
  return reply
    .type('application/zip')
    .header('Content-Disposition', `attachment; filename="${name}.zip"`)
    .send(Readable.from(zipped(db, ownNames(files as KeptFile[])), { objectMode: false }));
}
