import { Client } from 'pg';
import { addDays } from '@daybook/contracts/plain-date';
import { makeEntity } from '../../../test/fixtures/masters.ts';
import { openSeriesFixture } from '../../../test/fixtures/series-fixture.ts';
import type { SeriesFixture } from '../../../test/fixtures/series-fixture.ts';
import { superuserOf } from '../../../test/superuser-of.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { TestApi } from '../../../test/test-api.ts';
import { watchStatements } from '../../../test/watch-statements.ts';
import type { Statement } from '../../../test/watch-statements.ts';
import { openDatabase } from '../../db/database.ts';
import type { Database } from '../../db/database.ts';
import { makersOf } from '../../start-series.ts';
import { findNextDays } from '../../recurrence/find-next-days.ts';
import { runSeries } from '../../recurrence/run-series.ts';

const batch = 25;
const today = new Date().toISOString().slice(0, 10);
const daily = { rrule: 'FREQ=DAILY', startsOn: today };

let api: TestApi;
let fixture: SeriesFixture;
/** A worker with one connection. */
let worker: Database;
let sent: Statement[];

beforeAll(async () => {
  api = await startTestApi();
  worker = openDatabase(api.urls.app, { warn: () => undefined }, 1);
  sent = watchStatements(worker.pool);
});
beforeEach(async () => {
  fixture = await openSeriesFixture(api.db);
});
afterEach(() => api.ownerPool.query('update series_progress set next_on = null'));
afterAll(async () => {
  await worker.close();
  await api.stop();
});

async function openMany(many: number, terms: Partial<Parameters<SeriesFixture['invoice']>[0]> = {}) {
  const ids: string[] = [];
  for (let nth = 0; nth < many; nth += 1) ids.push(await fixture.invoice({ ...daily, ...terms }));
  return ids;
}

/** Runs one batch and returns its statements. */
async function runBatch(): Promise<string[]> {
  while ((await findNextDays(api.db)) > 0);
  sent.length = 0;
  expect(
    await runSeries(worker.db, {
      makers: makersOf(false),
      log: { warn: () => undefined },
      clock: null,
    }),
  ).toBe(batch);
  return sent.map(({ text }) => text);
}

const issuesOf = (statements: readonly string[]) =>
  statements.filter((text) => text.includes('take_number')).length;

/** The number of invoices by the status of their runs, for these series. */
async function runsOf(ids: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await api.ownerPool.query<{ what: string; many: number }>(
    `select concat_ws(' ', run.status, run.error ->> 'code', case when invoice.number is not null then 'issued' end) as what,
       count(*)::int as many
     from series_run run left join invoice on (invoice.series_id, invoice.nominal_on) = (run.series_id, run.nominal_date)
     where run.series_id = any ($1) group by 1`,
    [ids],
  );
  return Object.fromEntries(rows.map(({ what, many }) => [what, many]));
}

const numbersMissing = async () => (await api.ownerPool.query('select from number_gap')).rowCount;

describe('a batch of recurring invoices of which some cannot be issued', () => {
  it('issues the others together', async () => {
    const early = await openMany(6);
    await api.ownerPool.query(
      'update recurring_invoice_price set valid_from = current_date + 9 where series_id = any ($1)',
      [early],
    );
    const lockedId = await makeEntity(api.db);
    await api.ownerPool.query(
      'insert into period_lock (id, entity_id, locked_until) values (gen_random_uuid(), $1, current_date + 9)',
      [lockedId],
    );
    const locked = await openMany(4, { entityId: lockedId });
    const sound = await openMany(batch - 10);
    const statements = await runBatch();
    expect(issuesOf(statements)).toBe(1);
    expect(statements.length).toBeLessThan(60);
    expect(await runsOf([...early, ...locked, ...sound])).toEqual({
      'created issued': 15,
      'failed INPUT_INVALID': 6,
      'failed PERIOD_LOCKED': 4,
    });
  });

  it('continues in groups of five when the database refuses an invoice unexpectedly, and loses no number', async () => {
    const [bad = '', ...others] = await openMany(batch);
    await api.ownerPool.query(`create function refuse_one() returns trigger language plpgsql as $$
      begin
        if new.series_id = '${bad}' then raise exception 'not this one' using errcode = 'DB001'; end if;
        return new;
      end $$;
      create trigger refuse_one before insert on invoice for each row execute function refuse_one()`);
    const statements = await runBatch();
    await api.ownerPool.query('drop trigger refuse_one on invoice');
    expect(issuesOf(statements)).toBe(4 + 4);
    expect(await runsOf([bad])).toEqual({ 'failed STATE_NOT_ALLOWED': 1 });
    expect(await runsOf(others)).toEqual({ 'created issued': batch - 1 });
    expect(await numbersMissing()).toBe(0);
  });

  it('issues nothing for later dates of a series after a refused one', async () => {
    const sound = await openMany(batch - 1);
    const late = await fixture.invoice({ ...daily, startsOn: addDays(today, -2) });
    await api.ownerPool.query(
      'update recurring_invoice_price set valid_from = current_date - 1 where series_id = $1',
      [late],
    );
    await runBatch();
    expect(await runsOf([late])).toEqual({ 'failed INPUT_INVALID': 1 });
    expect(await runsOf(sound)).toEqual({ 'created issued': batch - 1 });
  });
});

/** The tables that grow with the number of documents. */
const growing = ['invoice', 'invoice_line', 'invoice_state', 'journal_entry', 'journal_line'];

/**
 * Makes the planner believe that the tables are large, and keeps autovacuum from correcting it. The number is moderate,
 * because the planner compares it with the size of the files: for a million rows in the pages of a thousand, every plan
 * would look equally good.
 */
async function pretendMany(): Promise<void> {
  for (const table of growing)
    await api.ownerPool.query(`alter table ${table} set (autovacuum_enabled = false); analyze ${table}`);
  const admin = new Client({ connectionString: superuserOf(api.urls.owner) });
  await admin.connect();
  await admin.query(
    `update pg_class set reltuples = 50000 where oid in (
       select unnest(array[indrelid, indexrelid]) from pg_index where indrelid = any ($1::regclass[])
     )`,
    [growing],
  );
  await admin.end();
}

/** The rows of the growing tables that the worker read, by scan or by index. */
async function rowsRead(): Promise<Map<string, number>> {
  await worker.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await api.ownerPool.query<{ name: string; read: number }>(
    `select relname as name, seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables where relname = any ($1)`,
    [growing],
  );
  return new Map(rows.map(({ name, read }) => [name, read]));
}

it('a batch reads no more documents when the firm has a thousand others', async () => {
  for (let batches = 0; batches < 2; batches += 1) {
    await openMany(batch, { startsOn: addDays(today, -19) });
    await runBatch();
  }
  await pretendMany();
  await openMany(batch);
  const before = await rowsRead();
  await runBatch();
  const after = await rowsRead();
  expect(after.get('invoice')).toBeGreaterThan(before.get('invoice') ?? 0);
  for (const [table, read] of after) {
    const own = read - (before.get(table) ?? 0);
    expect({ table, isFew: own < batch * 15 }).toEqual({ table, isFew: true });
  }
});
