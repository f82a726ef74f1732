import { sql } from 'kysely';
import { clients } from '@daybook/contracts/crm/clients/clients';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import type { Db } from '../db/database.ts';
import type { Demo, Person } from './demo.ts';
import type { DemoClient } from './clients.ts';

/** How many people are contacts of several clients, and of how many more clients each. */
const people = 3;
const moreClients = 2;

/** What a person is at their second and third client. */
const links = [
  { roles: ['tax' as const], sendInvoices: 'cc' as const },
  { roles: ['signatory' as const], sendInvoices: 'none' as const, sendStatements: 'to' as const },
];

/** A client as its form has it. */
const formOf = ({
  crm,
  manager,
  group,
  executives,
  departments,
  defaultEntity,
  withholdingCode,
  ...client
}: Client) => ({
  id: client.id,
  name: client.name,
  sortName: client.sortName,
  legalName: client.legalName,
  kind: client.kind,
  crmId: crm.id,
  managerId: manager?.id ?? null,
  groupId: group?.id ?? null,
  executiveIds: executives.map(({ id }) => id),
  departmentIds: departments.map(({ id }) => id),
  defaultEntityId: defaultEntity.id,
  currency: client.currency,
  docLocale: client.docLocale,
  paymentTermsDays: client.paymentTermsDays,
  creditLimit: client.creditLimit,
  taxTreatment: client.taxTreatment,
  withholdingCodeId: withholdingCode?.id ?? null,
  withholdingRate: client.withholdingRate,
  billable: client.billable,
  reminders: client.reminders,
  remindersPausedUntil: client.remindersPausedUntil,
  tags: client.tags,
  notes: client.notes,
  addresses: client.addresses,
  registrations: client.registrations,
});

/** Some first contacts are contacts of other clients of their billing entity too, such as the accountant of a family. */
export async function shareContacts(demo: Demo, all: readonly DemoClient[], admin: Person): Promise<void> {
  const ofEntities = Map.groupBy(all, ({ entity }) => entity.record.id);
  const groups = [...ofEntities.values()].map((some) => some.slice(0, 1 + moreClients)).slice(0, people);
  await demo.each('Shared contacts', groups, async ([first, ...others]) => {
    const [person] = first ? (await admin.call(clients.open, { id: first.id })).contacts : [];
    if (!person) return;
    const { id, name, email, phone } = person;
    for (const [no, other] of others.entries()) {
      const client = await admin.call(clients.open, { id: other.id });
      const shared = { id, name, email, phone, ...links[no] };
      await admin.call(
        clients.edit,
        { ...formOf(client), contacts: [...client.contacts, shared] },
        client.version,
      );
    }
  });
}

/** The mail server refused one address of the statements that were sent. */
export async function refuseAddress(db: Db): Promise<void> {
  await sql`with sent as (
      select mail.message_id, mail.sent_to[1] as address from client_mail mail
        join contact on contact.email = mail.sent_to[1] order by mail.sent_to[1], mail.id limit 1),
    marked as (update email_message set refused = array[sent.address] from sent where id = sent.message_id)
    insert into refused_address (address, reason, message_id) select address, '550 5.1.1', message_id from sent`.execute(
    db,
  );
}
