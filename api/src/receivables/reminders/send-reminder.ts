import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Page } from '@daybook/contracts/lists';
import { mostReminded } from '@daybook/contracts/receivables/reminders/reminders';
import type {
  Reminder,
  ReminderPreview,
  reminders,
} from '@daybook/contracts/receivables/reminders/reminders';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { issuerOf } from '../../billing/documents/issuer.ts';
import type { Db } from '../../db/database.ts';
import type { Issuer } from '../../pdf/sheet.ts';
import { clientsMeeting } from '../follow-up/worklist.queries.ts';
import { htmlOfParts, textOfParts } from '../mails/mail-parts.ts';
import { visibleAddressees } from './addressees.queries.ts';
import type { Addressee } from './addressees.queries.ts';
import { composeReminder, outcomeFor } from './compose-reminder.ts';
import type { Composed } from './compose-reminder.ts';
import { entityReminders } from './entity-reminders.queries.ts';
import type { EntityReminders } from './entity-reminders.queries.ts';
import { beginStatements, giveReminder } from './give-reminder.ts';
import { reminderFacts } from './reminder-facts.queries.ts';
import type { ClientFacts } from './reminder-facts.queries.ts';
import { getReminder } from './reminders.queries.ts';
import type { Outcome } from './reminders.rules.ts';

interface Draft {
  facts: ClientFacts;
  outcome: Outcome;
  composed: Composed | null;
}

function draftOf(entity: EntityReminders, issuer: Issuer, facts: ClientFacts): Draft {
  const outcome = outcomeFor(entity, facts, true);
  return {
    facts,
    outcome,
    composed: 'why' in outcome ? null : composeReminder(entity, issuer, facts, outcome.due),
  };
}

const shown = (
  entity: EntityReminders,
  issuer: Issuer,
  { facts, outcome, composed }: Draft,
): ReminderPreview => ({
  client: { id: facts.clientId, label: facts.name },
  entity: { id: entity.entityId, label: issuer.name },
  level: composed && { no: composed.level.no, name: composed.level.name },
  channel: composed && composed.level.channel,
  sentTo: composed?.level.channel === 'mail' ? facts.to.map(({ email }) => email) : [],
  copiedTo: composed?.level.channel === 'mail' ? facts.cc.map(({ email }) => email) : [],
  subject: composed && composed.subject,
  totals: [...(composed?.totals ?? [])],
  why: 'why' in outcome ? outcome.why : null,
});

/** What each addressee would be sent now, by each billing entity that it owes; so many of them, and the last one if there are more. */
export async function previewReminders(
  db: Db,
  user: CurrentUser,
  { clientIds, q, filter }: ParsedInputOf<typeof reminders.preview>,
  { after = null, most = mostReminded }: { after?: Addressee | null; most?: number } = {},
): Promise<{ rows: ReminderPreview[]; next: Addressee | null }> {
  const { entityId, today: _today, ...narrower } = filter;
  const isNarrowed = q !== undefined || Object.values(narrower).some((value) => value !== undefined);
  const asked = await visibleAddressees(db, user, {
    clientIds: clientIds ?? null,
    among: isNarrowed ? clientsMeeting(db, user, { q, filter }) : undefined,
    entityId: entityId ?? null,
    after,
    most: most + 1,
  });
  const rows: ReminderPreview[] = [];
  const pairs = asked.slice(0, most);
  const entities = await entityReminders(db, null, [...new Set(pairs.map((pair) => pair.entityId))]);
  for (const entity of entities) {
    const ids = pairs.filter((pair) => pair.entityId === entity.entityId).map((pair) => pair.clientId);
    const [issuer, facts] = [await issuerOf(db, entity.entityId, null), await reminderFacts(db, entity, ids)];
    for (const one of facts.values()) rows.push(shown(entity, issuer, draftOf(entity, issuer, one)));
  }
  return { rows, next: asked.length > most ? (pairs.at(-1) ?? null) : null };
}

/** So many addressees of a file are read at a time. */
const together = 200;

/** The next addressees; the cursor names the last of those before. */
export async function pageOfPreview(
  db: Db,
  user: CurrentUser,
  asked: ParsedInputOf<typeof reminders.preview>,
  cursor: string | undefined,
): Promise<Page<ReminderPreview>> {
  const [clientId = '', entityId = ''] = cursor?.split(' ') ?? [];
  const after = cursor === undefined ? null : { clientId, entityId };
  const { rows, next } = await previewReminders(db, user, asked, { after, most: together });
  return {
    rows,
    pageSize: together,
    next: next && `${next.clientId} ${next.entityId}`,
    previous: null,
  };
}

type One = ParsedInputOf<typeof reminders.send>;

/** Refuses NOT_FOUND, also for a group of which the caller does not see all clients. */
async function draftFor(db: Db, user: CurrentUser, { clientId, entityId }: One) {
  const [asked] = await visibleAddressees(db, user, {
    clientIds: [clientId],
    entityId,
    after: null,
    most: 1,
  });
  const [entity] = await entityReminders(db, null, [entityId]);
  if (!asked || !entity) throw new Refusal('NOT_FOUND');
  const facts = (await reminderFacts(db, entity, [asked.clientId])).get(asked.clientId);
  if (!facts) throw new Refusal('NOT_FOUND');
  const issuer = await issuerOf(db, entityId, null);
  return { entity, issuer, draft: draftOf(entity, issuer, facts) };
}

/** The reminder that would be sent now. Refuses NOT_FOUND. */
export async function readReminder(
  db: Db,
  user: CurrentUser,
  one: One,
): Promise<OutputOf<typeof reminders.read>> {
  const { entity, issuer, draft } = await draftFor(db, user, one);
  const { composed } = draft;
  return {
    ...shown(entity, issuer, draft),
    body: composed && textOfParts(composed.parts),
    html: composed && htmlOfParts(composed.language, composed.parts),
  };
}

/** Gives a client, or the payer of its group, the reminder that is due. Refuses NOT_FOUND, REMINDER_NOT_DUE, and as `giveReminder`. */
export async function sendReminder(
  db: Db,
  user: CurrentUser,
  one: One,
  { canMail, runId }: { canMail: boolean; runId?: string },
): Promise<Reminder> {
  const { entity, issuer, draft } = await draftFor(db, user, one);
  const { facts, outcome, composed } = draft;
  if (!composed) throw new Refusal('REMINDER_NOT_DUE', 'why' in outcome ? { why: outcome.why } : {});
  const giving = { entity, issuer, facts, composed, canMail, ...(runId !== undefined && { runId }) };
  const id = await giveReminder(db, giving, await beginStatements(db, giving));
  return getReminder(db, user, id);
}
