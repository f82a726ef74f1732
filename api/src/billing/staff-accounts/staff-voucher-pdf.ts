import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Language } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { staffVoucherPdf } from '../../pdf/staff-voucher-pdf.ts';
import { lookOf } from '../documents/document-look.ts';
import { issuerOf } from '../documents/issuer.ts';
import { sendPdf } from '../documents/send-pdf.ts';
import { getStaffVoucher } from './staff-vouchers.queries.ts';

/** The voucher, in the language of its entity's documents. Refuses NOT_FOUND, and STATE_NOT_ALLOWED before it is posted. */
export async function sendVoucherPdf(
  db: Db,
  user: CurrentUser,
  id: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const voucher = await getStaffVoucher(db, user, id);
  const { number, posting } = voucher;
  if (number === null || posting === null)
    throw new Refusal('STATE_NOT_ALLOWED', { from: voucher.status, to: 'posted' });
  const { docLocale } = await db
    .selectFrom('billingEntity')
    .select(sql<Language>`doc_locale`.as('docLocale'))
    .where('id', '=', voucher.entity.id)
    .executeTakeFirstOrThrow();
  const look = await lookOf(db, 'staffVoucher', { id, entityId: voucher.entity.id });
  const issuer = await issuerOf(db, voucher.entity.id, null, look);
  return sendPdf(reply, number, await staffVoucherPdf({ ...voucher, number, posting, docLocale, issuer }));
}
