import { doJobs, noTurn } from '../src/jobs/do-jobs.ts';
import { kindsOfJobs } from '../src/start-jobs.ts';
import { openWorkerDatabase } from './worker-database.ts';

// A worker only for the tests. It works until it is killed.
const { db } = openWorkerDatabase(2);
const turn = noTurn();
for (;;) {
  const done = await doJobs(db, { kinds: kindsOfJobs, canMail: false, turn }).catch(() => 0);
  if (done === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}
