import { sql } from 'kysely';
import { NOTHING, convert } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { dayOff } from '@daybook/contracts/recurrence/working-days';
import type { ReminderLevel } from '@daybook/contracts/receivables/reminders/reminder-levels';
import { at } from '../../db/clock.ts';
import type { Clock } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import { workingCalendars } from '../../recurrence/working-calendars.ts';
import { knownRates } from '../../settings/exchange-rates/exchange-rates.queries.ts';
import { levelsOf } from './reminder-levels.queries.ts';

/** How a billing entity reminds on a day. */
export interface EntityReminders {
  entityId: string;
  mode: 'off' | 'propose' | 'send';
  currency: string;
  /** Today in its time zone. */
  day: string;
  /** The hour now, and the one of its run. */
  hourNow: number;
  hour: number;
  isDayOff: boolean;
  levels: readonly ReminderLevel[];
  feeTaxCodeId: string | null;
  /** For each currency, the amount of which nobody is reminded. */
  small: ReadonlyMap<string, Minor>;
}

/**
 * For each currency in which clients owe the entity something, the amount of which nobody is reminded. Without a rate, it is
 * nothing.
 */
async function smallAmounts(
  db: Db,
  {
    entityId,
    currency,
    day,
    remindFrom,
  }: { entityId: string; currency: string; day: string; remindFrom: Minor },
): Promise<Map<string, Minor>> {
  const small = new Map([[currency, remindFrom]]);
  if (remindFrom === NOTHING) return small;
  const owed = await db
    .selectFrom('invoiceState')
    .select('currency')
    .distinct()
    .where('entityId', '=', entityId)
    .where('outstanding', '>', NOTHING)
    .where('currency', '<>', currency)
    .execute();
  const pairs = owed.map((other) => ({ from: currency, to: other.currency, date: day }));
  const rates = await knownRates(db, pairs);
  for (const [index, { to }] of pairs.entries()) {
    const rate = rates[index]?.rate;
    if (rate !== undefined) small.set(to, convert(remindFrom, currency, to, rate));
  }
  return small;
}

/** The settings of billing entities that are active, with today in the zone of each; all with a mode, unless ids are given. */
export async function entityReminders(
  db: Db,
  clock: Clock,
  entityIds: readonly string[] | null,
): Promise<EntityReminders[]> {
  const { rows } = await sql<{
    entityId: string;
    mode: EntityReminders['mode'];
    currency: string;
    day: string;
    hourNow: number;
    hour: number;
    calendarId: string | null;
    remindFrom: Minor;
    feeTaxCodeId: string | null;
  }>`
    select entity.id as entity_id, setting.mode, entity.base_currency as currency, setting.hour, setting.calendar_id,
      coalesce(setting.remind_from, entity.write_off_limit) as remind_from, setting.fee_tax_code_id,
      (${at(clock)} at time zone entity.timezone)::date as day,
      extract(hour from ${at(clock)} at time zone entity.timezone)::int as hour_now
    from reminder_setting setting join billing_entity entity on entity.id = setting.id
    where ${entityIds === null ? sql`entity.active and setting.mode <> 'off'` : sql`entity.id = any (${entityIds}::uuid[])`}
    order by entity.id`.execute(db);
  if (rows.length === 0) return [];
  const calendars = await workingCalendars(
    db,
    rows.map(({ calendarId }) => calendarId),
  );
  const levels = await levelsOf(
    db,
    rows.map(({ entityId }) => entityId),
  );
  const all: EntityReminders[] = [];
  for (const { calendarId, remindFrom, ...row } of rows) {
    all.push({
      ...row,
      isDayOff: dayOff(calendars(calendarId), row.day) !== null,
      levels: levels.get(row.entityId) ?? [],
      small: await smallAmounts(db, { ...row, remindFrom }),
    });
  }
  return all;
}
