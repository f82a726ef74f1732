import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import pg from 'pg';
import { eventually } from '../../test/installation.ts';
import { sealBatch } from '../audit/seal.ts';
import { openDatabase } from '../db/database.ts';
import { healthRoutes } from './health.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';
import { superuserOf } from '../../test/superuser-of.ts';

let api: TestApi;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'data-'));
  api = await startSealed(1);
});
afterAll(async () => {
  await api.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** No sealer runs in a test, and the rows of the migrations may be as old as the whole run. */
async function startSealed(floorMb: number): Promise<TestApi> {
  const started = await startTestApi(undefined, { DATA_DIR: dataDir, DISK_FLOOR_MB: floorMb });
  await eventually(async () => {
    await sealBatch(started.db);
    expect((await readyOf(started)).checks).toMatchObject({ sealed: true });
  });
  return started;
}

const readyOf = async ({ app }: TestApi) => {
  const answer = await app.inject({ url: '/api/health/ready' });
  return { status: answer.statusCode, checks: answer.json<{ data: Record<string, boolean> }>().data };
};
const ready = () => readyOf(api);
const well = { database: true, migrated: true, disk: true, files: true, sealed: true, backedUp: true };

const size = async () =>
  (await api.ownerPool.query<{ size: number }>('select pg_database_size(current_database()) as size')).rows[0]
    ?.size;

describe('the server', () => {
  it('is ready while a write succeeds, and leaves nothing behind', async () => {
    await ready();
    const before = await size();
    for (let n = 0; n < 20; n += 1) expect(await ready()).toEqual({ status: 200, checks: well });
    expect(await size()).toBe(before);
  });

  it('answers the many who ask at once with one probe', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, ready));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('is not ready while the database finds no room for what it has to write', async () => {
    const superuser = new pg.Client({ connectionString: superuserOf(api.urls.owner) });
    await superuser.connect();
    const { rows } = await api.appPool.query<{ role: string; name: string }>(
      'select current_user as role, current_database() as name',
    );
    const of = `alter role ${rows[0]?.role} in database ${rows[0]?.name}`;
    const endConnections = () =>
      superuser.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    await superuser.query(`${of} set temp_file_limit = 0`);
    await endConnections();
    try {
      const full = { status: 503, checks: { ...well, database: false } };
      await eventually(async () => expect(await ready()).toEqual(full));
    } finally {
      await superuser.query(`${of} reset temp_file_limit`);
      await endConnections();
      await superuser.end();
    }
    await eventually(async () => expect((await ready()).status).toBe(200));
  });

  it('is not ready below the floor in bytes, however large the disk is', async () => {
    const other = await startSealed(1_000_000_000);
    try {
      expect(await readyOf(other)).toEqual({ status: 503, checks: { ...well, disk: false } });
    } finally {
      await other.stop();
    }
  });

  it('is not ready while its own files have nowhere to go', async () => {
    const database = openDatabase(api.urls.app, { warn: () => undefined }, 2);
    const app = Fastify();
    healthRoutes(app, database, { filesDir: join(dataDir, 'gone') });
    try {
      const answer = await app.inject({ url: '/api/health/ready' });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        503,
        { data: { ...well, disk: expect.any(Boolean), files: false } },
      ]);
    } finally {
      await app.close();
      await database.close();
    }
  });

  it('measures the disk of a database whose files it may not see', async () => {
    const database = openDatabase(api.urls.app, { warn: () => undefined }, 2);
    const app = Fastify();
    const closed = join(dataDir, 'closed');
    mkdirSync(closed, { mode: 0o000 });
    healthRoutes(app, database, { dataDir: closed, floorMb: 1 });
    try {
      const answer = await app.inject({ url: '/api/health/ready' });
      expect(answer.json()).toMatchObject({ data: { disk: true } });
    } finally {
      await app.close();
      await database.close();
    }
  });

  it('tells when the audit log is not sealed, and stays ready', async () => {
    await api.ownerPool.query(
      `insert into audit_event (at, action, entity, entity_id, body, hash)
       values (now() - interval '10 minutes', 'raw', 'department', gen_random_uuid(), '{}', '')`,
    );
    expect(await ready()).toEqual({ status: 200, checks: { ...well, sealed: false } });
  });

  it('is ready only while the disk of the database is there', async () => {
    rmSync(dataDir, { recursive: true });
    expect(await ready()).toMatchObject({ status: 503, checks: { database: true, disk: false } });
  });
});
