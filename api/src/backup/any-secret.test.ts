import pg from 'pg';
import { box } from '../../test/backups.ts';
import { storeSecret } from '../../test/fixtures/stored-secret.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';
import { sealedColumns } from '../auth/sealed-columns.ts';
import { anySecret } from './any-secret.ts';

let api: TestApi;
let client: pg.Client;
let userId: string;
beforeAll(async () => {
  api = await startTestApi();
  ({ id: userId } = await api.as({ userType: 'super_admin' }));
  client = new pg.Client({ connectionString: api.urls.owner });
  await client.connect();
});
beforeEach(() => client.query('begin'));
afterEach(() => client.query('rollback'));
afterAll(async () => {
  await client.end();
  await api.stop();
});

describe('the secret by which a restore knows the key', () => {
  it('is none of a firm that has stored none', async () => {
    expect(await anySecret(client)).toBeNull();
  });

  it.each(sealedColumns)('is $table.$column where the firm has no other', async (place) => {
    const id = await storeSecret(client, box, userId, place);
    const secret = await anySecret(client);
    expect(secret?.owner).toBe(id);
    const opened = box.open(Buffer.from(secret?.sealed ?? '', 'base64'), id);
    expect(opened.toString()).toBe(`${place.table}.${place.column}`);
  });

  it('is not looked for in a column that an older release did not have', async () => {
    await client.query(
      'alter table backup_setting drop column bucket_secret cascade; drop table mail_setting cascade',
    );
    expect(await anySecret(client)).toBeNull();
  });
});
