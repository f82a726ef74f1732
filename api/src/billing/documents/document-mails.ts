import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { InvoiceMail, InvoiceMailDraft } from '@daybook/contracts/billing/invoices/invoice-mails';
import type { invoiceMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import { uuidv7 } from 'uuidv7';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { enqueueMail } from '../../mail/outbox.ts';
import type { Mail } from '../../mail/outbox.ts';

/** A document that is sent by mail. */
export interface MailedDocument {
  kind: 'invoice' | 'proforma' | 'receipt' | 'creditNote';
  id: string;
}

/** What a contact can be mailed. */
type Mailed = MailedDocument['kind'] | 'reminder' | 'statement';

type Offered = InvoiceMailDraft['contacts'][number];
type Letter = Omit<ParsedInputOf<typeof invoiceMails.send>, 'id' | 'attachmentIds'>;

const columnOf = ({ kind }: MailedDocument) => `${kind}Id` as const;

/** The mails of a document, latest first. */
export const mailsOf = (db: Db, document: MailedDocument): Promise<InvoiceMail[]> =>
  db
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
      sql<string[]>`array(select email_file.name from email_file
        where email_file.message_id = message.id and email_file.attachment_id is not null order by email_file.no)`.as(
        'files',
      ),
      sql<InvoiceMail['status']>`case when message.failed_at is not null then 'failed'
        when message.sent_at is null then 'waiting'
        when cardinality(message.refused) > 0 then 'partial' else 'delivered' end`.as('status'),
    ])
    .where(columnOf(document), '=', document.id)
    .orderBy('mail.no', 'desc')
    .execute();

/** The number of the next mail of this document, counted from 1. */
export async function nextTime(db: Db, document: MailedDocument): Promise<number> {
  const { sent } = await db
    .selectFrom('invoiceMail')
    .select(sql<number>`count(*)`.as('sent'))
    .where(columnOf(document), '=', document.id)
    .executeTakeFirstOrThrow();
  return sent + 1;
}

/** A contact's wish for each kind of mail. */
const wishes: Readonly<Record<Mailed, RawBuilder<string | null>>> = {
  invoice: sql`client_contact.send_invoices`,
  proforma: sql`client_contact.send_proformas`,
  receipt: sql`coalesce(client_contact.send_receipts, client_contact.send_invoices)`,
  creditNote: sql`coalesce(client_contact.send_credit_notes, client_contact.send_invoices)`,
  reminder: sql`coalesce(client_contact.send_reminders, client_contact.send_invoices)`,
  statement: sql`coalesce(client_contact.send_statements, client_contact.send_invoices)`,
};

/**
 * The contacts who may be sent a client's documents. A contact's own wish decides (except for proformas, the wish for
 * invoices where there is no other); without a wish, billing contacts are offered.
 */
export async function offeredContacts(db: Db, kind: Mailed, clientId: string): Promise<Offered[]> {
  return (await offeredContactsOf(db, kind, [clientId]))(clientId);
}

/** As `offeredContacts`, for many clients. */
export async function offeredContactsOf(
  db: Db,
  kind: Mailed,
  clientIds: readonly string[],
): Promise<(clientId: string) => Offered[]> {
  const rows = await db
    .selectFrom('clientContact')
    .innerJoin('contact', 'contact.id', 'clientContact.contactId')
    .select([
      'clientContact.clientId',
      'contact.name',
      sql<string>`contact.email`.as('email'),
      'clientContact.roles',
      wishes[kind].as('wish'),
    ])
    .where('clientId', 'in', clientIds)
    .where('contact.email', 'is not', null)
    .orderBy('clientContact.no')
    .execute();
  const contacts = Map.groupBy(rows, (row) => row.clientId);
  return (clientId) => offered(contacts.get(clientId) ?? []);
}

interface Contact {
  name: string;
  email: string;
  roles: readonly string[];
  wish: string | null;
}

function offered(contacts: readonly Contact[]): Offered[] {
  const asked = contacts.map(({ name, email, roles, wish }) => ({
    name,
    email,
    wish,
    send: (wish ?? (roles.includes('billing') ? 'to' : 'none')) as Offered['send'],
  }));
  // If the mail would go to nobody, it goes to the first contact with an address who has not declined.
  const first = asked.some(({ send }) => send === 'to') ? null : asked.find(({ wish }) => wish === null);
  return asked.map(({ wish: _wish, ...contact }, index) =>
    first && asked[index] === first ? { ...contact, send: 'to' } : contact,
  );
}

/** Refuses MAIL_NOT_SET_UP, and ALREADY_SENT when the document was sent after the draft of the mail was read. */
export async function checkTurn(
  db: Db,
  document: MailedDocument,
  nth: number,
  canMail: boolean,
): Promise<void> {
  if (!canMail) throw new Refusal('MAIL_NOT_SET_UP');
  // A concurrent sender waits here and then sees this mail.
  await sql`select pg_advisory_xact_lock(hashtextextended(${document.id}, 0))`.execute(db);
  if ((await nextTime(db, document)) !== nth) throw new Refusal('ALREADY_SENT');
}

/** Puts one message to all recipients into the outbox, with its files, and records what was sent. */
export async function putInOutbox(
  db: Db,
  user: CurrentUser,
  document: MailedDocument,
  { nth, sentTo, copiedTo, subject, body }: Letter,
  files: Pick<Mail, 'attached' | 'files'>,
): Promise<InvoiceMail> {
  const to = [...new Set(sentTo)];
  const cc = [...new Set(copiedTo)].filter((address) => !to.includes(address));
  const messageId = await enqueueMail(db, {
    key: `${document.kind} ${document.id} ${nth}`,
    to,
    cc,
    // If the sender has no address, replies go to the installation's own address.
    ...(user.email !== '' && { replyTo: user.email }),
    subject,
    body: `${body}\n`,
    ...files,
  });
  if (messageId === null) throw new Refusal('ALREADY_SENT');
  await db
    .insertInto('invoiceMail')
    .values({
      id: uuidv7(),
      [columnOf(document)]: document.id,
      no: nth,
      messageId,
      sentTo: to,
      copiedTo: cc,
      subject,
      body,
    })
    .execute();
  const [mail] = await mailsOf(db, document);
  if (!mail) throw new Error('the mail was not stored');
  return mail;
}
