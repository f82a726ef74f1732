import { sql } from 'kysely';
import type { Expression, RawBuilder } from 'kysely';
import type { Reference } from '@daybook/contracts/fields';
import type { FollowUp, FollowUpBasis } from '@daybook/contracts/receivables/follow-up/follow-ups';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import { askedClient } from './asked-clients.queries.ts';
import { disputedNow, owedByOne } from './owed.queries.ts';
import { openPromisesOf } from './promises.queries.ts';

/** A follow-up as JSON; `log` is the row, and `author` the person who logged it. */
export const followUpJson = sql<FollowUp>`jsonb_build_object('id', log.id, 'at', to_jsonb(log.happened_at at time zone 'UTC') #>> '{}' || 'Z',
  'by', case when author.id is not null then jsonb_build_object('id', author.id, 'label', author.name) end,
  'channel', log.channel, 'outcome', log.outcome, 'person', log.person, 'note', log.note, 'nextOn', log.next_on)`;

/** The last follow-up of a client that was not corrected, as JSON. */
export const lastFollowUp = (
  clientId: Expression<unknown>,
): RawBuilder<FollowUp | null> => sql<FollowUp | null>`
  (select ${followUpJson} from follow_up log left join app_user author on author.id = log.created_by
   where log.client_id = ${clientId} and not exists (select from follow_up later where later.corrects_id = log.id)
   order by log.happened_at desc, log.id desc limit 1)`;

/** Reads the settings of a client's follow-up. */
const settingsOf = (db: Db, clientId: string) =>
  db
    .selectFrom('client')
    .leftJoin('clientFollowUp as held', 'held.clientId', 'client.id')
    .innerJoin('appUser as person', (join) =>
      join.on(sql<boolean>`person.id = coalesce(held.responsible_id, client.crm_id)`),
    )
    .select([
      sql<Reference>`jsonb_build_object('id', person.id, 'label', person.name)`.as('responsible'),
      sql<boolean>`coalesce(held.responsible_id <> client.crm_id, false)`.as('isHandedOn'),
      'held.nextOn',
      sql<
        FollowUpBasis['reminders']
      >`jsonb_build_object('reminders', client.reminders, 'remindersPausedUntil', client.reminders_paused_until)`.as(
        'reminders',
      ),
      sql<FollowUpBasis['entityReminders']>`coalesce((select jsonb_agg(jsonb_build_object(
          'entity', jsonb_build_object('id', entity.id, 'label', entity.name), 'reminders', own.reminders,
          'remindersPausedUntil', own.reminders_paused_until) order by entity.name collate "und-x-icu", entity.id)
        from client_reminders own join billing_entity entity on entity.id = own.entity_id
        where own.client_id = client.id and own.reminders <> 'on'), '[]')`.as('entityReminders'),
      sql<
        FollowUpBasis['contacts']
      >`coalesce((select jsonb_agg(jsonb_build_object('id', contact.id, 'name', contact.name,
          'email', contact.email, 'phone', contact.phone) order by link.no)
        from client_contact link join contact on contact.id = link.contact_id
        where link.client_id = client.id), '[]')`.as('contacts'),
      lastFollowUp(sql.ref('client.id')).as('lastFollowUp'),
    ])
    .where('client.id', '=', clientId)
    .executeTakeFirstOrThrow();

const mostInvoices = 200;

const openInvoices = (db: Db, clientIds: readonly string[]) =>
  db
    .selectFrom('invoiceState as invoice')
    .innerJoin('client', 'client.id', 'invoice.clientId')
    .innerJoin('billingEntity as entity', 'entity.id', 'invoice.entityId')
    .select([
      'invoice.invoiceId as id',
      'invoice.number',
      sql<Reference>`jsonb_build_object('id', client.id, 'label', client.name)`.as('client'),
      sql<Reference>`jsonb_build_object('id', entity.id, 'label', entity.name)`.as('entity'),
      'invoice.currency',
      'invoice.dueDate as dueOn',
      'invoice.outstanding',
      disputedNow.as('disputed'),
      sql<
        string | null
      >`(select dispute.id from dispute where dispute.invoice_id = invoice.invoice_id and to_on is null)`.as(
        'disputeId',
      ),
      sql<
        FollowUpBasis['reminders']
      >`jsonb_build_object('reminders', invoice.reminders, 'remindersPausedUntil', invoice.reminders_paused_until)`.as(
        'reminders',
      ),
    ])
    .where(sql<boolean>`invoice.client_id = any (${clientIds}::uuid[])`)
    .where(sql<boolean>`invoice.outstanding > 0`)
    .orderBy('invoice.dueDate')
    .orderBy('invoice.invoiceId')
    .limit(mostInvoices)
    .execute();

/** What the forms of a client need. Refuses NOT_FOUND. */
export async function followUpBasis(db: Db, user: CurrentUser, id: string): Promise<FollowUpBasis> {
  const asked = await askedClient(db, user, id);
  const clientIds = asked.clients.map((client) => client.id);
  const [settings, owed, invoices, promises] = await Promise.all([
    settingsOf(db, id),
    owedByOne(db, asked),
    openInvoices(db, clientIds),
    openPromisesOf(db, user, id),
  ]);
  return {
    ...settings,
    client: { id, label: asked.label },
    clients: asked.clients,
    today: asked.today,
    owed,
    invoices,
    promises,
  };
}

const mostReceivers = 500;

/** Active members of staff who see the client. Refuses NOT_FOUND. */
export async function receiversOf(db: Db, user: CurrentUser, id: string): Promise<Reference[]> {
  await askedClient(db, user, id);
  const people = await db
    .selectFrom('appUser')
    .select(['id', 'name as label', sql<CurrentUser['scope']>`scope`.as('scope')])
    .where('status', '=', 'active')
    .where('userType', '<>', 'client')
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .limit(mostReceivers)
    .execute();
  const seeing = people.filter((person) => person.scope === 'all');
  const others = people.filter((person) => person.scope !== 'all');
  if (others.length === 0) return seeing;
  const sees = others.map(
    (person) => sql`select ${person.id}::uuid as id where ${inScope.client(person, sql`${id}::uuid`)}`,
  );
  const { rows } = await sql<{ id: string }>`${sql.join(sees, sql` union all `)}`.execute(db);
  const ids = new Set(rows.map((row) => row.id));
  return people
    .filter((person) => person.scope === 'all' || ids.has(person.id))
    .map((person) => ({ id: person.id, label: person.label }));
}
