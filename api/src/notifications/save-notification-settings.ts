import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { usualChoice } from '@daybook/contracts/notification-settings';
import type {
  FirmNotifications,
  NotificationChoice,
  OwnNotifications,
  ownNotifications,
} from '@daybook/contracts/notification-settings';
import { notificationKinds } from '@daybook/contracts/notifications';
import { refuseField } from '@daybook/contracts/refusals';
import { json } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { lockAtVersion, nextVersion } from '../db/versions.ts';
import {
  getFirmNotifications,
  getOwnNotifications,
  readFirmSettings,
  readSettings,
} from './notification-settings.queries.ts';
import type { Choices } from './notification-settings.queries.ts';

type Input = ParsedInputOf<typeof ownNotifications.save>;

/** Refuses half a span of quiet hours, one without length, and a zone that the database does not know. */
async function check(db: Db, { quietFrom, quietTo, timezone }: Input): Promise<void> {
  if (quietFrom === null && quietTo !== null) throw refuseField('INPUT_INVALID', 'quietFrom', {}, 'REQUIRED');
  if (quietTo === null ? quietFrom !== null : quietTo === quietFrom)
    throw refuseField('INPUT_INVALID', 'quietTo', {}, quietTo === null ? 'REQUIRED' : 'NOT_A_CHOICE');
  if (timezone === null) return;
  const { rows } = await sql`select from pg_timezone_names where name = ${timezone}`.execute(db);
  if (rows.length === 0) throw refuseField('INPUT_INVALID', 'timezone', {}, 'NOT_A_CHOICE');
}

const isSame = (one: NotificationChoice, other: NotificationChoice) =>
  one.bell === other.bell && one.mail === other.mail;

/** What differs from `usual`: the rest follows later changes there. An event that is not given stays as it was. */
const different = (before: Choices, given: Input['choices'], usual: Choices): Choices =>
  Object.fromEntries(
    notificationKinds.flatMap((kind) => {
      const choice = given[kind] ?? before[kind];
      return choice === undefined || isSame(choice, usual[kind] ?? usualChoice) ? [] : [[kind, choice]];
    }),
  );

/** Two tabs of one person are one after the other: each save has all fields, and the later one stays. */
export async function saveOwnNotifications(
  db: Db,
  userId: string,
  input: Input,
  canMail: boolean,
): Promise<OwnNotifications> {
  await check(db, input);
  const [own, firm] = await Promise.all([readSettings(db, userId), readFirmSettings(db)]);
  const { choices: given, ...hours } = input;
  const row = { ...hours, choices: json(different(own?.choices ?? {}, given, firm.choices)) };
  await db
    .insertInto('notificationSetting')
    .values({ userId, ...row })
    .onConflict((same) =>
      same.column('userId').doUpdateSet({ ...row, version: sql<number>`notification_setting.version + 1` }),
    )
    .execute();
  return getOwnNotifications(db, userId, canMail);
}

export async function resetOwnNotifications(
  db: Db,
  userId: string,
  canMail: boolean,
): Promise<OwnNotifications> {
  await db.deleteFrom('notificationSetting').where('userId', '=', userId).execute();
  return getOwnNotifications(db, userId, canMail);
}

/** Refuses VERSION_CONFLICT. */
export async function saveFirmNotifications(
  db: Db,
  input: Input,
  { version, canMail }: { version: number; canMail: boolean },
): Promise<FirmNotifications> {
  const { id } = await readFirmSettings(db);
  await lockAtVersion(db, 'notificationSetting', id, version, () => getFirmNotifications(db, canMail));
  await check(db, input);
  const { choices: given, ...hours } = input;
  const { choices: before } = await readFirmSettings(db);
  await db
    .updateTable('notificationSetting')
    .set({ ...hours, choices: json(different(before, given, {})), ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getFirmNotifications(db, canMail);
}
