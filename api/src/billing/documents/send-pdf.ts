import type { FastifyReply } from 'fastify';

/** A document number may contain characters that a file name may not. */
export const fileNameOf = (name: string): string => `${name.replaceAll(/[^\w.-]+/g, '-')}.pdf`;

/** The browser shows the file, and saves it under the document's number. */
export const sendPdf = (reply: FastifyReply, name: string, file: Uint8Array): FastifyReply =>
  reply
    .type('application/pdf')
    .header('Content-Disposition', `inline; filename="${fileNameOf(name)}"`)
    .send(Buffer.from(file));
