import type { FastifyReply } from 'fastify';
import type { Invoice, Party } from '@daybook/contracts/billing/invoices/invoice-record';
import { Refusal } from '@daybook/contracts/refusals';
import type { BankAccount } from '@daybook/contracts/settings/billing-entities/bank-accounts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { invoicePdf } from '../../pdf/invoice-pdf.ts';
import type { Addressee, Issuer } from '../../pdf/sheet.ts';
import { askedInBase, exchangeOf } from '../documents/printed-exchange.ts';
import { sendPdf } from '../documents/send-pdf.ts';
import { entityParty } from '../documents/parties.ts';
import type { Address, Registration } from '../documents/parties.ts';
import { getInvoice } from './invoices.queries.ts';

/** Whose paper it is: name and address as the document froze them, logo and bank accounts as they are now. */
export async function issuerOf(
  db: Db,
  entityId: string,
  frozen: Party | null,
): Promise<Issuer & { regime: string }> {
  const entity = await db
    .selectFrom('billingEntity')
    .selectAll()
    .where('id', '=', entityId)
    .executeTakeFirstOrThrow();
  const party = entityParty({
    ...entity,
    address: entity.address as Address,
    registrations: entity.registrations as Registration[],
  });
  return {
    ...(frozen ?? party),
    regime: entity.regime,
    bankAccounts: entity.bankAccounts as BankAccount[],
    footer: entity.footer,
    logo: entity.logo,
  };
}

const persons: ReadonlySet<string> = new Set(['individual', 'proprietor']);

/** The addressee as frozen; whether it is a person decides how Japanese letters address it. */
export async function addresseeOf(db: Db, clientId: string, frozen: Party): Promise<Addressee> {
  const { kind } = await db
    .selectFrom('client')
    .select('kind')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow();
  return { ...frozen, isPerson: persons.has(kind) };
}

/** Its paper is in the old system: refuses STATE_NOT_ALLOWED. */
async function rendered(db: Db, invoice: Invoice): Promise<Uint8Array> {
  const { docKind } = invoice;
  if (docKind === 'opening_invoice')
    throw new Refusal('STATE_NOT_ALLOWED', { from: 'opening', to: 'printed' });
  const issuer = await issuerOf(db, invoice.entity.id, invoice.supplier);
  return invoicePdf({
    ...invoice,
    docKind,
    exchange: exchangeOf(invoice),
    inBase: askedInBase(issuer.regime, invoice.inBase),
    number: invoice.number || null,
    isVoid: invoice.status === 'void',
    billTo: await addresseeOf(db, invoice.client.id, invoice.billTo),
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

/** Keeps the document as it goes out for the first time; what it looks like is then settled (docs/rules.md#frozen-and-live-parts). */
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

/** The document in its own language: as it was sent, or as it is now; a void one says so. Refuses NOT_FOUND, and STATE_NOT_ALLOWED of an opening balance. */
export async function invoicePaper(db: Db, user: CurrentUser, id: string): Promise<Paper> {
  const invoice = await getInvoice(db, user, id);
  const kept = invoice.status === 'void' ? undefined : await keptFile(db, id);
  return { name: invoice.number || 'draft', file: kept ?? (await rendered(db, invoice)) };
}

/** Refuses what `invoicePaper` does. */
export async function sendInvoicePdf(
  db: Db,
  user: CurrentUser,
  id: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { name, file } = await invoicePaper(db, user, id);
  return sendPdf(reply, name, file);
}
