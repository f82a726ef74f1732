import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import type { CurrentUser } from '../../auth/current-user.ts';
import { clientByKeys } from '../../scope.ts';
import { refusedMail } from './refused-addresses.queries.ts';

/** The columns of a contact's link with a client, as JSON; `link` is the row. */
export const linkInJson = sql`jsonb_build_object('roles', link.roles, 'position', link.position,
  'sendInvoices', link.send_invoices, 'sendProformas', link.send_proformas, 'sendReceipts', link.send_receipts,
  'sendCreditNotes', link.send_credit_notes, 'sendReminders', link.send_reminders, 'sendStatements', link.send_statements)`;

const linksOfClient = sql`client_contact link join contact on contact.id = link.contact_id`;

/** The contacts of `client`, in their order. */
export const contactsOfClient = sql<Client['contacts']>`coalesce((
  select jsonb_agg(${linkInJson} || jsonb_build_object('id', contact.id, 'name', contact.name, 'email', contact.email,
      'phone', contact.phone) order by link.no)
    from ${linksOfClient} where link.client_id = client.id), '[]')`;

/** The most other clients that are named beside a contact. */
const mostNamed = 5;

/** What is known of the contacts of `client` beyond it: their other clients within the caller's scope by name, the rest as a number. */
export const contactFacts = (user: CurrentUser): RawBuilder<Client['contactFacts']> => sql<
  Client['contactFacts']
>`coalesce((select jsonb_agg(jsonb_build_object('id', contact.id, 'version', contact.version,
      'refused', ${refusedMail(user, sql.ref('contact.email'))}, 'clients', beside.clients, 'others', beside.others,
      'mayEdit', beside.may_edit) order by link.no)
    from ${linksOfClient}
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'label', name) order by place)
          filter (where seen and place <= ${sql.lit(mostNamed)}), '[]') as clients,
        (count(*) filter (where not seen or place > ${sql.lit(mostNamed)}))::int as others,
        coalesce(bool_and(seen), true) as may_edit
      from (select other.id, other.name, seen,
          row_number() over (partition by seen order by other.sort_name collate "und-x-icu", other.id) as place
        from client_contact also join client other on other.id = also.client_id
          cross join lateral (select ${clientByKeys(user, sql.ref('other.id'))} as seen) as scope
        where also.contact_id = contact.id and also.client_id <> client.id) named
    ) beside
    where link.client_id = client.id), '[]')`;
