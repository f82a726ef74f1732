import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openSession } from '@daybook/api/auth/sessions';
import { openDatabase } from '@daybook/api/db/database';
import { migrate } from '@daybook/api/db/migrate';
import { requestOf } from '@daybook/api/http/request-of';
import { runReminders } from '@daybook/api/receivables/reminders/run-reminders';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { startPostgres } from '@daybook/tooling/postgres/start-postgres';
import { address, startServer } from './demo-installation.ts';
import { measured, tellGoals } from './goals.ts';
import { askerOf } from './keep-alive.ts';
import { ms } from './print.ts';
import { samplesOf } from './samples.ts';

// pnpm bench:reminders --folder … [--mails 2000]: a run prepares reminders by mail, each with a statement as PDF, in the firm that
// pnpm bench:fill created, while people read lists. The reminders remain in that firm.

const { values } = parseArgs({
  options: { mails: { type: 'string', default: '2000' }, folder: { type: 'string' } },
});
const wanted = Number(values.mails);
if (values.folder === undefined) throw new Error('--folder names the firm that pnpm bench:fill created');
const goalSeconds = 60;
const goalMs = 100;

const postgres = await startPostgres({ dataDir: values.folder });
await migrate(postgres.ownerUrl());
const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
await owner.connect();
const database = openDatabase(postgres.appUrl(), console, 4);

const { rows: people } = await owner.query<{ id: string }>(
  `select id from app_user where user_type in ('super_admin', 'admin') and status = 'active' limit 1`,
);
const token = await openSession(database.db, people[0]?.id ?? '', 'bench');
await owner.query(`delete from reminder_run where day >= current_date - 1`);
await owner.query(`update reminder_setting set mode = 'send', hour = 0, calendar_id = null`);
await owner.query(
  `update reminder_level set channel = 'mail', min_days = 1, attach_statement = no > 0, attach_invoices = false`,
);

const mails = async () => {
  const { rows } = await owner.query<{ mails: number }>('select count(*)::int as mails from client_mail');
  return rows[0]?.mails ?? 0;
};
/** The working day nearest to today, at noon. */
const clock = async () => {
  const { rows } = await owner.query<{ day: string }>(
    `select (current_date - greatest(0, extract(isodow from current_date)::int - 5))::text as day`,
  );
  return `${rows[0]?.day}T12:00:00Z`;
};

const server = await startServer(postgres, undefined, [address], { BACKGROUND: '0' });
const ask = askerOf(address.exec(server.said)?.[1] ?? '', token, 2);
const pages = [invoices.list, clients.list].map((endpoint) => requestOf(endpoint, {}).url);
const before = await mails();
const stopping = new AbortController();
const startedAt = performance.now();
const running = runReminders(database.db, {
  clock: await clock(),
  log: console,
  canMail: true,
  stop: stopping.signal,
}).finally(() => stopping.abort());
const times: number[] = [];
while (!stopping.signal.aborted) {
  for (const page of pages) {
    const askedAt = performance.now();
    await ask(page);
    times.push(performance.now() - askedAt);
  }
  if ((await mails()) - before >= wanted) stopping.abort();
  await new Promise((resolve) => setTimeout(resolve, 100));
}
await running;
const seconds = (performance.now() - startedAt) / 1000;
const written = (await mails()) - before;
const { p50, p95 } = samplesOf(times);
console.log(
  `${written} reminders by mail in ${ms(seconds)} s; first pages of two lists meanwhile: p50 ${ms(p50)}, p95 ${ms(p95)} ms of ${times.length}`,
);
const perGoal = (seconds / Math.max(1, written)) * wanted;
measured(
  `${wanted} reminders with a statement prepared: ≤ ${goalSeconds} s`,
  `${ms(perGoal)} s`,
  written > 0 && perGoal <= goalSeconds,
);
measured(`list pages meanwhile: p95 ≤ ${goalMs} ms`, `${ms(p95)} ms`, p95 <= goalMs);
tellGoals(loadavg()[0]?.toFixed(1) ?? '');
await server.stop();
await database.close();
await owner.end();
await postgres.stop();
