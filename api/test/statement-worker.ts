import { sql } from 'kysely';
import { doJobs, noTurn } from '../src/jobs/do-jobs.ts';
import { runSchedules } from '../src/receivables/statements/run-schedules.ts';
import { kindsOfJobs } from '../src/start-jobs.ts';
import { openWorkerDatabase } from './worker-database.ts';

// A worker only for the tests, whose clock is a row of the test’s database. It works until it is killed.
const log = { warn: () => undefined };
const { db } = openWorkerDatabase(2, log);
const turn = noTurn();

async function work(): Promise<number> {
  const { rows } = await sql<{ now: string }>`select now from test_clock`.execute(db);
  await runSchedules(db, { clock: rows[0]?.now ?? null, log });
  return doJobs(db, { kinds: kindsOfJobs, canMail: true, turn });
}

for (;;) {
  const done = await work().catch(() => 0);
  if (done === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}
