import { createTransport } from 'nodemailer';
import { sql } from 'kysely';
import { sendDueMail } from '../src/mail/send-mail.ts';
import { mailNotifications } from '../src/notifications/mail-notifications.ts';
import { openWorkerDatabase } from './worker-database.ts';

// A worker only for the tests, whose clock is a row of the test’s database. It works until it is killed, and says when it begins
// and ends a look at what is due. Where it has a mail server, it also sends.
const { db } = openWorkerDatabase(4);
const mailServer = process.env['MAIL_SERVER'];
const transport = mailServer === undefined ? null : createTransport({ url: mailServer });

async function clock(): Promise<string> {
  const { rows } = await sql<{ now: string }>`select now::text from test_clock`.execute(db);
  return rows[0]?.now ?? '';
}

async function look(): Promise<void> {
  const now = await clock();
  process.stdout.write(`looks ${now}\n`);
  await mailNotifications(db, { clock: now, publicUrl: 'https://daybook.example', canMail: true });
  // What a killed worker was sending waits until its lease ends.
  const lease = { ms: 1_000, renewedEveryMs: 200 };
  if (transport)
    await sendDueMail(db, transport, 'daybook@firm.test', undefined, { lease, mostAMinute: 10_000 });
  process.stdout.write(`looked ${now}\n`);
}

for (;;) {
  // A database that was killed is back soon.
  await look().catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
