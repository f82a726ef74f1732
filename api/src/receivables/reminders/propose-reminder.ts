import type { Db } from '../../db/database.ts';
import type { EntityReminders } from './entity-reminders.queries.ts';

/** Shows a client in the worklist as one to be reminded, in place of what was proposed before. */
export async function proposeReminder(
  db: Db,
  { entityId, day }: Pick<EntityReminders, 'entityId' | 'day'>,
  clientId: string,
  level: number,
): Promise<void> {
  await db
    .insertInto('reminderProposal')
    .values({ entityId, clientId, level, day })
    .onConflict((on) => on.columns(['entityId', 'clientId']).doUpdateSet({ level, day }))
    .execute();
}
