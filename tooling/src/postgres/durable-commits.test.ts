import { Client } from 'pg';
import { preparePlace, removePlace } from './place.ts';
import { startPostgres, type Postgres } from './start-postgres.ts';
import { newTestPlace, type TestPlace } from './test-place.ts';

let place: TestPlace;
let postgres: Postgres;
let client: Client;
beforeAll(async () => {
  place = newTestPlace();
  postgres = await startPostgres({ ...place, log: () => undefined });
  client = new Client({ connectionString: postgres.adminUrl() });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await postgres.stop();
  removePlace(preparePlace(place.dataDir, place.rootsFolder));
});

/** How often this session has asked the disk to keep the log. */
async function synced(): Promise<number> {
  await client.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await client.query<{ fsyncs: string }>(
    "SELECT sum(fsyncs) AS fsyncs FROM pg_stat_io WHERE object = 'wal' AND backend_type = 'client backend'",
  );
  return Number(rows[0]?.fsyncs);
}

it('every commit is written through to the disk', async () => {
  await client.query('CREATE TABLE commits (no int)');
  const before = await synced();
  for (let no = 0; no < 100; no += 1) await client.query('INSERT INTO commits VALUES ($1)', [no]);
  expect((await synced()) - before).toBeGreaterThanOrEqual(100);
});
