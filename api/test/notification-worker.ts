import { sql } from 'kysely';
import { openDatabase } from '../src/db/database.ts';
import { mailNotifications } from '../src/notifications/mail-notifications.ts';

// A worker only for the tests, whose clock is a row of the test’s database. It works until it is killed.
const { db } = openDatabase(process.env['DATABASE_URL'] ?? '', { warn: () => undefined }, 2);

async function clock(): Promise<string> {
  const { rows } = await sql<{ now: string }>`select now from test_clock`.execute(db);
  return rows[0]?.now ?? '';
}

for (;;) {
  // A database that was killed is back soon.
  await clock()
    .then((now) => mailNotifications(db, { clock: now, publicUrl: 'https://daybook.example', canMail: true }))
    .catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
