import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';
import { openDatabase } from './database.ts';
import { planOutdated } from './prepare-often.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

describe('a database that is closed', () => {
  it('leaves no connection behind, even when only its pool was used', async () => {
    const database = openDatabase(api.urls.app, console);
    await database.pool.query('select 1');
    await database.close();
    expect(database.pool.totalCount).toBe(0);
  });

  it('leaves no connection behind after queries', async () => {
    const database = openDatabase(api.urls.app, console);
    await database.db.selectFrom('appUser').select('id').execute();
    await database.close();
    expect(database.pool.totalCount).toBe(0);
  });
});

/** Loads the modules anew, because statements of other tests in this process count too, and at most 200 are prepared. */
async function openAfresh() {
  const loaded: (typeof openDatabase)[] = [];
  await jest.isolateModulesAsync(async () => {
    loaded.push((await import('./database.ts')).openDatabase);
  });
  const [open = openDatabase] = loaded;
  return open(api.urls.app, console, 1);
}

it('a prepared statement is answered even after a migration has changed the table', async () => {
  const database = await openAfresh();
  const ask = () => database.db.selectFrom('department').selectAll().limit(1).execute();
  await api.db.insertInto('department').values({ id: uuidv7(), name: 'Audit' }).execute();
  for (let time = 0; time < 5; time += 1) await ask();
  await api.ownerPool.query('alter table department add column floor int default 2');
  expect(await ask()).toMatchObject([{ floor: 2 }]);
  for (let time = 0; time < 5; time += 1) await ask();
  await api.ownerPool.query('alter table department drop column floor');
  const inTransaction = database.db
    .transaction()
    .execute((db) => db.selectFrom('department').selectAll().limit(1).execute());
  // The whole transaction runs again, as every write does (runWrite).
  await expect(inTransaction).rejects.toMatchObject({ code: planOutdated });
  expect((await ask())[0]).not.toHaveProperty('floor');
  await database.close();
});

const page = () => sql`select id from department where id in (select ${uuidv7()}::uuid) order by id limit 21`;

it('a first page is planned once, and PostgreSQL decides for all other statements', async () => {
  const database = await openAfresh();
  const ask = () => page().execute(database.db);
  const mode = async () => {
    const { rows } = await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`.execute(
      database.db,
    );
    return rows[0]?.mode;
  };
  for (let time = 0; time < 12; time += 1) await ask();
  const { rows } = await sql`select generic_plans::int as kept, custom_plans::int as anew
    from pg_prepared_statements where statement = ${page().compile(database.db).sql}`.execute(database.db);
  expect(rows).toEqual([{ kept: 10, anew: 0 }]);
  expect(await mode()).toBe('auto');
  await ask();
  const undone = database.db.transaction().execute(async (db) => {
    await page().execute(db);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await mode()).toBe('auto');
  await database.close();
});

it('a statement that takes long is planned for its values each time', async () => {
  const database = await openAfresh();
  for (let time = 0; time < 6; time += 1)
    await sql`select pg_sleep(0.03), ${'2026-03-31'}::text as day`.execute(database.db);
  const { rows } = await sql`select from pg_prepared_statements where statement like '%pg_sleep%'`.execute(
    database.db,
  );
  expect(rows).toEqual([]);
  await database.close();
});
