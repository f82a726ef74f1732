import type { Language } from '@daybook/contracts/fields';
import { usualTextOf } from '@daybook/contracts/receivables/reminders/level-numbers';
import type {
  ReminderLevel,
  ReminderSettings,
  ReminderTemplate,
} from '@daybook/contracts/receivables/reminders/reminder-levels';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';
import { usualTemplates } from './reminder-levels.rules.ts';

type Stored = Partial<Record<Language, ReminderTemplate | null>>;

/** The levels of billing entities, in the order of their days. */
export async function levelsOf(db: Db, entityIds: readonly string[]): Promise<Map<string, ReminderLevel[]>> {
  const rows = await db
    .selectFrom('reminderLevel')
    .selectAll()
    .where('entityId', 'in', entityIds)
    .orderBy('entityId')
    .orderBy('no')
    .execute();
  const byEntity = Map.groupBy(rows, ({ entityId }) => entityId);
  return new Map(
    [...byEntity].map(([entityId, levels]) => {
      const last = levels.at(-1)?.no ?? 0;
      const all = levels.map(({ id: _id, entityId: _entityId, templates, channel, ...level }) => {
        const { en = null, zh = null, fr = null, ja = null } = templates as Stored;
        return {
          ...level,
          channel: channel as ReminderLevel['channel'],
          templates: { en, zh, fr, ja },
          usualTemplates: usualTemplates(usualTextOf(level.no, last)),
        };
      });
      return [entityId, all];
    }),
  );
}

/** Refuses NOT_FOUND. */
export async function getReminderSettings(db: Db, entityId: string): Promise<ReminderSettings> {
  const [row, levels] = await Promise.all([
    db
      .selectFrom('reminderSetting as setting')
      .innerJoin('billingEntity', 'billingEntity.id', 'setting.id')
      .leftJoin('holidayCalendar', 'holidayCalendar.id', 'setting.calendarId')
      .leftJoin('taxCode', 'taxCode.id', 'setting.feeTaxCodeId')
      .select([
        'setting.version',
        'setting.mode',
        'setting.hour',
        'setting.remindFrom',
        'setting.calendarId',
        'setting.feeTaxCodeId',
        'holidayCalendar.name as calendarName',
        'taxCode.name as taxCodeName',
        'billingEntity.name',
        'billingEntity.baseCurrency as currency',
        'billingEntity.timezone',
        'billingEntity.writeOffLimit',
      ])
      .where('setting.id', '=', entityId)
      .executeTakeFirst(),
    levelsOf(db, [entityId]),
  ]);
  if (!row) throw new Refusal('NOT_FOUND');
  const { name, calendarId, calendarName, feeTaxCodeId, taxCodeName, mode, ...plain } = row;
  return {
    ...plain,
    mode: mode as ReminderSettings['mode'],
    entity: { id: entityId, label: name },
    calendar: calendarId === null ? null : { id: calendarId, label: calendarName ?? '' },
    feeTaxCode: feeTaxCodeId === null ? null : { id: feeTaxCodeId, label: taxCodeName ?? '' },
    levels: levels.get(entityId) ?? [],
    usual: {
      note: usualTemplates('note'),
      first: usualTemplates('first'),
      second: usualTemplates('second'),
      last: usualTemplates('last'),
    },
  };
}
