import { sql } from 'kysely';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import { statementPeriod } from '@daybook/contracts/receivables/statements/statement-days';
import type { StatementScheduleInput } from '@daybook/contracts/receivables/statements/statement-schedules';
import { statements } from '@daybook/contracts/receivables/statements/statements';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { mayCall, refuseDuringRequiredStep } from '../../auth/may-call.ts';
import { whoIsAbsent } from '../../auth/sessions.ts';
import { apart } from '../../db/apart.ts';
import { at } from '../../db/clock.ts';
import type { Clock } from '../../db/clock.ts';
import { actAs } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { CanMail } from '../../mail/mail-source.ts';
import { every } from '../../every.ts';
import { asRefusal } from '../../http/refuse.ts';
import { lastDayDue, nextDays } from './save-schedule.ts';
import { requestStatements } from './request-statements.ts';

const everyMs = 30_000;

type Log = Pick<Logger, 'warn'>;

interface Doing {
  clock: Clock;
  log: Log;
  /** The schedules that have failed in this look. */
  failed: string[];
}

interface Due extends StatementScheduleInput {
  id: string;
  ownerId: string;
  nextNominal: string;
  today: string;
}

/**
 * A schedule whose day has come, that no other server is working on and that has not failed. Nothing is due while the
 * installation is held.
 */
async function takeDue(db: Db, { clock, failed }: Doing): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select schedule.*, (${at(clock)} at time zone zone)::date as today from statement_schedule schedule
    where is_due(schedule, ${at(clock)}) and not is_held('statements')
      and id <> all (${failed}::uuid[])
    order by next_on, id limit 1 for update skip locked`.execute(db);
  return rows[0];
}

/** The owner with the permissions of this moment; null if inactive or without the permission. */
async function ownerOf(db: Db, { ownerId }: Due): Promise<CurrentUser | null> {
  try {
    const owner = await whoIsAbsent(db, ownerId);
    refuseDuringRequiredStep(statements.send, owner);
    mayCall(statements.send, owner);
    return owner;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Whether the day was sent before: an edit can bring a day back that was moved to an earlier one. */
const wasSent = async (db: Db, { id }: Due, nominal: string): Promise<boolean> =>
  (await db
    .selectFrom('statementRun')
    .select('nominalOn')
    .where('scheduleId', '=', id)
    .where('nominalOn', '=', nominal)
    .executeTakeFirst()) !== undefined;

/** Starts the job of a day, and keeps that it was. */
async function sendDay(db: Db, owner: CurrentUser, due: Due, nominal: string): Promise<void> {
  const { from, to } = statementPeriod(due.every, due.onDay, nominal);
  const days = due.kind === 'period' ? { from, asOf: to > due.today ? due.today : to } : { asOf: due.today };
  const jobId = await requestStatements(db, owner, {
    kind: due.kind,
    ...days,
    filter: {
      clientIds: due.clientId === null ? undefined : [due.clientId],
      entityId: due.entityId ?? undefined,
      groupId: due.groupId ?? undefined,
      crmId: due.crmId ?? undefined,
      withBalance: due.withBalance,
    },
  });
  await db
    .insertInto('statementRun')
    .values({ scheduleId: due.id, nominalOn: nominal, sentOn: due.today, jobId })
    .execute();
}

async function runDue(db: Db, due: Due): Promise<void> {
  const owner = await ownerOf(db, due);
  if (owner === null) {
    await db
      .updateTable('statementSchedule')
      .set({ status: 'paused', pausedFor: 'owner', version: sql<number>`version + 1` })
      .where('id', '=', due.id)
      .execute();
    return;
  }
  await db.executeQuery(actAs(owner.id, uuidv7(), 'statement_schedules.run'));
  // Days that passed while no server ran are not made up for one by one.
  const nominal = await lastDayDue(db, due, due.nextNominal, due.today);
  if (!(await wasSent(db, due, nominal))) await sendDay(db, owner, due, nominal);
  await db
    .updateTable('statementSchedule')
    .set(await nextDays(db, due, due.today > nominal ? due.today : nominal))
    .where('id', '=', due.id)
    .execute();
}

/**
 * Starts the job of one schedule whose day has come, in one transaction: the run, the job and the next day. Any number of servers
 * may run it; if one is killed, the day is either done or not begun. Returns false if none is due.
 */
const runSchedule = (root: Db, doing: Doing): Promise<boolean> =>
  inTransaction(root, async (db) => {
    await db.executeQuery(actAs(null, uuidv7(), 'statement_schedules.run'));
    const due = await takeDue(db, doing);
    if (!due) return false;
    const run = await apart(db, () => runDue(db, due), asRefusal);
    if (run.refused) {
      doing.failed.push(due.id);
      doing.log.warn({ err: run.cause }, 'a schedule of statements failed');
    }
    return true;
  });

/** Runs the schedules that are due, one after the other. One that fails is left for the next look, and holds up no other. */
export async function runSchedules(
  root: Db,
  doing: Pick<Doing, 'clock' | 'log'> & { stop?: AbortSignal },
): Promise<void> {
  const failed: string[] = [];
  while (!doing.stop?.aborted && (await runSchedule(root, { ...doing, failed })));
}

/** Runs the schedules that are due, twice a minute. The returned function stops it. */
export function startStatementSchedules(db: Db, canMail: CanMail, log: Log): () => Promise<void> {
  const stopping = new AbortController();
  const all = async () => {
    // Without a mail server they wait for one.
    if (!(await canMail(db))) return;
    await runSchedules(db, { clock: null, log, stop: stopping.signal });
  };
  const stop = every(
    everyMs,
    all,
    (error) => log.warn({ err: error }, 'the statements could not be scheduled'),
    {
      atOnce: true,
    },
  );
  return async () => {
    stopping.abort();
    await stop();
  };
}
