import { sql } from 'kysely';
import { pino } from 'pino';
import { sendRecurringLetters } from '../src/billing/recurring-invoices/recurring-letters.ts';
import { makersOf } from '../src/start-series.ts';
import { findNextDays } from '../src/recurrence/find-next-days.ts';
import { runSeries } from '../src/recurrence/run-series.ts';
import { openWorkerDatabase } from './worker-database.ts';

// A worker only for the tests, whose clock is a row of the test’s database. It works until it is killed.
const { db } = openWorkerDatabase(2);
const log = pino({ level: 'warn' }, pino.destination(2));
const makers = makersOf(true);

async function clock(): Promise<string> {
  const { rows } = await sql<{ now: string }>`select now from test_clock`.execute(db);
  return rows[0]?.now ?? '';
}

async function work(): Promise<number> {
  const now = await clock();
  const made = (await findNextDays(db, now)) + (await runSeries(db, { makers, log, clock: now }));
  return made + (await sendRecurringLetters(db, true));
}

for (;;) {
  // A database that was killed is back soon.
  const done = await work().catch(() => 0);
  if (done === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}
