import { Client } from 'pg';
import { createTestDatabase, startTestServer, type TestDatabase } from './test-database.ts';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('test databases', () => {
  let server: { stop(): Promise<void> };
  let databases: TestDatabase[];

  beforeAll(async () => {
    server = await startTestServer((ownerUrl) =>
      query(ownerUrl, 'CREATE TABLE notes (text text); GRANT SELECT, INSERT ON notes TO daybook_app'),
    );
    databases = await Promise.all([
      createTestDatabase(),
      createTestDatabase(),
      createTestDatabase({ migrated: false }),
    ]);
  });

  afterAll(() => server.stop());

  it('are migrated and independent of each other', async () => {
    const [first, second] = databases;
    await query(first?.appUrl ?? '', "INSERT INTO notes VALUES ('of the first')");
    expect(await query(first?.appUrl ?? '', 'SELECT * FROM notes')).toHaveLength(1);
    expect(await query(second?.appUrl ?? '', 'SELECT * FROM notes')).toEqual([]);
  });

  it('give the application’s role no more rights than in production', async () => {
    await expect(query(databases[0]?.appUrl ?? '', 'DROP TABLE notes')).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('can be empty, for tests of the migrations', async () => {
    await expect(query(databases[2]?.ownerUrl ?? '', 'SELECT * FROM notes')).rejects.toMatchObject({
      code: '42P01',
    });
  });

  it('can be clones of a filled one, even while somebody is still connected to it', async () => {
    const filled = await createTestDatabase();
    await query(filled.appUrl, "INSERT INTO notes VALUES ('kept')");
    const late = new Client({ connectionString: filled.appUrl }).on('error', () => undefined);
    await late.connect();
    const clone = await createTestDatabase({ like: filled });
    expect(await query(clone.appUrl, 'SELECT * FROM notes')).toEqual([{ text: 'kept' }]);
    await query(clone.appUrl, "INSERT INTO notes VALUES ('of the clone')");
    expect(await query(filled.appUrl, 'SELECT * FROM notes')).toHaveLength(1);
    await late.end();
  });

  it('no longer exist after they are dropped', async () => {
    await databases[1]?.drop();
    await expect(query(databases[1]?.ownerUrl ?? '', 'SELECT 1')).rejects.toMatchObject({ code: '3D000' });
  });
});
