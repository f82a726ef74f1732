import type { FastifyReply } from 'fastify';
import type { Proforma } from '@daybook/contracts/billing/proformas/proformas';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { keepPdf, wholeFile } from '../../files/file-content.ts';
import { invoicePdf } from '../../pdf/invoice-pdf.ts';
import { lookOf } from '../documents/document-look.ts';
import { addresseeOf, issuerOf } from '../documents/issuer.ts';
import { sendPdf } from '../documents/send-pdf.ts';
import { getProforma } from './proformas.queries.ts';

const rendered = async (db: Db, proforma: Proforma): Promise<Uint8Array> =>
  invoicePdf({
    ...proforma,
    proforma: { validUntil: proforma.validUntil },
    isVoid: false,
    dueDate: null,
    outstanding: proforma.payable,
    billTo: await addresseeOf(db, proforma.client.id, proforma.billTo),
    issuer: await issuerOf(
      db,
      proforma.entity.id,
      proforma.supplier,
      await lookOf(db, 'proforma', { id: proforma.id, entityId: proforma.entity.id }),
    ),
  });

async function keptFile(db: Db, id: string): Promise<Buffer | undefined> {
  const kept = await db
    .selectFrom('proformaFile')
    .select('sha256')
    .where('proformaId', '=', id)
    .executeTakeFirst();
  return kept?.sha256;
}

/** Stores the PDF when the proforma is first mailed. Returns the hash of the stored file. */
export async function keepProformaFile(db: Db, proforma: Proforma): Promise<Buffer> {
  const kept = await keptFile(db, proforma.id);
  if (kept) return kept;
  const sha256 = await keepPdf(db, await rendered(db, proforma));
  await db.insertInto('proformaFile').values({ proformaId: proforma.id, sha256 }).execute();
  return sha256;
}

/** The proforma in its own language: the PDF that was sent, or one rendered now. Refuses NOT_FOUND. */
export async function sendProformaPdf(
  db: Db,
  user: CurrentUser,
  id: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const proforma = await getProforma(db, user, id);
  const kept = await keptFile(db, id);
  return sendPdf(reply, proforma.number, kept ? await wholeFile(db, kept) : await rendered(db, proforma));
}
