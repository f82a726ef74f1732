import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { outcomeFor } from './compose-reminder.ts';
import { entityReminders } from './entity-reminders.queries.ts';
import { proposeReminder } from './propose-reminder.ts';
import { reminderFacts } from './reminder-facts.queries.ts';

/** Whom a client's reminders go to, and the billing entities that propose one to it or have looked today whether one is due. */
async function proposing(db: Db, clientId: string): Promise<{ askedId: string; entityIds: string[] }> {
  const { rows } = await sql<{ askedId: string; entityIds: string[] }>`
    select asked.id as asked_id, array(select entity.id from billing_entity entity
      where exists (select from reminder_proposal
          where reminder_proposal.entity_id = entity.id and reminder_proposal.client_id = asked.id)
        or exists (select from reminder_run run where run.entity_id = entity.id and run.mode = 'propose'
          and run.day = (now() at time zone entity.timezone)::date and run.ended_at is not null)) as entity_ids
    from (select coalesce(payer.id, client.id) as id from client
        left join client_group on client_group.id = client.group_id
        left join client payer on payer.id = client_group.payer_client_id and payer.status = 'active'
      where client.id = ${clientId}) asked`.execute(db);
  return rows[0] ?? { askedId: clientId, entityIds: [] };
}

/**
 * Looks again whether a reminder is due to a client after a promise, a dispute or a pause, so that the worklist proposes none
 * that would not go out, and again the one that was held back. Otherwise it would do so only with the run of the next day.
 */
export async function reviseProposals(db: Db, clientId: string): Promise<void> {
  const { askedId, entityIds } = await proposing(db, clientId);
  if (entityIds.length === 0) return;
  for (const entity of await entityReminders(db, null, entityIds)) {
    const { entityId } = entity;
    const facts = (await reminderFacts(db, entity, [askedId])).get(askedId);
    const outcome = facts && outcomeFor(entity, facts, true);
    if (outcome !== undefined && 'due' in outcome)
      await proposeReminder(db, entity, askedId, outcome.due.level.no);
    else
      await db
        .deleteFrom('reminderProposal')
        .where('entityId', '=', entityId)
        .where('clientId', '=', askedId)
        .execute();
  }
}
