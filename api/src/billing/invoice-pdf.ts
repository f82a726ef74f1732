import type { FastifyReply } from 'fastify';
import type { Party } from '@daybook/contracts/billing/invoice-record';
import type { BankAccount } from '@daybook/contracts/settings/bank-accounts';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { invoicePdf } from '../pdf/invoice-pdf.ts';
import type { Addressee, Issuer } from '../pdf/sheet.ts';
import { getInvoice } from './invoices.queries.ts';
import { sendPdf } from './send-pdf.ts';
import { entityParty } from './parties.ts';
import type { Address, Registration } from './parties.ts';

/** Whose paper it is: name and address as the document froze them, logo and bank accounts as they are now. */
export async function issuerOf(db: Db, entityId: string, frozen: Party | null): Promise<Issuer> {
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

/** The document in its own language. Refuses NOT_FOUND. */
export async function sendInvoicePdf(
  db: Db,
  user: CurrentUser,
  id: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const invoice = await getInvoice(db, user, id);
  const file = invoicePdf({
    ...invoice,
    number: invoice.number || null,
    isVoid: invoice.status === 'void',
    billTo: await addresseeOf(db, invoice.client.id, invoice.billTo),
    issuer: await issuerOf(db, invoice.entity.id, invoice.supplier),
  });
  return sendPdf(reply, invoice.number || 'draft', file);
}
