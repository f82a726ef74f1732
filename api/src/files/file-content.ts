import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { FileType } from '@daybook/contracts/files';
import type { Db } from '../db/database.ts';

const pieceBytes = 1024 * 1024;

interface Content {
  sha256: Buffer;
  size: number;
  type: FileType;
  read: (from: number, length: number) => Promise<Buffer> | Buffer;
}

/** Stores bytes under their hash, in pieces. The same bytes are stored once. */
export async function keepContent(db: Db, { sha256, size, type, read }: Content): Promise<void> {
  // Waits while the same content is being purged.
  const { isNew } = await db
    .insertInto('fileContent')
    .values({ sha256, size, type })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ size }))
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow();
  if (!isNew) return;
  for (let no = 0; no * pieceBytes < size; no += 1) {
    const bytes = await read(no * pieceBytes, pieceBytes);
    await db.insertInto('filePiece').values({ sha256, no, bytes }).execute();
  }
}

/** Stores a document that the server created. Returns its hash. */
export async function keepPdf(db: Db, file: Uint8Array): Promise<Buffer> {
  const bytes = Buffer.from(file);
  const sha256 = createHash('sha256').update(bytes).digest();
  await keepContent(db, {
    sha256,
    size: bytes.length,
    type: 'application/pdf',
    read: (from, length) => bytes.subarray(from, from + length),
  });
  return sha256;
}

export async function* piecesOf(db: Db, sha256: Buffer): AsyncGenerator<Buffer> {
  for (let no = 0; ; no += 1) {
    const piece = await db
      .selectFrom('filePiece')
      .select('bytes')
      .where('sha256', '=', sha256)
      .where('no', '=', no)
      .executeTakeFirst();
    if (!piece) return;
    yield piece.bytes;
    // Only the last piece is shorter.
    if (piece.bytes.length < pieceBytes) return;
  }
}

export async function wholeFile(db: Db, sha256: Buffer): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of piecesOf(db, sha256)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** What refers to content: the column with its hash, and the one with the name of the file. */
export const namesOfContent = [
  { table: 'attachment', column: 'attachment.sha256', label: 'attachment.name' },
  { table: 'proformaFile', column: 'proformaFile.sha256', label: null },
  { table: 'emailFile', column: 'emailFile.sha256', label: 'emailFile.name' },
  { table: 'jobItem', column: 'jobItem.sha256', label: 'jobItem.fileName' },
  { table: 'reminder', column: 'reminder.letter', label: null },
] as const;

/** Purges content that nothing refers to. */
export async function purgeContents(db: Db): Promise<void> {
  const named = namesOfContent.map(
    ({ table, column }) =>
      sql<boolean>`not exists (select from ${sql.table(table)} where ${sql.ref(column)} = file_content.sha256)`,
  );
  await db
    .deleteFrom('fileContent')
    .where((eb) => eb.and(named))
    .execute();
}
