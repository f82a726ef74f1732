import { sql } from 'kysely';
import type { InvoiceMail, InvoiceMailDraft, invoiceMails } from '@daybook/contracts/billing/invoice-mails';
import type { Invoice } from '@daybook/contracts/billing/invoice-record';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import { uuidv7 } from 'uuidv7';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { invoiceLetter } from '../mail/invoice-mail-texts.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { documentFormats } from '../pdf/document-formats.ts';
import { keepFile } from './invoice-pdf.ts';
import { getInvoice } from './invoices.queries.ts';
import { fileNameOf } from './send-pdf.ts';

/** What went out of an invoice, the last one first. Refuses NOT_FOUND. */
export async function listMails(db: Db, user: CurrentUser, id: string): Promise<InvoiceMail[]> {
  await getInvoice(db, user, id);
  return db
    .selectFrom('invoiceMail as mail')
    .innerJoin('emailMessage as message', 'message.id', 'mail.messageId')
    .leftJoin('appUser', 'appUser.id', 'mail.createdBy')
    .select([
      'mail.no as nth',
      'mail.sentTo',
      'mail.copiedTo',
      'mail.subject',
      'mail.body',
      'appUser.name as by',
      'mail.createdAt as at',
      'message.lastError',
      'message.refused',
      sql<InvoiceMail['state']>`case when message.failed_at is not null then 'failed'
        when message.sent_at is null then 'waiting'
        when cardinality(message.refused) > 0 then 'partial' else 'delivered' end`.as('state'),
    ])
    .where('invoiceId', '=', id)
    .orderBy('mail.no', 'desc')
    .execute();
}

/** Refuses STATE_NOT_ALLOWED for what is not issued, or void. */
function checkSendable({ number, status }: Invoice): void {
  if (number === '' || status === 'void')
    throw new Refusal('STATE_NOT_ALLOWED', { from: status, to: 'sent' });
}

const contactsOf = (db: Db, clientId: string) =>
  db
    .selectFrom('clientContact')
    .innerJoin('contact', 'contact.id', 'clientContact.contactId')
    .select(['contact.name', sql<string>`contact.email`.as('email'), 'clientContact.roles'])
    .where('clientId', '=', clientId)
    .where('contact.email', 'is not', null)
    .orderBy('clientContact.no')
    .execute();

const timesSent = async (db: Db, id: string): Promise<number> => {
  const { sent } = await db
    .selectFrom('invoiceMail')
    .select(sql<number>`count(*)`.as('sent'))
    .where('invoiceId', '=', id)
    .executeTakeFirstOrThrow();
  return sent;
};

/** What would go out now, to be looked at first. Refuses NOT_FOUND, STATE_NOT_ALLOWED. */
export async function draftMail(db: Db, user: CurrentUser, id: string): Promise<InvoiceMailDraft> {
  const invoice = await getInvoice(db, user, id);
  checkSendable(invoice);
  const contacts = await contactsOf(db, invoice.client.id);
  // Whom the bills are for; where nobody is named so, the first who can be reached.
  const forBills = contacts.filter(({ roles }) => roles.includes('billing'));
  const to = new Set(forBills.length > 0 ? forBills : contacts.slice(0, 1));
  const formats = documentFormats(invoice.docLocale, invoice.supplier?.country ?? '', invoice.currency);
  const letter = invoiceLetter(invoice.docLocale, {
    number: invoice.number,
    client: invoice.billTo.name,
    entity: invoice.supplier?.name ?? invoice.entity.label,
    amount: formats.money(invoice.payable),
    issueDate: formats.longDate(invoice.issueDate),
    dueDate: invoice.outstanding > 0 ? formats.longDate(invoice.dueDate) : null,
  });
  return {
    nth: (await timesSent(db, id)) + 1,
    ...letter,
    contacts: contacts.map((contact) => ({
      name: contact.name,
      email: contact.email,
      send: to.has(contact) ? 'to' : 'none',
    })),
  };
}

/**
 * Puts one message to all into the outbox and keeps what went out. Refuses NOT_FOUND, STATE_NOT_ALLOWED,
 * MAIL_NOT_SET_UP, and ALREADY_SENT when it went out since the draft of the mail was read.
 */
export async function sendInvoice(
  db: Db,
  user: CurrentUser,
  { id, nth, sentTo, copiedTo, subject, body }: ParsedInputOf<typeof invoiceMails.send>,
  canMail: boolean,
): Promise<InvoiceMail> {
  const invoice = await getInvoice(db, user, id);
  checkSendable(invoice);
  if (!canMail) throw new Refusal('MAIL_NOT_SET_UP');
  // The next who sends waits here and then finds this one.
  await db.selectFrom('invoice').select('id').where('id', '=', id).forUpdate().execute();
  if ((await timesSent(db, id)) !== nth - 1) throw new Refusal('ALREADY_SENT');
  await keepFile(db, invoice);
  const to = [...new Set(sentTo)];
  const cc = [...new Set(copiedTo)].filter((address) => !to.includes(address));
  const { email } = await db
    .selectFrom('appUser')
    .select('email')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const messageId = await enqueueMail(db, {
    key: `invoice ${id} ${nth}`,
    to,
    cc,
    replyTo: email,
    subject,
    body: `${body}\n`,
    attached: { fileOf: id, fileName: fileNameOf(invoice.number) },
  });
  await db
    .insertInto('invoiceMail')
    .values({ id: uuidv7(), invoiceId: id, no: nth, messageId, sentTo: to, copiedTo: cc, subject, body })
    .execute();
  const [mail] = await listMails(db, user, id);
  if (!mail) throw new Error('a mail that was not kept');
  return mail;
}
