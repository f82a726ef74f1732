import { mkdtempSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openSession } from '@daybook/api/auth/sessions';
import { openDatabase } from '@daybook/api/db/database';
import { migrate } from '@daybook/api/db/migrate';
import { requestOf } from '@daybook/api/http/request-of';
import { makeClient } from '@daybook/api/test/masters';
import { openSeriesDesk } from '@daybook/api/test/series-desk';
import { invoices } from '@daybook/contracts/billing/invoices';
import { clients } from '@daybook/contracts/crm/clients';
import { tasks } from '@daybook/contracts/tasks/tasks';
import { startPostgres } from '@daybook/tooling/postgres/start-postgres';
import { address, startServer } from './demo-house.ts';
import { measured, tellGoals } from './goals.ts';
import { askerOf } from './keep-alive.ts';
import { ms } from './print.ts';
import { samplesOf } from './samples.ts';

// pnpm bench:series: so many recurring invoices due on one day, issued by two workers while people look at lists.

const { values } = parseArgs({
  options: { invoices: { type: 'string', default: '10000' }, workers: { type: 'string', default: '2' } },
});
const count = Number(values.invoices);
const goalSeconds = 60;
const goalMs = 100;
const clientCount = 500;

const postgres = await startPostgres({ dataDir: mkdtempSync(join(tmpdir(), 'daybook-series-')) });
await migrate(postgres.ownerUrl());
const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
await owner.connect();
const database = openDatabase(postgres.appUrl(), console, 2);

/** One series written as it is kept, and as many like it as are asked for, all due today. */
async function fill(): Promise<string> {
  const { db } = database;
  const desk = await openSeriesDesk(db);
  for (let more = 0; more < clientCount; more += 1)
    await makeClient(db, { entityId: desk.entityId, crmId: desk.personId });
  const today = new Date().toISOString().slice(0, 10);
  const rrule = `FREQ=MONTHLY;BYMONTHDAY=${Math.min(28, Number(today.slice(8)))}`;
  const first = await desk.invoice({ rrule, startsOn: today });
  await owner.query(`create temp table fresh as select gen_random_uuid() as id, gen_random_uuid() as line_id, client.id as client_id
    from generate_series(2, ${count}) nth join lateral (select id from client order by id limit 1 offset nth % ${clientCount}) client on true`);
  for (const statement of [
    `insert into series (id, kind, client_id, title, rrule, starts_on, zone, catch_up) select fresh.id, kind, fresh.client_id, title, rrule,
       starts_on, zone, catch_up from fresh, series where series.id = '${first}'`,
    `insert into series_progress (series_id, done_through) select fresh.id, done_through from fresh, series_progress where series_id = '${first}'`,
    `insert into recurring_invoice (series_id, entity_id, mode, currency, doc_locale) select fresh.id, entity_id, mode, currency, doc_locale
       from fresh, recurring_invoice where series_id = '${first}'`,
    `insert into recurring_invoice_line (id, series_id, no, description, qty, tax_code_id) select line_id, fresh.id, no, description, qty,
       tax_code_id from fresh, recurring_invoice_line where series_id = '${first}'`,
    `insert into recurring_invoice_price (line_id, series_id, valid_from, unit_price) select fresh.line_id, fresh.id, valid_from, unit_price
       from fresh, recurring_invoice_price where series_id = '${first}'`,
    'update series_progress set stale = false, next_nominal = current_date, next_on = current_date',
    // Only what is filled: PostgreSQL by itself never looks at an empty table, and would take it for one that stays empty.
    'analyze series, series_progress, recurring_invoice, recurring_invoice_line, recurring_invoice_price, client',
  ])
    await owner.query(statement);
  return desk.personId;
}

const open = async () => {
  const { rows } = await owner.query<{ open: number }>(
    'select count(*)::int as open from series_progress where next_on <= current_date',
  );
  return rows[0]?.open ?? 0;
};

const personId = await fill();
const server = await startServer(postgres, undefined, [address], { BACKGROUND: '0' });
const token = await openSession(database.db, personId, 'bench');
await owner.query(`update app_user set user_type = 'super_admin', scope = 'all'`);
const ask = askerOf(address.exec(server.said)?.[1] ?? '', token, 2);
const pages = [invoices.list, clients.list, tasks.list].map((endpoint) => requestOf(endpoint, {}).url);

const times: number[] = [];
const startedAt = performance.now();
const workers = await Promise.all(
  Array.from({ length: Number(values.workers) }, () =>
    startServer(postgres, undefined, [address], {}, 'worker'),
  ),
);
while ((await open()) > 0) {
  for (const page of pages) {
    const askedAt = performance.now();
    await ask(page);
    times.push(performance.now() - askedAt);
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
}
const seconds = (performance.now() - startedAt) / 1000;
const { rows } = await owner.query<{ issued: number; gaps: number }>(
  'select (select count(*)::int from invoice where number is not null) as issued, (select count(*)::int from number_gap) as gaps',
);
const { issued = 0, gaps = 0 } = rows[0] ?? {};
const { p50, p95 } = samplesOf(times);
console.log(
  `${issued} invoices of ${count} series, ${gaps} numbers missing, in ${ms(seconds)} s with ${workers.length} workers; first pages of three lists meanwhile: p50 ${ms(p50)}, p95 ${ms(p95)} ms of ${times.length}`,
);
const load = loadavg()[0]?.toFixed(1) ?? '';
measured(
  `${count} recurring invoices in < ${goalSeconds} s`,
  `${ms(seconds)} s`,
  seconds < goalSeconds && issued === count,
);
measured(`list pages meanwhile: p95 < ${goalMs} ms`, `${ms(p95)} ms`, p95 < goalMs);
tellGoals(load);
for (const worker of workers) await worker.stop();
await server.stop();
await database.close();
await owner.end();
await postgres.remove();
