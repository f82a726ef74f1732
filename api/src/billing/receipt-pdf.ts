import type { FastifyReply } from 'fastify';
import type { Party } from '@daybook/contracts/billing/invoice-record';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { receiptPdf } from '../pdf/receipt-pdf.ts';
import { addresseeOf, issuerOf } from './invoice-pdf.ts';
import { getReceipt } from './receipts.queries.ts';
import { sendPdf } from './send-pdf.ts';

/** The receipt in its own language, with what it settles now. Refuses NOT_FOUND. */
export async function sendReceiptPdf(
  db: Db,
  user: CurrentUser,
  id: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const receipt = await getReceipt(db, user, id);
  const { receivedFrom } = await db
    .selectFrom('receipt')
    .select('receivedFrom')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const file = receiptPdf({
    ...receipt,
    issuer: await issuerOf(db, receipt.entity.id, null),
    receivedFrom: await addresseeOf(db, receipt.client.id, receivedFrom as Party),
    allocations: receipt.allocations
      .filter(({ reversedOn }) => reversedOn === null)
      .map(({ invoice, ...allocation }) => ({ ...allocation, document: invoice.label })),
  });
  return sendPdf(reply, receipt.number, file);
}
