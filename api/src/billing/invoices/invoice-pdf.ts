import type { FastifyReply } from 'fastify';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { Refusal } from '@daybook/contracts/refusals';
import { taxDueOn } from '@daybook/contracts/settings/billing-entities/tax-due';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { invoicePdf } from '../../pdf/invoice-pdf.ts';
import { lookOf } from '../documents/document-look.ts';
import { addresseeOf, issuerOf } from '../documents/issuer.ts';
import { askedInBase, exchangeOf } from '../documents/printed-exchange.ts';
import { sendPdf } from '../documents/send-pdf.ts';
import { annexOf } from './invoice-hours.queries.ts';
import { getInvoice } from './invoices.queries.ts';

/** Refuses STATE_NOT_ALLOWED for an opening balance, whose PDF is in the old system. */
async function rendered(db: Db, invoice: Invoice): Promise<Uint8Array> {
  const { docKind } = invoice;
  if (docKind === 'opening_invoice')
    throw new Refusal('STATE_NOT_ALLOWED', { from: 'opening', to: 'printed' });
  const { id, entity, number } = invoice;
  const look = await lookOf(db, 'invoice', { id, entityId: entity.id, isIssued: number !== '' });
  const issuer = await issuerOf(db, entity.id, invoice.supplier, look);
  return invoicePdf({
    ...invoice,
    docKind,
    exchange: exchangeOf(invoice),
    inBase: askedInBase(issuer.regime, invoice.inBase),
    number: number || null,
    isVoid: invoice.status === 'void',
    taxDue: taxDueOn(issuer, invoice.issueDate),
    billTo: await addresseeOf(db, invoice.client.id, invoice.billTo),
    hours: await annexOf(db, invoice),
    issuer,
  });
}

async function keptFile(db: Db, id: string): Promise<Uint8Array | undefined> {
  const kept = await db
    .selectFrom('invoiceFile')
    .select('content')
    .where('invoiceId', '=', id)
    .executeTakeFirst();
  return kept?.content;
}

/** Stores the PDF when the invoice is first mailed. Its appearance is fixed from then on (docs/rules.md#frozen-and-live-parts). */
export async function keepFile(db: Db, invoice: Invoice): Promise<void> {
  if (await keptFile(db, invoice.id)) return;
  await db
    .insertInto('invoiceFile')
    .values({ invoiceId: invoice.id, content: Buffer.from(await rendered(db, invoice)) })
    .onConflict((conflict) => conflict.column('invoiceId').doNothing())
    .execute();
}

interface Paper {
  name: string;
  file: Uint8Array;
}

/**
 * The invoice in its own language: the PDF that was sent, or one rendered now. A void invoice is marked as void.
 * Refuses NOT_FOUND, and STATE_NOT_ALLOWED for an opening balance.
 */
export async function invoicePaper(db: Db, user: CurrentUser, id: string): Promise<Paper> {
  const invoice = await getInvoice(db, user, id);
  const kept = invoice.status === 'void' ? undefined : await keptFile(db, id);
  return { name: invoice.number || 'draft', file: kept ?? (await rendered(db, invoice)) };
}

/** Refuses as `invoicePaper`. */
export async function sendInvoicePdf(
  db: Db,
  user: CurrentUser,
  id: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { name, file } = await invoicePaper(db, user, id);
  return sendPdf(reply, name, file);
}
