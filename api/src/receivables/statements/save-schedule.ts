import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { nextStatementDay } from '@daybook/contracts/receivables/statements/statement-days';
import type {
  StatementSchedule,
  StatementScheduleInput,
  statementSchedules,
} from '@daybook/contracts/receivables/statements/statement-schedules';
import { addDays } from '@daybook/contracts/plain-date';
import { shifted } from '@daybook/contracts/recurrence/working-days';
import { refuseField, Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { todayIn } from '../../billing/documents/invoice-basis.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { workingCalendars } from '../../recurrence/working-calendars.ts';
import { inScope } from '../../scope.ts';
import { getSchedule } from './schedules.queries.ts';

type Days = Pick<StatementScheduleInput, 'every' | 'onDay' | 'shift' | 'calendarId'>;

/** A day is moved by less than this (`shifted`). */
const mostMoved = 63;

/** Finds the first day of the schedule after another one, and the working day on which it sends. */
async function stepOf(db: Db, { every, onDay, shift, calendarId }: Days) {
  const calendar = (await workingCalendars(db, [calendarId]))(calendarId);
  return (after: string) => {
    const nextNominal = nextStatementDay(every, onDay, after);
    return { nextNominal, nextOn: shifted(calendar, nextNominal, shift) };
  };
}

/** The first day of the schedule whose working day is after `after`. The day itself may have passed, on a weekend. */
export async function nextDays(db: Db, days: Days, after: string) {
  const step = await stepOf(db, days);
  let day = step(addDays(after, -mostMoved));
  while (day.nextOn <= after) day = step(day.nextNominal);
  return day;
}

/** The last day of the schedule whose working day has come by `today`: this one, or one after it. */
export async function lastDayDue(db: Db, days: Days, nominal: string, today: string): Promise<string> {
  const step = await stepOf(db, days);
  let last = nominal;
  for (let day = step(nominal); day.nextOn <= today; day = step(day.nextNominal)) last = day.nextNominal;
  return last;
}

/** The zone of the entity; of the client's own entity, or of the firm's first one, if the schedule names none. */
async function zoneOf(db: Db, { entityId, clientId }: StatementScheduleInput): Promise<string> {
  const { rows } = await sql<{ timezone: string }>`select timezone from billing_entity
    where id = coalesce(${entityId}::uuid, (select default_entity_id from client where id = ${clientId}::uuid),
      (select id from billing_entity order by id limit 1))`.execute(db);
  return rows[0]?.timezone ?? 'UTC';
}

/** Refuses REFERENCE_UNKNOWN on an unknown calendar, and on a client outside the caller's scope. */
async function checkNamed(
  db: Db,
  user: CurrentUser,
  { clientId, calendarId }: StatementScheduleInput,
): Promise<void> {
  const calendar =
    calendarId === null ||
    (await db.selectFrom('holidayCalendar').select('id').where('id', '=', calendarId).executeTakeFirst());
  if (!calendar) throw refuseField('REFERENCE_UNKNOWN', 'calendarId');
  if (clientId === null) return;
  const client = await db
    .selectFrom('client')
    .select('id')
    .where('id', '=', clientId)
    .where(inScope.client(user, sql.ref('client.id')))
    .executeTakeFirst();
  if (!client) throw refuseField('REFERENCE_UNKNOWN', 'clientId');
}

async function columnsOf(db: Db, user: CurrentUser, input: StatementScheduleInput) {
  await checkNamed(db, user, input);
  const zone = await zoneOf(db, input);
  return { ...input, zone, ...(await nextDays(db, input, todayIn(zone))) };
}

/** Refuses ALREADY_EXISTS on `name`, and REFERENCE_UNKNOWN on what it names. */
export async function createSchedule(
  db: Db,
  user: CurrentUser,
  input: ParsedInputOf<typeof statementSchedules.create>,
): Promise<StatementSchedule> {
  const id = uuidv7();
  const columns = await columnsOf(db, user, input);
  await db
    .insertInto('statementSchedule')
    .values({ id, ownerId: user.id, ...columns })
    .execute();
  return getSchedule(db, user, id);
}

const locked = (db: Db, user: CurrentUser, id: string, version: number) =>
  lockAtVersion(db, 'statementSchedule', id, version, () => getSchedule(db, user, id));

/** The caller becomes its owner, so that it never acts with more than the editor may. Refuses NOT_FOUND, VERSION_CONFLICT, and as `createSchedule`. */
export async function editSchedule(
  db: Db,
  user: CurrentUser,
  { id, ...input }: ParsedInputOf<typeof statementSchedules.edit>,
  version: number,
): Promise<StatementSchedule> {
  await locked(db, user, id, version);
  const columns = await columnsOf(db, user, input);
  await db
    .updateTable('statementSchedule')
    .set({ ...columns, ownerId: user.id, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getSchedule(db, user, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT. */
export async function removeSchedule(db: Db, user: CurrentUser, id: string, version: number): Promise<void> {
  await locked(db, user, id, version);
  await db.deleteFrom('statementSchedule').where('id', '=', id).execute();
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, STATE_NOT_ALLOWED. */
export async function pauseSchedule(db: Db, user: CurrentUser, id: string, version: number) {
  const { status } = await locked(db, user, id, version);
  if (status !== 'active') throw new Refusal('STATE_NOT_ALLOWED', { from: status, to: 'paused' });
  await db
    .updateTable('statementSchedule')
    .set({ status: 'paused', pausedFor: 'person', ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getSchedule(db, user, id);
}

/** Goes on with its next day, for the caller. Refuses NOT_FOUND, VERSION_CONFLICT, STATE_NOT_ALLOWED. */
export async function resumeSchedule(db: Db, user: CurrentUser, id: string, version: number) {
  const schedule = await locked(db, user, id, version);
  if (schedule.status !== 'paused')
    throw new Refusal('STATE_NOT_ALLOWED', { from: schedule.status, to: 'active' });
  const days = await nextDays(db, schedule, todayIn(await zoneOf(db, schedule)));
  await db
    .updateTable('statementSchedule')
    .set({ status: 'active', pausedFor: null, ownerId: user.id, ...days, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getSchedule(db, user, id);
}
