import { sql } from 'kysely';
import type { Language } from '@daybook/contracts/fields';
import { NOTHING, least, negate, subtract } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { Reminders } from '@daybook/contracts/reminders';
import { offeredContactsOf } from '../../billing/documents/document-mails.ts';
import type { Db } from '../../db/database.ts';
import { openRows } from '../outstanding/open-rows.ts';
import { askedOf } from './addressees.queries.ts';
import type { EntityReminders } from './entity-reminders.queries.ts';
import { overdueSince } from './reminders.rules.ts';
import type { Facts, OpenRow } from './reminders.rules.ts';

/** An open row with what a reminder prints of it. */
interface PrintedRow extends OpenRow {
  number: string;
  clientId: string;
  isOpening: boolean;
}

interface PrintedCredit {
  clientId: string;
  label: string;
  currency: string;
  amount: Minor;
}

export interface ClientFacts extends Omit<Facts, 'rows' | 'credits' | 'cheques'> {
  clientId: string;
  name: string;
  language: Language;
  rows: PrintedRow[];
  credits: PrintedCredit[];
  cheques: PrintedCredit[];
  to: { name: string; email: string }[];
  cc: { name: string; email: string }[];
  responsible: { id: string; name: string; email: string };
}

interface Member {
  id: string;
  askedId: string;
  reminders: Reminders['reminders'];
  remindersPausedUntil: string | null;
  ownReminders: Reminders['reminders'] | null;
  ownPausedUntil: string | null;
}

const settingsOf = (member: Member): Reminders[] => [
  { reminders: member.reminders, remindersPausedUntil: member.remindersPausedUntil },
  ...(member.ownReminders === null
    ? []
    : [{ reminders: member.ownReminders, remindersPausedUntil: member.ownPausedUntil }]),
];

interface Open {
  clientId: string;
  currency: string;
  documentId: string;
  dueOn: string | null;
  open: Minor;
  kind: string;
  number: string;
  disputed: Minor;
  reminders: Reminders['reminders'] | null;
  remindersPausedUntil: string | null;
}

const openOf = (db: Db, { entityId, day }: EntityReminders, clientIds: readonly string[]) =>
  sql<Open>`
    select owed.client_id, owed.currency, owed.document_id, owed.due_on, owed.open, owed.kind,
      coalesce(invoice.number, receipt.number, note.number, '') as number,
      coalesce((select coalesce(dispute.amount, invoice.outstanding) from dispute
        where dispute.invoice_id = owed.document_id and dispute.to_on is null and dispute.from_on <= ${day}), 0)::bigint as disputed,
      invoice.reminders, invoice.reminders_paused_until
    from ${openRows({ day, clientIds, entityId })} owed
      left join invoice_state invoice on invoice.invoice_id = owed.document_id
      left join receipt on receipt.id = owed.document_id
      left join credit_note_state note on note.id = owed.document_id
    order by owed.due_on nulls last, owed.issued_on, owed.document_id, owed.no`.execute(db);

/** What is disputed of an invoice is what would be paid last, so it stands on the newest of its rows. */
function undisputedRows(open: readonly Open[], members: ReadonlyMap<string, Member>): PrintedRow[] {
  const owed = open.filter(({ dueOn }) => dueOn !== null);
  const left = new Map<string, Minor>();
  const rows: PrintedRow[] = [];
  for (const row of owed.toReversed()) {
    const disputed = least(left.get(row.documentId) ?? row.disputed, row.open);
    left.set(row.documentId, subtract(left.get(row.documentId) ?? row.disputed, disputed));
    const member = members.get(row.clientId);
    rows.push({
      invoiceId: row.documentId,
      number: row.number,
      clientId: row.clientId,
      isOpening: row.kind === 'opening_invoice',
      currency: row.currency,
      dueOn: row.dueOn ?? '',
      open: row.open,
      undisputed: subtract(row.open, disputed),
      reminders: [
        ...(member ? settingsOf(member) : []),
        { reminders: row.reminders ?? 'on', remindersPausedUntil: row.remindersPausedUntil },
      ],
    });
  }
  return rows.toReversed();
}

/** What was sent before, and when rows fell due and were settled since the first of it. */
async function pastOf(
  db: Db,
  { entityId }: EntityReminders,
  askedIds: readonly string[],
  memberIds: readonly string[],
) {
  const sent = await db
    .selectFrom('reminder')
    .leftJoin('clientMail as mail', 'mail.id', 'reminder.mailId')
    .leftJoin('emailMessage as message', 'message.id', 'mail.messageId')
    .select([
      'reminder.clientId',
      'reminder.level',
      'reminder.day',
      sql<boolean>`message.failed_at is not null`.as('isLost'),
    ])
    .where('reminder.entityId', '=', entityId)
    .where('reminder.clientId', 'in', askedIds)
    .orderBy('reminder.day')
    .execute();
  const [first] = sent.map(({ day }) => day).toSorted();
  const rows = await sql<{ clientId: string; dueOn: string; settledOn: string | null }>`
    select state.client_id, part.due_on, coalesce(state.void_date, state.settled_on) as settled_on
    from invoice_state state join invoice_due part on part.invoice_id = state.invoice_id
    where state.client_id = any (${memberIds}::uuid[]) and state.entity_id = ${entityId}
      and coalesce(state.void_date, state.settled_on) > ${first ?? null}::date`.execute(db);
  return { sent, settled: rows.rows };
}

const restOf = (db: Db, entityId: string, memberIds: readonly string[]) =>
  Promise.all([
    db
      .selectFrom('postdatedCheque')
      .select(['clientId', 'currency', 'amount', 'instrumentNo as label'])
      .where('clientId', 'in', memberIds)
      .where('entityId', '=', entityId)
      .where('status', '=', 'waiting')
      .execute(),
    sql<{ clientId: string; currency: string; invoiceIds: string[] }>`
      select client_id, currency, array(select invoice_id from promise_invoice where promise_id = promise.id) as invoice_ids
      from promise where client_id = any (${memberIds}::uuid[]) and state = 'open'
        and (entity_id is null or entity_id = ${entityId})`.execute(db),
  ]);

type Promised = ClientFacts['promises'][number] & { clientId: string };

/** A promise of the payer is of all that the group owes in its currency; one of another client, of its own invoices only. */
function promiseFor(askedId: string, rows: readonly PrintedRow[]) {
  return (promise: Promised): ClientFacts['promises'][number][] => {
    if (promise.clientId === askedId || promise.invoiceIds.length > 0) return [promise];
    const own = rows.filter(({ clientId }) => clientId === promise.clientId);
    if (own.length === 0) return [];
    return [{ ...promise, invoiceIds: own.map(({ invoiceId }) => invoiceId) }];
  };
}

const clientsOf = (db: Db, askedIds: readonly string[]) =>
  sql<{
    id: string;
    name: string;
    language: Language;
    hasPostalAddress: boolean;
    responsible: ClientFacts['responsible'];
  }>`
    select client.id, client.name, client.doc_locale as language,
      exists (select from client_address where client_id = client.id) as has_postal_address,
      json_build_object('id', person.id, 'name', person.name, 'email', person.email) as responsible
    from client join app_user person on person.id = follow_up_responsible(client.id)
    where client.id = any (${askedIds}::uuid[])`.execute(db);

/** What is known today about the addressees of reminders of an entity. */
export async function reminderFacts(
  db: Db,
  entity: EntityReminders,
  askedIds: readonly string[],
): Promise<Map<string, ClientFacts>> {
  if (askedIds.length === 0) return new Map();
  const { entityId, day, isDayOff, small } = entity;
  const found = await sql<Member>`select * from (${askedOf(entityId)}) asked
    where asked_id = any (${askedIds}::uuid[])`.execute(db);
  const members = new Map(found.rows.map((member) => [member.id, member]));
  const memberIds = [...members.keys()];
  const [open, past, [cheques, promises], clients, contacts] = await Promise.all([
    openOf(db, entity, memberIds),
    pastOf(db, entity, askedIds, memberIds),
    restOf(db, entityId, memberIds),
    clientsOf(db, askedIds),
    offeredContactsOf(db, 'reminder', askedIds),
  ]);
  const ofAsked = <Row extends { clientId: string }>(rows: readonly Row[]) =>
    Map.groupBy(rows, ({ clientId }) => members.get(clientId)?.askedId);
  const openBy = ofAsked(open.rows);
  const settledBy = ofAsked(past.settled);
  const chequesBy = ofAsked(cheques);
  const promisesBy = ofAsked(promises.rows);
  const sentBy = Map.groupBy(past.sent, ({ clientId }) => clientId);
  return new Map(
    clients.rows.map(({ id, name, language, hasPostalAddress, responsible }) => {
      const all = openBy.get(id) ?? [];
      const rows = undisputedRows(all, members);
      const member = members.get(id);
      const offered = contacts(id);
      const sendTo = (role: 'to' | 'cc') => offered.filter(({ send }) => send === role);
      const late = rows.map(({ dueOn }) => ({ dueOn, settledOn: null }));
      const facts: ClientFacts = {
        clientId: id,
        name,
        language,
        day,
        isDayOff,
        small,
        reminders: member ? settingsOf(member) : [],
        rows,
        credits: all
          .filter(({ dueOn, open: amount }) => dueOn === null && amount < NOTHING)
          .map(({ clientId, number, currency, open: amount }) => ({
            clientId,
            label: number,
            currency,
            amount: negate(amount),
          })),
        cheques: (chequesBy.get(id) ?? []).map(({ clientId, label, currency, amount }) => ({
          clientId,
          label,
          currency,
          amount,
        })),
        promises: (promisesBy.get(id) ?? []).flatMap(promiseFor(id, rows)),
        sent: sentBy.get(id) ?? [],
        overdueSince: overdueSince([...late, ...(settledBy.get(id) ?? [])], day),
        to: sendTo('to'),
        cc: sendTo('cc'),
        hasMailAddress: sendTo('to').length > 0,
        hasPostalAddress,
        responsible,
      };
      return [id, facts];
    }),
  );
}
