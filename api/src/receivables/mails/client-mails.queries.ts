import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { InvoiceMail } from '@daybook/contracts/billing/invoices/invoice-mails';
import type { ClientMail } from '@daybook/contracts/receivables/mails/client-mails';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';

/**
 * The mails about clients' accounts, as they were sent. The caller adds which ones and in what order; the record itself is
 * `mail`, its message `message`.
 */
export const clientMails = (db: Db) =>
  db
    .selectFrom('clientMail as mail')
    .innerJoin('emailMessage as message', 'message.id', 'mail.messageId')
    .innerJoin('billingEntity', 'billingEntity.id', 'mail.entityId')
    .innerJoin('client', 'client.id', 'mail.clientId')
    .leftJoin('appUser', 'appUser.id', 'mail.createdBy')
    .select([
      'mail.id',
      sql<ClientMail['kind']>`mail.kind`.as('kind'),
      sql<ClientMail['entity']>`json_build_object('id', billing_entity.id, 'label', billing_entity.name)`.as(
        'entity',
      ),
      sql<ClientMail['client']>`json_build_object('id', client.id, 'label', client.name)`.as('client'),
      'mail.day',
      'mail.level',
      'mail.sentTo',
      'mail.copiedTo',
      'mail.subject',
      'mail.body',
      'appUser.name as by',
      'mail.createdAt as at',
      'message.lastError',
      'message.refused',
      sql<string[]>`array(select email_file.name from email_file
        where email_file.message_id = message.id order by email_file.no)`.as('files'),
      sql<InvoiceMail['status']>`case when message.failed_at is not null then 'failed'
        when message.sent_at is null then 'waiting'
        when cardinality(message.refused) > 0 then 'partial' else 'delivered' end`.as('status'),
    ]);

/** Like its reminder, a mail that names several clients can be opened only by people who see all of them. */
export const isMailSeen = (user: CurrentUser): RawBuilder<SqlBool> => sql<SqlBool>`(
  ${inScope.client(user, sql.ref('mail.clientId'))} and not exists (select from reminder where reminder.mail_id = mail.id
    and not ${inScope.reminder(user, sql.ref('reminder.clientId'), sql.ref('reminder.otherClientIds'))}))`;

/** A file of a mail, by its place. Refuses NOT_FOUND, including for a mail that names a client outside the scope. */
export async function fileOfClientMail(
  db: Db,
  user: CurrentUser,
  { id, no }: { id: string; no: number },
): Promise<{ name: string; sha256: Buffer }> {
  const file = await db
    .selectFrom('clientMail as mail')
    .innerJoin('emailFile', 'emailFile.messageId', 'mail.messageId')
    .select(['emailFile.name', 'emailFile.sha256'])
    .where('mail.id', '=', id)
    .where('emailFile.no', '=', no)
    .where(isMailSeen(user))
    .executeTakeFirst();
  if (!file) throw new Refusal('NOT_FOUND');
  return file;
}
