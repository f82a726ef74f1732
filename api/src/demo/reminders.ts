import { uuidv7 } from 'uuidv7';
import { addDays } from '@daybook/contracts/plain-date';
import { reminderLevels } from '@daybook/contracts/receivables/reminders/reminder-levels';
import { issuerOf } from '../billing/documents/issuer.ts';
import { json } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { remindable } from '../receivables/reminders/addressees.queries.ts';
import { composeReminder, outcomeFor } from '../receivables/reminders/compose-reminder.ts';
import type { Composed } from '../receivables/reminders/compose-reminder.ts';
import { entityReminders } from '../receivables/reminders/entity-reminders.queries.ts';
import type { EntityReminders } from '../receivables/reminders/entity-reminders.queries.ts';
import { reminderFacts } from '../receivables/reminders/reminder-facts.queries.ts';
import type { ClientFacts } from '../receivables/reminders/reminder-facts.queries.ts';
import { htmlOfParts, textOfParts } from '../receivables/mails/mail-parts.ts';
import { workday } from './days.ts';
import type { Demo, Person } from './demo.ts';
import type { DemoEntity } from './entities.ts';

const everyDays = 9;
const daysBack = 360;
const mostClients = 500;

interface Past {
  entity: EntityReminders;
  facts: ClientFacts;
  composed: Composed;
}

/** Stored as it would have been on that day: the mails are delivered, and leave nothing to send. */
async function keepPast(db: Db, all: readonly Past[]): Promise<void> {
  if (all.length === 0) return;
  const rows = all.map((past) => ({
    ...past,
    at: `${past.entity.day}T09:05:00Z`,
    messageId: uuidv7(),
    mailId: uuidv7(),
    ids: { entityId: past.entity.entityId, clientId: past.facts.clientId },
    to: past.facts.to.map(({ email }) => email),
  }));
  await db
    .insertInto('emailMessage')
    .values(
      rows.map(({ messageId, to, composed, at }) => ({
        id: messageId,
        messageKey: `reminder ${messageId}`,
        recipient: to.join(', '),
        subject: composed.subject,
        body: '',
        attempts: 1,
        sentAt: at,
        createdAt: at,
      })),
    )
    .execute();
  await db
    .insertInto('clientMail')
    .values(
      rows.map(({ mailId, messageId, ids, entity, to, composed, at }) => ({
        id: mailId,
        kind: 'reminder',
        ...ids,
        day: entity.day,
        level: composed.level.no,
        messageId,
        sentTo: to,
        subject: composed.subject,
        body: textOfParts(composed.parts),
        html: htmlOfParts(composed.language, composed.parts),
        createdAt: at,
      })),
    )
    .execute();
  await db
    .insertInto('reminder')
    .values(
      rows.map(({ mailId, ids, entity, composed, at }) => ({
        id: uuidv7(),
        ...ids,
        level: composed.level.no,
        day: entity.day,
        channel: 'mail',
        mailId,
        otherClientIds: composed.otherClientIds,
        content: json({ rows: composed.rows, totals: composed.totals }),
        createdAt: at,
      })),
    )
    .execute();
}

/** The reminders of one day, by the rules of today. */
async function pastOf(db: Db, entity: EntityReminders): Promise<Past[]> {
  const ids = await remindable(db, {
    entityId: entity.entityId,
    dueBy: entity.day,
    after: null,
    most: mostClients,
  });
  const issuer = await issuerOf(db, entity.entityId, null);
  const all = await reminderFacts(db, entity, ids);
  return [...all.values()].flatMap((facts) => {
    const outcome = outcomeFor(entity, facts, true);
    const composed = 'why' in outcome ? null : composeReminder(entity, issuer, facts, outcome.due);
    return composed && facts.to.length > 0 ? [{ entity, facts, composed }] : [];
  });
}

/** A year of reminders by mail to those who still owe something, every few days. From now on the runs of the offices only propose. */
export async function makeReminders(
  { db, today }: Demo,
  entities: readonly DemoEntity[],
  admin: Person,
): Promise<void> {
  for (const { record } of entities) {
    const id = record.id;
    const { version, levels } = await admin.call(reminderLevels.open, { id });
    await admin.call(
      reminderLevels.edit,
      {
        id,
        mode: 'propose',
        levels: levels.map(({ no: _no, usualTemplates: _usual, ...level }) => level),
      },
      version,
    );
  }
  const settings = await entityReminders(db, null, null);
  for (let back = daysBack; back > 0; back -= everyDays) {
    const day = workday(addDays(today, -back));
    if (day >= today) continue;
    for (const entity of settings) await keepPast(db, await pastOf(db, { ...entity, day, isDayOff: false }));
  }
}
