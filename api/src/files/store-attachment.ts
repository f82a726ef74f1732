import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { takenAt } from '@daybook/contracts/files';
import type { Attachment, FilePlace, FileType } from '@daybook/contracts/files';
import { refuseField } from '@daybook/contracts/refusals';
import type { RefusalCode } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
import type { SpooledFile } from '../http/spool-upload.ts';
import { keepContent, purgeContents } from './file-content.ts';
import { keptName } from './file-name.ts';
import { fileTypeOf } from './file-type.ts';

/** The refusal at each place, which says what is accepted there. */
const refusalAt: Record<FilePlace, RefusalCode> = { document: 'FILE_KIND', receipt: 'FILE_PHOTO_OR_PDF' };

/** Stores a file under its hash, so that the same bytes are stored once. Refuses FILE_KIND or FILE_PHOTO_OR_PDF by its bytes, FILE_MACROS. */
export async function storeFile(
  db: Db,
  file: SpooledFile,
  given: string,
  place: FilePlace,
): Promise<Attachment> {
  const handle = await open(file.path);
  try {
    const type = await fileTypeOf(handle, file.path);
    const taken: readonly FileType[] = takenAt[place];
    if (type === null || !taken.includes(type)) throw refuseField(refusalAt[place], 'attachmentId');
    const name = keptName(given, type);
    const { sha256, size } = file;
    await keepContent(db, {
      sha256,
      size,
      type,
      async read(from, length) {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
        return buffer.subarray(0, bytesRead);
      },
    });
    const id = uuidv7();
    await db.insertInto('attachment').values({ id, sha256, name }).execute();
    return { id, label: name, type, size };
  } finally {
    await handle.close();
  }
}

/** Purges uploads that no record has referred to for a day, and content that nothing refers to. */
export async function purgeAttachments(db: Db): Promise<void> {
  await db
    .deleteFrom('attachment')
    .where('createdAt', '<', sql<string>`now() - interval '1 day'`)
    .where(sql<boolean>`not exists (select from expense where attachment_id = attachment.id)`)
    .where(sql<boolean>`not exists (select from withholding_certificate where attachment_id = attachment.id)`)
    .where(sql<boolean>`not exists (select from client_file where attachment_id = attachment.id)`)
    .where(sql<boolean>`not exists (select from client_document where attachment_id = attachment.id)`)
    .where(sql<boolean>`not exists (select from document_attachment where attachment_id = attachment.id)`)
    .execute();
  await purgeContents(db);
}
