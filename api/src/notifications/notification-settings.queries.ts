import { sql } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import { notificationKinds } from '@daybook/contracts/notifications';
import type { NotificationKind } from '@daybook/contracts/notifications';
import { usualChoice } from '@daybook/contracts/notification-settings';
import type {
  FirmNotifications,
  NotificationChoice,
  OwnNotifications,
} from '@daybook/contracts/notification-settings';
import type { Db } from '../db/database.ts';

/** The events that somebody has chosen for. */
export type Choices = Partial<Record<NotificationKind, NotificationChoice>>;

interface Settings {
  id: string;
  version: number;
  choices: Choices;
  timezone: string | null;
  quietFrom: string | null;
  quietTo: string | null;
  digestAt: string;
}

/** Those of a person, or of the firm if the person is null. */
export async function readSettings(db: Db, userId: string | null): Promise<Settings | undefined> {
  const { rows } = await sql<Settings>`
    select id, version, choices, timezone, to_char(quiet_from, 'HH24:MI') as quiet_from,
      to_char(quiet_to, 'HH24:MI') as quiet_to, to_char(digest_at, 'HH24:MI') as digest_at
    from notification_setting where user_id is not distinct from ${userId}`.execute(db);
  return rows[0];
}

/** The row of the firm is made by the migration and never deleted. */
export async function readFirmSettings(db: Db): Promise<Settings> {
  const firm = await readSettings(db, null);
  if (firm === undefined) throw new Refusal('NOT_FOUND');
  return firm;
}

/** The zone of somebody who names none. */
async function usualTimezone(db: Db): Promise<string> {
  const nobody = '00000000-0000-0000-0000-000000000000';
  const { rows } = await sql<{
    timezone: string;
  }>`select timezone from notification_hours(${nobody})`.execute(db);
  return rows[0]?.timezone ?? 'UTC';
}

const ofEachEvent = (...by: Choices[]) =>
  Object.fromEntries(
    notificationKinds.map((kind) => [kind, by.map((choices) => choices[kind]).find(Boolean) ?? usualChoice]),
  ) as Record<NotificationKind, NotificationChoice>;

export async function getOwnNotifications(
  db: Db,
  userId: string,
  canMail: boolean,
): Promise<OwnNotifications> {
  const [own, firm, zone] = await Promise.all([
    readSettings(db, userId),
    readFirmSettings(db),
    usualTimezone(db),
  ]);
  const { quietFrom, quietTo, digestAt } = own ?? firm;
  return {
    choices: ofEachEvent(own?.choices ?? {}, firm.choices),
    timezone: own?.timezone ?? null,
    quietFrom,
    quietTo,
    digestAt,
    usualTimezone: zone,
    canMail,
    isOwn: own !== undefined,
  };
}

export async function getFirmNotifications(db: Db, canMail: boolean): Promise<FirmNotifications> {
  const [{ id: _id, choices, ...firm }, zone] = await Promise.all([readFirmSettings(db), usualTimezone(db)]);
  return { ...firm, choices: ofEachEvent(choices), usualTimezone: zone, canMail };
}
