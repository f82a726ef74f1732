import type { FastifyReply } from 'fastify';

/** Shown in the browser, and saved under the document's number; a number holds characters that a file's name may not. */
export const sendPdf = (reply: FastifyReply, name: string, file: Uint8Array): FastifyReply =>
  reply
    .type('application/pdf')
    .header('Content-Disposition', `inline; filename="${name.replaceAll(/[^\w.-]+/g, '-')}.pdf"`)
    .send(Buffer.from(file));
