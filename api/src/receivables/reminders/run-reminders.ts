import { sql } from 'kysely';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import { addDays } from '@daybook/contracts/plain-date';
import { issuerOf } from '../../billing/documents/issuer.ts';
import type { CanMail } from '../../mail/mail-source.ts';
import { apart } from '../../db/apart.ts';
import type { Clock } from '../../db/clock.ts';
import { actAs } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { every } from '../../every.ts';
import { asRefusal } from '../../http/refuse.ts';
import type { Issuer } from '../../pdf/sheet.ts';
import { hasMovedSince } from '../outstanding/open-rows.ts';
import { remindable } from './addressees.queries.ts';
import { composeReminder, outcomeFor } from './compose-reminder.ts';
import { entityReminders } from './entity-reminders.queries.ts';
import type { EntityReminders } from './entity-reminders.queries.ts';
import { beginStatements, giveReminder } from './give-reminder.ts';
import type { Giving } from './give-reminder.ts';
import { proposeReminder } from './propose-reminder.ts';
import { reminderFacts } from './reminder-facts.queries.ts';
import type { ClientFacts } from './reminder-facts.queries.ts';

const everyMs = 60_000;

/** Clients in one transaction: enough to share its queries, and few to repeat if a server dies. */
const mostTogether = 25;

type Log = Pick<Logger, 'warn'>;

interface Doing {
  clock: Clock;
  log: Log;
  /** Whether a mail server is set up. */
  canMail: boolean;
  stop?: AbortSignal;
}

interface Run {
  id: string;
  doneThrough: string | null;
}

/** Begins the run of an entity's day, unless it was begun or a later day was run: a clock that was ahead made that run. */
async function begin(db: Db, { entityId, day, mode }: EntityReminders): Promise<void> {
  await sql`
    insert into reminder_run (entity_id, day, mode)
    select ${entityId}, ${day}::date, ${mode}
    where not exists (select from reminder_run where entity_id = ${entityId} and day >= ${day}::date)
    on conflict do nothing`.execute(db);
  // What an earlier day left undone is not made up.
  await sql`update reminder_run set ended_at = clock_timestamp()
    where entity_id = ${entityId} and day < ${day}::date and ended_at is null`.execute(db);
}

/** Locks the run; another server that has it goes on with it. Undefined when there is nothing to do. */
async function take(db: Db, { entityId, day }: EntityReminders): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    select id, done_through from reminder_run where entity_id = ${entityId} and day = ${day}::date and ended_at is null
      and not is_held('reminders') for update skip locked`.execute(db);
  return rows[0];
}

interface Running {
  entity: EntityReminders;
  issuer: Issuer;
  runId: string;
  log: Log;
  canMail: boolean;
  isUnmoved: boolean;
}

/** Composes what is due to a client, and begins to print what goes with it. Returns null if nothing is due. */
async function prepare(db: Db, running: Running, facts: ClientFacts) {
  const { entity, issuer, runId, canMail, isUnmoved } = running;
  const outcome = outcomeFor(entity, facts, false);
  const composed = 'why' in outcome ? null : composeReminder(entity, issuer, facts, outcome.due);
  if (!composed) return null;
  const giving: Giving = { entity, issuer, facts, composed, runId, canMail, isUnmoved };
  return { giving, statements: entity.mode === 'propose' ? [] : await beginStatements(db, giving) };
}
type Prepared = NonNullable<Awaited<ReturnType<typeof prepare>>>;

async function giveOrPropose(db: Db, { giving, statements }: Prepared): Promise<void> {
  const { entity, facts, composed } = giving;
  if (entity.mode === 'propose') await proposeReminder(db, entity, facts.clientId, composed.level.no);
  else await giveReminder(db, giving, statements);
}

/** Gives what is due to each client, and counts. The next client is read while the papers of the one before are printed. */
async function giveAll(db: Db, running: Running, all: Iterable<ClientFacts>) {
  const counted = { given: 0, failed: 0 };
  /** A failure of one client undoes only its part, and does not hold up the others. */
  const alone = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    const { done, refused } = await apart(db, work, (error) => {
      running.log.warn({ err: error }, 'a reminder could not be given');
      return asRefusal(error);
    });
    if (refused) counted.failed += 1;
    return done;
  };
  const give = async (one: Prepared) => {
    const isGiven = await alone(async () => {
      await giveOrPropose(db, one);
      return true;
    });
    if (isGiven) counted.given += 1;
  };
  let ahead: Prepared | null = null;
  for (const facts of all) {
    const next: Prepared | null = (await alone(() => prepare(db, running, facts))) ?? null;
    if (next === null) continue;
    if (ahead !== null) await give(ahead);
    ahead = next;
  }
  if (ahead !== null) await give(ahead);
  return counted;
}

/** The next clients of an entity's run, in one transaction. Returns whether there may be more. */
const runSome = (root: Db, entity: EntityReminders, { log, canMail }: Doing): Promise<boolean> =>
  inTransaction(root, async (db) => {
    await db.executeQuery(actAs(null, uuidv7(), 'reminders.run'));
    const run = await take(db, entity);
    if (!run) return false;
    const { entityId, day } = entity;
    if (run.doneThrough === null)
      await db.deleteFrom('reminderProposal').where('entityId', '=', entityId).execute();
    const noticeDays = Math.max(0, ...entity.levels.map(({ offsetDays }) => -offsetDays));
    const ids = await remindable(db, {
      entityId,
      dueBy: addDays(day, noticeDays),
      after: run.doneThrough,
      most: mostTogether,
    });
    const issuer = await issuerOf(db, entityId, null);
    const all = await reminderFacts(db, entity, ids);
    const isUnmoved = !(await hasMovedSince(db, sql`${day}::date`));
    const running = { entity, issuer, runId: run.id, log, canMail, isUnmoved };
    const { given, failed } = await giveAll(db, running, all.values());
    const isOver = ids.length < mostTogether;
    await sql`update reminder_run set given = given + ${given}, failed = failed + ${failed},
      done_through = coalesce(${ids.at(-1) ?? null}::uuid, done_through),
      ended_at = case when ${isOver} then clock_timestamp() end where id = ${run.id}`.execute(db);
    return !isOver;
  });

/**
 * Runs every billing entity whose hour has come on a working day, once a day. Any number of servers may run it; if one is killed,
 * another goes on after the last client that was done.
 */
export async function runReminders(root: Db, doing: Doing): Promise<void> {
  const held = await sql<{ held: boolean }>`select is_held('reminders') as held`.execute(root);
  if (held.rows[0]?.held !== false) return;
  for (const entity of await entityReminders(root, doing.clock, null)) {
    if (entity.isDayOff || entity.hourNow < entity.hour) continue;
    try {
      await begin(root, entity);
      while (!doing.stop?.aborted && (await runSome(root, entity, doing)));
    } catch (error) {
      // It is tried again in a minute, and holds up no other.
      doing.log.warn({ err: error }, 'the reminders of a billing entity could not be run');
    }
  }
}

/** Looks every minute whether a billing entity's reminders are due. The returned function stops it after the clients under way. */
export function startReminders(db: Db, canMail: CanMail, log: Log): () => Promise<void> {
  const stopping = new AbortController();
  const stop = every(
    everyMs,
    async () => runReminders(db, { clock: null, log, canMail: await canMail(db), stop: stopping.signal }),
    (error) => log.warn({ err: error }, 'reminders could not be run'),
    { atOnce: true },
  );
  return async () => {
    stopping.abort();
    await stop();
  };
}
