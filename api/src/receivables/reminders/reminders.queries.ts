import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Page } from '@daybook/contracts/lists';
import type { ReminderChannel } from '@daybook/contracts/receivables/reminders/reminder-levels';
import type { Reminder, reminders } from '@daybook/contracts/receivables/reminders/reminders';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf } from '../../db/keyset.ts';
import { whereGiven } from '../../db/where-given.ts';
import { inScope } from '../../scope.ts';

type ListInput = ParsedInputOf<typeof reminders.list>;

const status = sql<
  'waiting' | 'delivered' | 'partial' | 'failed'
>`case when message.failed_at is not null then 'failed'
  when message.sent_at is null then 'waiting' when cardinality(message.refused) > 0 then 'partial' else 'delivered' end`;

const isSeen = (user: CurrentUser): RawBuilder<SqlBool> =>
  inScope.reminder(user, sql.ref('reminder.clientId'), sql.ref('reminder.otherClientIds'));

const found = (db: Db, user: CurrentUser) =>
  db
    .selectFrom('reminder')
    .innerJoin('client', 'client.id', 'reminder.clientId')
    .innerJoin('billingEntity as entity', 'entity.id', 'reminder.entityId')
    .leftJoin('reminderLevel as level', (join) =>
      join.onRef('level.entityId', '=', 'reminder.entityId').onRef('level.no', '=', 'reminder.level'),
    )
    .leftJoin('clientMail as mail', 'mail.id', 'reminder.mailId')
    .leftJoin('emailMessage as message', 'message.id', 'mail.messageId')
    .leftJoin('appUser', 'appUser.id', 'reminder.createdBy')
    .where(isSeen(user))
    .select([
      'reminder.id',
      sql<Reminder['client']>`json_build_object('id', client.id, 'label', client.name)`.as('client'),
      sql<Reminder['entity']>`json_build_object('id', entity.id, 'label', entity.name)`.as('entity'),
      // A level that is gone has only its number.
      sql<
        Reminder['level']
      >`json_build_object('no', reminder.level, 'name', coalesce(level.name, reminder.level::text))`.as(
        'level',
      ),
      sql<ReminderChannel>`reminder.channel`.as('channel'),
      'reminder.day',
      'reminder.createdAt as at',
      'appUser.name as by',
      sql<Reminder['totals']>`reminder.content -> 'totals'`.as('totals'),
      sql<
        Reminder['mail']
      >`case when mail.id is not null then json_build_object('id', mail.id, 'sentTo', mail.sent_to,
        'copiedTo', mail.copied_to, 'status', ${status}, 'refused', message.refused) end`.as('mail'),
    ]);

const keys = [
  { by: sql.ref('reminder.day'), of: (row: Reminder) => row.day },
  { by: sql.ref('reminder.id'), of: (row: Reminder) => row.id },
];

export function listReminders(db: Db, user: CurrentUser, input: ListInput): Promise<Page<Reminder>> {
  const rows = whereGiven(found(db, user), input.filter, {
    clientId: 'reminder.clientId',
    entityId: 'reminder.entityId',
    from: ['>=', 'reminder.day'],
    to: ['<=', 'reminder.day'],
  });
  return pageByKeyset(rows, keys, sortOf(input.sort).descending, input);
}

/** Refuses NOT_FOUND, including for a reminder that names a client outside the scope. */
export async function getReminder(db: Db, user: CurrentUser, id: string): Promise<Reminder> {
  const row = await found(db, user).where('reminder.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** Refuses NOT_FOUND, including for a reminder that was no letter. */
export async function letterOfReminder(db: Db, user: CurrentUser, id: string): Promise<Buffer> {
  const { letter } =
    (await db
      .selectFrom('reminder')
      .select('letter')
      .where('id', '=', id)
      .where(isSeen(user))
      .executeTakeFirst()) ?? {};
  if (!letter) throw new Refusal('NOT_FOUND');
  return letter;
}

export async function remindersToday(db: Db, user: CurrentUser): Promise<OutputOf<typeof reminders.today>> {
  const { rows } = await sql<{ channel: ReminderChannel; given: number }>`
    select channel, count(*) as given from reminder join billing_entity entity on entity.id = entity_id
    where day = (now() at time zone entity.timezone)::date and day >= current_date - 1 and ${isSeen(user)} group by channel`.execute(
    db,
  );
  const proposed = await sql<{ proposed: number }>`
    select count(*) as proposed from reminder_proposal where ${inScope.client(user, sql.ref('client_id'))}`.execute(
    db,
  );
  const of = (channel: ReminderChannel) => rows.find((row) => row.channel === channel)?.given ?? 0;
  const byChannel = { mail: of('mail'), letter: of('letter'), call: of('call') };
  return {
    given: byChannel.mail + byChannel.letter + byChannel.call,
    byChannel,
    proposed: proposed.rows[0]?.proposed ?? 0,
  };
}
