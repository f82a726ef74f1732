import { Readable } from 'node:stream';
import { encodeExtended } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { isShown } from '@daybook/contracts/files';
import type { FileType } from '@daybook/contracts/files';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
import { piecesOf } from './file-content.ts';

/** What looks like XML may be a page. Only pictures and PDF, which browsers show in a safe way, have a type of their own. */
const sentType = (type: string): string => (isShown(type as FileType) ? type : 'application/octet-stream');

/**
 * Sends a file piece by piece, as an attachment and in a sandbox. Even if the bytes are something else than they seem, a
 * browser that opens the address runs nothing (docs/rules.md#files). `called` is its present name, if it was renamed.
 */
export async function sendAttachment(
  db: Db,
  id: string,
  reply: FastifyReply,
  called?: string,
): Promise<FastifyReply> {
  const file = await db
    .selectFrom('attachment')
    .innerJoin('fileContent', 'fileContent.sha256', 'attachment.sha256')
    .select(['name', 'type', 'size', 'fileContent.sha256'])
    .where('attachment.id', '=', id)
    .executeTakeFirst();
  if (!file) throw new Refusal('NOT_FOUND');
  return reply
    .type(sentType(file.type))
    .header('Content-Length', file.size)
    .header(
      'Content-Disposition',
      `attachment; filename*=${encodeExtended((called ?? file.name).toWellFormed())}`,
    )
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .send(Readable.from(piecesOf(db, file.sha256)));
}
