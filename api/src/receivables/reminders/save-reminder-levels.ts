import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { numbersOf } from '@daybook/contracts/receivables/reminders/level-numbers';
import type {
  ReminderSettings,
  reminderLevels,
} from '@daybook/contracts/receivables/reminders/reminder-levels';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getReminderSettings } from './reminder-levels.queries.ts';

/** No later run replaces what the last one proposed. */
const dropProposals = (db: Db, entityId: string) =>
  db.deleteFrom('reminderProposal').where('entityId', '=', entityId).execute();

/** Refuses NOT_FOUND, VERSION_CONFLICT, and REFERENCE_UNKNOWN on `calendarId` and `feeTaxCodeId`. */
export async function editReminderLevels(
  db: Db,
  { id, levels, ...setting }: ParsedInputOf<typeof reminderLevels.edit>,
  version: number,
): Promise<ReminderSettings> {
  await lockAtVersion(db, 'reminderSetting', id, version, () => getReminderSettings(db, id));
  await db
    .updateTable('reminderSetting')
    .set({ ...setting, ...nextVersion })
    .where('id', '=', id)
    .execute();
  if (setting.mode !== 'propose') await dropProposals(db, id);
  const numbers = numbersOf(levels.map(({ offsetDays }) => offsetDays));
  const stored = levels.map(({ templates, ...level }, index) => ({
    ...level,
    entityId: id,
    no: numbers[index] ?? 0,
    templates: json(templates),
  }));
  let gone = db.deleteFrom('reminderLevel').where('entityId', '=', id);
  if (numbers.length > 0) gone = gone.where('no', 'not in', numbers);
  await gone.execute();
  if (stored.length > 0)
    await db
      .insertInto('reminderLevel')
      .values(stored)
      .onConflict((on) =>
        on.columns(['entityId', 'no']).doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          offsetDays: eb.ref('excluded.offsetDays'),
          channel: eb.ref('excluded.channel'),
          minDays: eb.ref('excluded.minDays'),
          templates: eb.ref('excluded.templates'),
          attachStatement: eb.ref('excluded.attachStatement'),
          attachInvoices: eb.ref('excluded.attachInvoices'),
          fee: eb.ref('excluded.fee'),
        })),
      )
      .execute();
  return getReminderSettings(db, id);
}
