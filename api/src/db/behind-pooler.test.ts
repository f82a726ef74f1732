import { sql } from 'kysely';
import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { limitRole } from './limits-of-role.ts';

let api: TestApi;
let database: Database;
beforeAll(async () => {
  api = await startTestApi();
  await Promise.all(Array.from({ length: 5 }, () => limitRole(api.urls.app)));
  database = openDatabase(api.urls.app, console, 1, { directUrl: api.urls.app });
});
afterAll(async () => {
  await database.close();
  await api.stop();
});

describe('a server behind a pooler', () => {
  it('prepares no statement, however often it sends it', async () => {
    for (let time = 0; time < 8; time += 1)
      await database.db.selectFrom('department').selectAll().limit(1).execute();
    const { rows } = await sql`select from pg_prepared_statements`.execute(database.db);
    expect(rows).toEqual([]);
  });

  it('leaves nothing set in a session that the next client gets', async () => {
    await database.db.transaction().execute((db) => sql`select 1`.execute(db));
    const { rows } = await sql`select name from pg_settings where source = 'session'`.execute(database.db);
    expect(rows).toEqual([]);
  });

  it('has the limits of the sessions from its role, although several servers set them together', async () => {
    const { rows } = await sql`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(database.db);
    expect(rows).toEqual([{ statement: '5s', idle: '15s' }]);
  });

  it('has one connection past it, which is closed with the others', async () => {
    const other = openDatabase('postgres://nobody@localhost:1/none', console, 1, {
      directUrl: api.urls.app,
    });
    await other.direct.query('listen daybook_event');
    expect(other.direct).not.toBe(other.pool);
    await other.close();
    expect(other.direct.totalCount).toBe(0);
  });
});
