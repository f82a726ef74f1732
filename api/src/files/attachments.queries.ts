import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Attachment, FileType } from '@daybook/contracts/files';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
import type { SpooledFile } from '../http/spool-upload.ts';
import { fileTypeOf, headBytes } from './file-type.ts';

const pieceBytes = 1024 * 1024;

/** The name alone: a path of somebody's machine is nobody's business. */
const nameOf = (given: string): string => given.split(/[\\/]/).at(-1)?.trim() || 'file';

async function typeOf(handle: FileHandle): Promise<FileType> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  const type = fileTypeOf(buffer.subarray(0, bytesRead));
  if (type === null) throw refuseField('FILE_KIND', 'attachmentId');
  return type;
}

async function storePieces(db: Db, handle: FileHandle, { size, sha256 }: SpooledFile): Promise<void> {
  for (let no = 0; no * pieceBytes < size; no += 1) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(pieceBytes), 0, pieceBytes, no * pieceBytes);
    await db
      .insertInto('filePiece')
      .values({ sha256, no, bytes: buffer.subarray(0, bytesRead) })
      .execute();
  }
}

/** Keeps a file under its hash: the same bytes are kept once. Refuses FILE_KIND unless the bytes are a photo's or a PDF's. */
export async function storeFile(db: Db, file: SpooledFile, name: string): Promise<Attachment> {
  const handle = await open(file.path);
  try {
    const type = await typeOf(handle);
    const { sha256, size } = file;
    // Waits for who sweeps the same content away.
    const { isNew } = await db
      .insertInto('fileContent')
      .values({ sha256, size, type })
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ size }))
      .returning(sql<boolean>`xmax = 0`.as('isNew'))
      .executeTakeFirstOrThrow();
    if (isNew) await storePieces(db, handle, file);
    const id = uuidv7();
    await db
      .insertInto('attachment')
      .values({ id, sha256, name: nameOf(name) })
      .execute();
    return { id, label: nameOf(name), type, size };
  } finally {
    await handle.close();
  }
}

async function* piecesOf(db: Db, sha256: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let no = 0; no * pieceBytes < size; no += 1) {
    const { bytes } = await db
      .selectFrom('filePiece')
      .select('bytes')
      .where('sha256', '=', sha256)
      .where('no', '=', no)
      .executeTakeFirstOrThrow();
    yield bytes;
  }
}

/** `filename*` of RFC 5987. */
const encodedName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );

/**
 * Sends a file piece by piece. As an attachment, and in a box where nothing runs: whatever the bytes are besides what
 * they begin as, a browser that opens the address does nothing with them (assurance UPL-1).
 */
export async function sendAttachment(db: Db, id: string, reply: FastifyReply): Promise<FastifyReply> {
  const file = await db
    .selectFrom('attachment')
    .innerJoin('fileContent', 'fileContent.sha256', 'attachment.sha256')
    .select(['name', 'type', 'size', 'fileContent.sha256'])
    .where('attachment.id', '=', id)
    .executeTakeFirst();
  if (!file) throw new Refusal('NOT_FOUND');
  return reply
    .type(file.type)
    .header('Content-Length', file.size)
    .header('Content-Disposition', `attachment; filename*=UTF-8''${encodedName(file.name)}`)
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .send(Readable.from(piecesOf(db, file.sha256, file.size)));
}

/** What was sent and named by nothing for a day goes, and content that nothing names any more. */
export async function sweepAttachments(db: Db): Promise<void> {
  await db
    .deleteFrom('attachment')
    .where('createdAt', '<', sql<string>`now() - interval '1 day'`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('expense').select('expense.id').whereRef('attachmentId', '=', 'attachment.id'),
        ),
      ),
    )
    .execute();
  await db
    .deleteFrom('fileContent')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('attachment')
            .select('attachment.id')
            .whereRef('attachment.sha256', '=', 'fileContent.sha256'),
        ),
      ),
    )
    .execute();
}
