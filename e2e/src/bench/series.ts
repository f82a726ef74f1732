import { existsSync, mkdtempSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openSession } from '@daybook/api/auth/sessions';
import { openDatabase } from '@daybook/api/db/database';
import { migrate } from '@daybook/api/db/migrate';
import { requestOf } from '@daybook/api/http/request-of';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { startPostgres } from '@daybook/tooling/postgres/start-postgres';
import { address, startServer } from './demo-installation.ts';
import { fillDueSeries } from './due-series.ts';
import { measured, tellGoals } from './goals.ts';
import { askerOf } from './keep-alive.ts';
import { ms } from './print.ts';
import { samplesOf } from './samples.ts';

// pnpm bench:series [--folder …] [--refused 40]: two workers issue many recurring invoices that are due on one day, while people read
// lists. The firm is empty, or it is the one that pnpm bench:fill created in a folder; there the invoices remain.

const { values } = parseArgs({
  options: {
    invoices: { type: 'string', default: '10000' },
    workers: { type: 'string', default: '2' },
    refused: { type: 'string', default: '0' },
    folder: { type: 'string' },
  },
});
const count = Number(values.invoices);
const refusedPct = Number(values.refused);
const { folder } = values;
if (folder !== undefined && !existsSync(folder))
  throw new Error(`${folder} does not exist: create it by pnpm bench:fill`);
const goalPerSecond = refusedPct === 0 ? 300 : 100;
const goalMs = 25;

const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'daybook-series-'));
const postgres = await startPostgres({ dataDir });
await migrate(postgres.ownerUrl());
const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
await owner.connect();
const database = openDatabase(postgres.appUrl(), console, 2);
const { personId, entityIds } = await fillDueSeries(database.db, owner, { count, refusedPct });

const open = async () => {
  const { rows } = await owner.query<{ open: number }>(
    'select count(*)::int as open from series_progress where next_on <= current_date and next_try_at is null',
  );
  return rows[0]?.open ?? 0;
};

const server = await startServer(postgres, undefined, [address], { BACKGROUND: '0' });
const token = await openSession(database.db, personId, 'bench');
await owner.query(`update app_user set user_type = 'super_admin', scope = 'all' where id = $1`, [personId]);
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
const { rows } = await owner.query<{ issued: number; gaps: number; refused: number; invoices: number }>(
  `select (select count(*)::int from invoice where number is not null and entity_id = any ($1)) as issued,
     (select count(*)::int from number_gap where entity_id = any ($1)) as gaps,
     (select count(*)::int from series_run run join recurring_invoice invoiced using (series_id)
       where run.status = 'failed' and invoiced.entity_id = any ($1)) as refused,
     (select count(*)::int from invoice) as invoices`,
  [entityIds],
);
const { issued = 0, gaps = 0, refused = 0, invoices: kept = 0 } = rows[0] ?? {};
const { p50, p95 } = samplesOf(times);
console.log(
  `${issued} invoices of ${count} series, ${refused} refused, ${gaps} numbers missing, in ${ms(seconds)} s with ${workers.length} workers, in a firm of ${kept} invoices; first pages of three lists meanwhile: p50 ${ms(p50)}, p95 ${ms(p95)} ms of ${times.length}`,
);
const load = loadavg()[0]?.toFixed(1) ?? '';
measured(
  `recurring invoices, ${refusedPct} % refused: ≥ ${goalPerSecond} a second`,
  `${ms(issued / seconds)} a second`,
  issued / seconds >= goalPerSecond && issued + refused === count && gaps === 0,
);
measured(`list pages meanwhile: p95 ≤ ${goalMs} ms`, `${ms(p95)} ms`, p95 <= goalMs);
tellGoals(load);
for (const worker of workers) await worker.stop();
await server.stop();
await database.close();
await owner.end();
await (folder === undefined ? postgres.remove() : postgres.stop());
