import { sql } from 'kysely';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import { bookRules } from '@daybook/contracts/settings/book-checks';
import type { BookCheck, BookFinding, LookedAt } from '@daybook/contracts/settings/book-checks';
import { json, openDatabase } from '../db/database.ts';
import type { Database, Db } from '../db/database.ts';
import { findBookFaults } from './book-findings.ts';
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

/** Checks the books now and keeps what it found; a trigger tells the admins of what is wrong. */
export async function checkBooks(db: Db, kind: BookCheck['kind']): Promise<BookCheck> {
  const findings = await findBookFaults(db);
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

/** The run of this day (of UTC, which all servers share), by one server of several; null when it was done before. */
export async function checkBooksOfNight(root: Db): Promise<BookCheck | null> {
  return root.transaction().execute(async (db) => {
    const { rows } = await sql<{ due: boolean }>`
      select pg_try_advisory_xact_lock(${lockKey}) and not exists (select from book_check
        where kind = 'nightly' and day = (now() at time zone 'UTC')::date) as due`.execute(db);
    return rows[0]?.due ? checkBooks(db, 'nightly') : null;
  });
}

/** Over a connection that may be silent for as long as a statement of it takes. */
export async function overPatientConnection<Answer>(
  { pool }: Database,
  log: Pick<Logger, 'warn'>,
  work: (root: Db) => Promise<Answer>,
): Promise<Answer> {
  const patient = openDatabase(pool.options.connectionString ?? '', log, 1, patienceMs);
  try {
    return await work(patient.db);
  } finally {
    await patient.close();
  }
}

/** Looks every ten minutes whether the day's run is due, until the answer is called. */
export function keepCheckingBooks(database: Database, log: Pick<Logger, 'warn'>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const look = async () => {
    try {
      const check = await overPatientConnection(database, log, checkBooksOfNight);
      if (check && check.found > 0)
        log.warn({ found: check.found, findings: check.findings.slice(0, 20) }, 'the books are wrong');
    } catch (error) {
      log.warn({ err: error }, 'the books could not be checked');
    }
  };
  const timer = setInterval(() => {
    running = look();
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
