import { Readable } from 'node:stream';
import { encodeExtended } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
import { piecesOf } from './file-content.ts';

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
    .type(file.type)
    .header('Content-Length', file.size)
    .header(
      'Content-Disposition',
      `attachment; filename*=${encodeExtended((called ?? file.name).toWellFormed())}`,
    )
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .send(Readable.from(piecesOf(db, file.sha256)));
}
