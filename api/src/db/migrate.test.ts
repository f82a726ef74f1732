import pg from 'pg';
import { createTestDatabase } from '@daybook/tooling/test-database';
import type { TestDatabase } from '@daybook/tooling/test-database';
import { applyMigration, migrate } from './migrate.ts';

let database: TestDatabase;
let owner: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await database.drop();
});

const ran = (name: string) =>
  owner.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, 'of another file']);

describe('a migrated database', () => {
  it('is left as it is', async () => {
    expect(await migrate(database.ownerUrl)).toEqual({ applied: [] });
  });

  it('is served by an older release too, which lacks its latest files and grants nothing again', async () => {
    await ran('9999_of_a_newer_release.sql');
    await owner.query('revoke insert on client from daybook_app');
    expect(await migrate(database.ownerUrl)).toEqual({ applied: [] });
    const { rows } = await owner.query(
      "select has_table_privilege('daybook_app', 'client', 'insert') as may",
    );
    expect(rows).toEqual([{ may: false }]);
  });

  it('gets an index while it is in use, and while another server waits to migrate', async () => {
    await owner.query('select pg_advisory_lock(4217001)');
    const other = migrate(database.ownerUrl);
    const sql = `-- Each statement by itself: people write meanwhile.
create index concurrently client_by_version on client (version);

do $$ begin
  perform 1;
  commit;
end $$;
`;
    await applyMigration(owner, { name: '9998_index.sql', sql, checksum: 'its own' });
    await owner.query('select pg_advisory_unlock(4217001)');
    expect(await other).toEqual({ applied: [] });
    const { rows } = await owner.query(
      "select indisvalid from pg_index where indexrelid = 'client_by_version'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  it('is refused when a file was edited after it ran', async () => {
    await owner.query("update schema_migration set checksum = 'of before' where name like '0002%'");
    await expect(migrate(database.ownerUrl)).rejects.toThrow(
      'Migration 0002_people.sql was edited after it ran.',
    );
  });

  it('is refused when another baseline created it, and is left as it was', async () => {
    await owner.query("update schema_migration set checksum = 'of another baseline'");
    await owner.query("delete from schema_migration where name > '0002'");
    await ran('0002_masters.sql');
    await ran('0003_work.sql');
    await expect(migrate(database.ownerUrl)).rejects.toThrow(
      'This database was made by migrations that this release does not have: 0002_masters.sql and 1 more.',
    );
    const { rows } = await owner.query<{ name: string }>('select name from schema_migration order by name');
    expect(rows.map(({ name }) => name)).toEqual([
      '0001_foundation.sql',
      '0002_masters.sql',
      '0003_work.sql',
    ]);
  });
});
