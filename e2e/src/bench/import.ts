import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openDatabase } from '@daybook/api/db/database';
import { migrate } from '@daybook/api/db/migrate';
import { requestOf } from '@daybook/api/http/request-of';
import { workbookFile } from '@daybook/api/test/files/workbooks';
import { enquiryRows } from '@daybook/api/test/enquiry-rows';
import { sourceId } from '@daybook/api/test/fixtures/enquiry-choices';
import { makeEntity, makeTaxCode } from '@daybook/api/test/fixtures/masters';
import { importFile } from '@daybook/api/test/import-workbook';
import { signIn } from '@daybook/api/test/people';
import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { enquiryImports } from '@daybook/contracts/crm/enquiries/enquiry-imports';
import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { startPostgres } from '@daybook/tooling/postgres/start-postgres';
import { address, startServer } from './demo-installation.ts';
import { measured, tellGoals } from './goals.ts';
import { askerOf } from './keep-alive.ts';
import { withPackages } from './packages-to-import.ts';
import { ms } from './print.ts';
import { samplesOf } from './samples.ts';

// pnpm bench:import [--rows 10000] [--enquiries | --packages]: a workbook of clients, of enquiries, or of clients with a package each, is read,
// checked and imported into a new firm by a server and its background, while somebody reads lists.

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    enquiries: { type: 'boolean', default: false },
    packages: { type: 'boolean', default: false },
  },
});
const wanted = Number(values.rows);
const goals = { check: 5, write: 10, page: 100 };

const folder = mkdtempSync(join(tmpdir(), 'daybook-import-bench-'));
const postgres = await startPostgres({ dataDir: folder });
await migrate(postgres.ownerUrl());
const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
await owner.connect();
const database = openDatabase(postgres.appUrl(), console, 4);

const { token } = await signIn(database.db, { userType: 'admin' });
await signIn(database.db, { userType: 'crm', name: 'Rose Manager' });
await signIn(database.db, { userType: 'manager', name: 'Max Manager' });
const entityId = await makeEntity(database.db, { country: 'FR' });
await owner.query(`update billing_entity set name = 'Our firm' where id = $1`, [entityId]);
const taxCodeId = await makeTaxCode(database.db, { code: 'STD', rate: '20' });
await owner.query(`insert into department (id, name) values (gen_random_uuid(), 'Audit')`);
const firm = { crm: 'Rose Manager', manager: 'Max Manager', entity: 'Our firm', department: 'Audit' };
for (const name of ['Audit', 'Payroll'])
  await owner.query(`insert into service (id, name, tax_code_id) values (gen_random_uuid(), $1, $2)`, [
    name,
    taxCodeId,
  ]);
const server = await startServer(postgres, undefined, [address]);
const url = address.exec(server.said)?.[1] ?? '';
const ask = askerOf(url, token, 2);

async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: { file?: Buffer; version?: number } = {},
): Promise<OutputOf<E>> {
  const { method, url: path, headers, payload } = requestOf(endpoint, input, options);
  const isFile = Buffer.isBuffer(payload);
  const answer = await fetch(url + path, {
    method: method ?? 'GET',
    headers: {
      ...(headers as Record<string, string>),
      authorization: `Bearer ${token}`,
      ...(!isFile && payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { body: isFile ? new Uint8Array(payload) : JSON.stringify(payload) }),
  });
  const body = (await answer.json()) as { status: boolean; data: OutputOf<E> };
  if (!body.status) throw new Error(JSON.stringify(body).slice(0, 500));
  return body.data;
}

const clientRows = importFile(wanted, 137, firm).rows;
const imported = values.enquiries
  ? {
      endpoints: enquiryImports,
      rows: enquiryRows(wanted),
      rules: { sourceId: sourceId('web'), nextActionOn: '2026-12-31' },
      pages: [enquiries.list, clients.list],
    }
  : {
      endpoints: clientImports,
      rows: values.packages ? await withPackages(call, { entityId, taxCodeId }, clientRows) : clientRows,
      rules: {},
      pages: [clients.list, clientGroups.list],
    };
const { endpoints, rules } = imported;
const file = workbookFile([{ name: 'Rows', rows: imported.rows }]);

const stopping = new AbortController();
const times: number[] = [];
const pages = imported.pages.map((endpoint) => requestOf(endpoint, {}).url);
async function readPages(): Promise<void> {
  while (!stopping.signal.aborted) {
    for (const page of pages) {
      const askedAt = performance.now();
      await ask(page);
      times.push(performance.now() - askedAt);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
const reading = readPages();

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now();
  const result = await work();
  return [result, (performance.now() - startedAt) / 1_000];
}

const [read, readSeconds] = await timed(() => call(endpoints.upload, { name: 'rows.xlsx' }, { file }));
const { id, columns } = read;
const [checked, checkSeconds] = await timed(() => call(endpoints.check, { id, columns, rules }));
const [done, writeSeconds] = await timed(async () => {
  await call(endpoints.run, { id, onlyValid: true }, { version: checked.version });
  for (;;) {
    const now = await call(endpoints.open, { id });
    if (now.status !== 'running') return now;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
});
const second = await call(endpoints.upload, { name: 'again.xlsx' }, { file });
const [again, againSeconds] = await timed(() => call(endpoints.check, { id: second.id, columns, rules }));
stopping.abort();
await reading;
const { p50, p95 } = samplesOf(times);
console.log(
  `${wanted} rows: read in ${ms(readSeconds)} s, checked in ${ms(checkSeconds)} s (${checked.counts.refused} refused), ` +
    `${done.outcomes.made} records written in ${ms(writeSeconds)} s, the same file checked again in ${ms(againSeconds)} s ` +
    `(${again.counts.same} unchanged); first pages of two lists meanwhile: p50 ${ms(p50)}, p95 ${ms(p95)} ms of ${times.length}`,
);
measured(`${wanted} rows checked: ≤ ${goals.check} s`, `${ms(checkSeconds)} s`, checkSeconds <= goals.check);
measured(`${wanted} rows written: ≤ ${goals.write} s`, `${ms(writeSeconds)} s`, writeSeconds <= goals.write);
measured(`list pages meanwhile: p95 ≤ ${goals.page} ms`, `${ms(p95)} ms`, p95 <= goals.page);
tellGoals(loadavg()[0]?.toFixed(1) ?? '');
await server.stop();
await database.close();
await owner.end();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
