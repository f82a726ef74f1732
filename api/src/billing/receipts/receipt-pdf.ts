import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Party } from '@daybook/contracts/billing/invoices/invoice-record';
import type { Receipt } from '@daybook/contracts/billing/receipts/receipts';
import type { Minor } from '@daybook/contracts/money/money';
import { NOTHING, sum, subtract } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { receiptPdf } from '../../pdf/receipt-pdf.ts';
import { refundVoucherPdf } from '../../pdf/refund-voucher-pdf.ts';
import { lookOf } from '../documents/document-look.ts';
import { addresseeOf, issuerOf } from '../documents/issuer.ts';
import { askedInBase, exchangeOf } from '../documents/printed-exchange.ts';
import { sendPdf } from '../documents/send-pdf.ts';
import { getReceipt } from './receipts.queries.ts';

/** The payer, as frozen on the receipt. */
export const partyOf = async (db: Db, { id, client }: Receipt) => {
  const { receivedFrom } = await db
    .selectFrom('receipt')
    .select('receivedFrom')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return addresseeOf(db, client.id, receivedFrom as Party);
};

/** The issuer, with the look that the receipt was issued with. */
const receiptIssuer = async (db: Db, { id, entity }: Pick<Receipt, 'id' | 'entity'>) =>
  issuerOf(db, entity.id, null, await lookOf(db, 'receipt', { id, entityId: entity.id }));

/** The receipt in its own language, with what it settles now. Refuses STATE_NOT_ALLOWED for an opening balance. */
export async function receiptPaper(db: Db, receipt: Receipt): Promise<Uint8Array> {
  const { mode } = receipt;
  if (mode === 'opening') throw new Refusal('STATE_NOT_ALLOWED', { from: 'opening', to: 'printed' });
  const issuer = await receiptIssuer(db, receipt);
  const inBase = askedInBase(issuer.regime, receipt.inBase);
  return receiptPdf({
    ...receipt,
    mode,
    exchange: exchangeOf(receipt),
    inBase,
    ...(inBase && receipt.advance && { advanceTaxInBase: await advanceTaxInBase(db, receipt.id) }),
    issuer,
    receivedFrom: await partyOf(db, receipt),
    allocations: receipt.allocations
      .filter(({ reversedOn }) => reversedOn === null)
      .map(({ invoice, client, ...allocation }) => ({
        ...allocation,
        document: client === null ? invoice.label : `${invoice.label} · ${client.label}`,
      })),
  });
}

/** Refuses NOT_FOUND, and as `receiptPaper`. */
export async function sendReceiptPdf(
  db: Db,
  user: CurrentUser,
  id: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const receipt = await getReceipt(db, user, id);
  return sendPdf(reply, receipt.number, await receiptPaper(db, receipt));
}

/** The tax in an advance, as its entry posted it. */
const postedTax = (db: Db, source: 'receipt' | 'refund', id: string) =>
  db
    .selectFrom('journalEntry as entry')
    .innerJoin('journalLine as line', 'line.entryId', 'entry.id')
    .innerJoin('ledgerAccount as account', 'account.id', 'line.accountId')
    .select([
      sql<string>`split_part(account.system_key, '.', 2)`.as('name'),
      sql<Minor>`sum(line.debit - line.credit)::bigint`.as('tax'),
      sql<Minor>`sum(line.base_credit - line.base_debit)::bigint`.as('inBase'),
    ])
    .where('entry.sourceType', '=', source)
    .where('entry.sourceId', '=', id)
    .where('entry.reversalOf', 'is', null)
    .where(sql<boolean>`account.system_key like 'output_tax_on_advance.%'`)
    .groupBy('account.systemKey')
    .execute();

const taxOfRefund = async (db: Db, refundId: string): Promise<Map<string, Minor>> =>
  new Map((await postedTax(db, 'refund', refundId)).map(({ name, tax }) => [name, tax]));

const advanceTaxInBase = async (db: Db, receiptId: string): Promise<Map<string, Minor>> =>
  new Map((await postedTax(db, 'receipt', receiptId)).map(({ name, inBase }) => [name, inBase]));

/** The refund voucher for the part of an advance that was paid back. Refuses NOT_FOUND, including for a refund without a number. */
export async function sendRefundPdf(
  db: Db,
  user: CurrentUser,
  { id, refundId }: { id: string; refundId: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const receipt = await getReceipt(db, user, id);
  const { advance, entity } = receipt;
  const refund = receipt.refunds.find((one) => one.id === refundId);
  if (!refund || refund.number === null || advance === null) throw new Refusal('NOT_FOUND');
  const look = await lookOf(db, 'receiptRefund', { id: refundId, entityId: entity.id });
  const taxes = await taxOfRefund(db, refundId);
  const components = advance.taken.components.map(({ name }) => ({ name, tax: taxes.get(name) ?? NOTHING }));
  const tax = sum(components.map((component) => component.tax));
  const file = await refundVoucherPdf({
    ...receipt,
    advance,
    refund,
    exchange: exchangeOf({ ...receipt, fxRate: refund.fxRate }),
    voucher: receipt,
    taken: { gross: refund.amount, net: subtract(refund.amount, tax), tax, components },
    issuer: await issuerOf(db, entity.id, null, look),
    paidTo: await partyOf(db, receipt),
  });
  return sendPdf(reply, refund.number, file);
}
