import type { FastifyReply } from 'fastify';

/** A number holds characters that a file's name may not. */
export const fileNameOf = (name: string): string => `${name.replaceAll(/[^\w.-]+/g, '-')}.pdf`;

/** Shown in the browser, and saved under the document's number. */
export const sendPdf = (reply: FastifyReply, name: string, file: Uint8Array): FastifyReply =>
  reply
    .type('application/pdf')
    .header('Content-Disposition', `inline; filename="${fileNameOf(name)}"`)
    .send(Buffer.from(file));
