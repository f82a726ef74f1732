import { startTestApi } from '../test/test-api.ts';
import type { TestApi } from '../test/test-api.ts';
import { openDatabase } from './database.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

describe('a database that is closed', () => {
  it('leaves no connection behind, also where only its pool was used', async () => {
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
