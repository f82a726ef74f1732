import { sql } from 'kysely';
import { pino } from 'pino';
import { runReminders } from '../src/receivables/reminders/run-reminders.ts';
import { openWorkerDatabase } from './worker-database.ts';

// A worker only for the tests, whose clock is a row of the test’s database. It works until it is killed.
const { db } = openWorkerDatabase(2);
const log = pino({ level: 'warn' }, pino.destination(2));

async function clock(): Promise<string> {
  const { rows } = await sql<{ now: string }>`select now from test_clock`.execute(db);
  return rows[0]?.now ?? '';
}

for (;;) {
  // A database that was killed is back soon.
  await clock()
    .then((now) => runReminders(db, { clock: now, log, canMail: true }))
    .catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
