import { sql } from 'kysely';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import { bookRules } from '@daybook/contracts/settings/book-checks/book-checks';
import type { BookCheck, BookFinding, LookedAt } from '@daybook/contracts/settings/book-checks/book-checks';
import { keptHead } from '../audit/kept-head.ts';
import type { KeptHead } from '../audit/kept-head.ts';
import { at } from '../db/clock.ts';
import type { Clock } from '../db/clock.ts';
import { json, openDatabase } from '../db/database.ts';
import type { Database, Db } from '../db/database.ts';
import { isAlone } from '../db/is-alone.ts';
import { every } from '../every.ts';
import { findBookFaults } from './book-findings.ts';
import type { TellProgress } from './book-findings.ts';
import { countLookedAt } from './looked-at.ts';

const everyMs = 600_000;
const patienceMs = 600_000;
const mostKept = 200;
const mostShown = 30;
const lockKey = 4_217_011;

const shown = ['id', 'kind', 'at', 'found', 'findings', 'looked'] as const;
const asCheck = (row: {
  findings: unknown;
  looked: unknown;
  kind: string;
  id: string;
  at: string;
  found: number;
}): BookCheck => ({
  ...row,
  kind: row.kind as BookCheck['kind'],
  findings: row.findings as BookFinding[],
  looked: row.looked as LookedAt[],
});

interface Checking {
  kind: BookCheck['kind'];
  /** The night of a nightly check; absent for a requested check. */
  day?: string;
  tell?: TellProgress;
  /** Where the head of the audit log is kept outside the database. */
  kept?: KeptHead | undefined;
}

/** Checks the books now and stores the findings. A trigger notifies the admins. */
export async function checkBooks(
  db: Db,
  { kind, day, tell, kept = keptHead(undefined) }: Checking,
): Promise<BookCheck> {
  const findings = await findBookFaults(db, tell, await kept.read());
  const records = await countLookedAt(db);
  const looked = bookRules.map((rule) => ({
    rule,
    records: records.get(rule) ?? 0,
    found: findings.filter((finding) => finding.rule === rule).length,
  }));
  const row = await db
    .insertInto('bookCheck')
    .values({
      id: uuidv7(),
      kind,
      ...(day !== undefined && { day }),
      found: findings.length,
      findings: json(findings.slice(0, mostKept)),
      looked: json(looked),
    })
    .returning(shown)
    .executeTakeFirstOrThrow();
  return asCheck(row);
}

export async function listBookChecks(db: Db): Promise<BookCheck[]> {
  const rows = await db
    .selectFrom('bookCheck')
    .select(shown)
    .orderBy('at', 'desc')
    .limit(mostShown)
    .execute();
  return rows.map(asCheck);
}

/** The local hours in which nobody is expected to work. */
const night = { from: 1, until: 5 };
const mostNightsMissed = 2;

/** The time zone of the firm: that of the billing entity with the most clients. */
export const zoneOfFirm = sql`(select zone_of_firm())`;

/**
 * Runs tonight's check on one of several servers. Null outside the nightly hours, and when the check has already run.
 * If no server ran in a night, the next night's run makes up for it, because each run checks all the books. A machine that is off
 * every night makes the check by day once two nights were missed.
 */
export async function checkBooksOfNight(
  root: Db,
  clock: Clock = null,
  kept?: KeptHead,
): Promise<BookCheck | null> {
  return root.transaction().execute(async (db) => {
    if (!(await isAlone(db, lockKey))) return null;
    const { rows } = await sql<{ day: string; due: boolean }>`
      select day::text, (is_night and last is distinct from day) or last < day - ${mostNightsMissed}::int as due
      from (select ${at(clock)} at time zone ${zoneOfFirm} as now_there) as firm,
        lateral (select now_there::date as day, extract(hour from now_there) >= ${night.from} and extract(hour from now_there) < ${night.until} as is_night) as here,
        lateral (select max(day) as last from book_check where kind = 'nightly') as made`.execute(db);
    const [tonight] = rows;
    return tonight?.due ? checkBooks(db, { kind: 'nightly', day: tonight.day, kept }) : null;
  });
}

/** Uses a connection of its own whose timeout allows for long statements. */
export async function overPatientConnection<Answer>(
  { direct }: Database,
  log: Pick<Logger, 'warn'>,
  work: (root: Db) => Promise<Answer>,
): Promise<Answer> {
  const patient = openDatabase(direct.options.connectionString ?? '', log, 1, { silentMs: patienceMs });
  try {
    return await work(patient.db);
  } finally {
    await patient.close();
  }
}

/** Checks every ten minutes whether the nightly run is due. The returned function stops this. */
export function startBookChecks(
  database: Database,
  log: Pick<Logger, 'warn'>,
  kept: KeptHead,
): () => Promise<void> {
  const look = async () => {
    const check = await overPatientConnection(database, log, (root) => checkBooksOfNight(root, null, kept));
    if (check && check.found > 0)
      log.warn(
        { found: check.found, findings: check.findings.slice(0, 20) },
        'the ledger checks found differences',
      );
  };
  return every(everyMs, look, (error) => log.warn({ err: error }, 'the nightly ledger checks failed'));
}
