import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Contact } from '@daybook/contracts/crm/contacts/contacts';
import type { CurrentUser } from '../../auth/current-user.ts';
import { clientByKeys } from '../../scope.ts';

/** The refusal of an address, in JSON. The mail is named only if its client is within the caller's scope. */
export const refusedMail = (
  user: CurrentUser,
  email: RawBuilder<unknown>,
): RawBuilder<Contact['refused']> => sql<
  Contact['refused']
>`(select jsonb_build_object('at', mark.refused_at, 'reason', mark.reason, 'subject', (
      select message.subject from email_message message where message.id = mark.message_id and (
        exists (select from client_mail sent where sent.message_id = message.id and ${clientByKeys(user, sql.ref('sent.clientId'))})
        or exists (select from invoice_mail sent
          left join invoice on invoice.id = sent.invoice_id left join proforma on proforma.id = sent.proforma_id
          left join receipt on receipt.id = sent.receipt_id left join credit_note on credit_note.id = sent.credit_note_id
          where sent.message_id = message.id and ${clientByKeys(
            user,
            sql`coalesce(invoice.client_id, proforma.client_id, receipt.client_id, credit_note.client_id)`,
          )}))))
  from refused_address mark where mark.address = ${email})`;
