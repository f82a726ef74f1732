import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { backups, backupSettings } from '@daybook/contracts/settings/backups/backups';
import { box, onClient, secretKey } from '../../../test/backups.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { secretBox } from '../../auth/secret-box.ts';
import { doBackups } from './do-backups.ts';
import { backupPlace } from './place.ts';
import { requestMonthlyTest, requestScheduled } from './request-backup.ts';

jest.setTimeout(120_000);

const log = { warn: () => undefined };
let api: TestApi;
let admin: Caller;
let folder: string;
let id: string;
let file: string;

const work = (scratchUrl: string, key = box, isStopping?: () => boolean) =>
  doBackups(api.db, backupPlace({ DATABASE_SCRATCH_URL: scratchUrl }, api.urls.app, key), log, isStopping);

/** The owner of the tables may create a database, the role of the application may not. */
async function test(of = id, scratchUrl = api.urls.app) {
  expect(await admin.call(backups.testRestore, { id: of })).toMatchObject({ test: 'waiting' });
  await work(scratchUrl);
  const { rows } = await admin.call(backups.list, {});
  return rows.find((row) => row.id === of);
}

/** Without a passphrase or public keys, backups are not encrypted. */
const save = async (passphrase: string | null, recipients: string[] = []) => {
  const { version } = await admin.call(backupSettings.open, {});
  const encryption = passphrase !== null ? 'passphrase' : recipients.length > 0 ? 'recipients' : 'none';
  const schedule = {
    isOn: true,
    destination: 'folder' as const,
    atTime: '02:00',
    keepDaily: 7,
    keepWeekly: 5,
    keepMonthly: 12,
  };
  return admin.call(
    backupSettings.save,
    { ...schedule, folder, encryption, passphrase, recipients },
    { version },
  );
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'daybook-tested-'));
  api = await startTestApi(undefined, { SECRET_KEY: secretKey });
  admin = await api.as({ userType: 'super_admin' });
  const secret = box.seal(Buffer.from('a secret'), admin.id);
  await api.ownerPool.query('update app_user set totp_secret = $1 where id = $2', [secret, admin.id]);
  await save(null);
  await requestScheduled(api.db, '2099-03-10T03:00:00Z');
  await work(api.urls.owner);
  const [row] = (await admin.call(backups.list, {})).rows;
  id = row?.id ?? '';
  file = path.join(folder, row?.file ?? '');
});
afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true });
});

/** What becomes of a test that the server did not end, after so many tries. */
async function interrupted(tries: number, scratchUrl = api.urls.app) {
  await api.ownerPool.query(`update backup set proof = 'running', proof_tries = ${tries} where id = $1`, [
    id,
  ]);
  await work(scratchUrl);
  const row = (await admin.call(backups.list, {})).rows.find((one) => one.id === id);
  return row?.testFault ?? row?.test;
}

describe('the test of a backup', () => {
  it('is requested for the newest nightly backup once a month, and restores it into a database that then goes', async () => {
    const asked = await Promise.all([requestMonthlyTest(api.db), requestMonthlyTest(api.db)]);
    expect(asked).toContain(true);
    expect(await test(id, api.urls.owner)).toMatchObject({
      test: 'restored',
      testFound: 0,
      testFault: null,
    });
    expect(await admin.call(backups.state, {})).toMatchObject({
      verdict: 'safe',
      isTesting: false,
      lastTest: { test: 'restored' },
    });
    expect(await requestMonthlyTest(api.db, '2099-01-01T00:00:00Z')).toBe(false);
    const { rows } = await api.ownerPool.query(
      `select from pg_database where datname = 'daybook_backup_test_' || (select oid from pg_database where datname = current_database())`,
    );
    expect(rows).toEqual([]);
  });

  it('reads the whole file where no database may be created, and says so', async () => {
    expect(await test()).toMatchObject({ test: 'read', testFound: null });
  });

  it('fails if a byte of the file has changed, and if the file is gone', async () => {
    const bytes = await readFile(file);
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(bytes.length - 2_000) ^ 1, bytes.length - 2_000);
    await writeFile(file, damaged);
    expect(await test()).toMatchObject({ test: 'failed', testFault: 'ARCHIVE_REFUSED' });
    const refused = { verdict: 'testFailed', lastGood: null, fault: 'ARCHIVE_REFUSED' };
    expect(await admin.call(backups.state, {})).toMatchObject(refused);
    // It is not trusted because somebody looks again, nor because the server stops meanwhile.
    await admin.call(backups.testRestore, { id });
    expect((await admin.call(backups.state, {})).lastGood).toBeNull();
    expect(await interrupted(3)).toBe('ARCHIVE_REFUSED');
    expect(await admin.call(backups.state, {})).toMatchObject(refused);
    await rm(file);
    expect(await test()).toMatchObject({ test: 'failed', testFault: 'FILE_MISSING' });
    await writeFile(file, bytes);
    expect(await test()).toMatchObject({ test: 'read', testFault: null });
  });

  it('opens an encrypted backup with the passphrase of the settings, until that is another one', async () => {
    await save('correct horse battery staple');
    const { id: encrypted } = await admin.call(backups.backUp, {});
    await work(api.urls.app);
    expect(await test(encrypted)).toMatchObject({ isEncrypted: true, test: 'read' });
    await save('another passphrase');
    expect(await test(encrypted)).toMatchObject({ test: 'failed', testFault: 'PASSPHRASE_CHANGED' });
    // That says nothing about the file.
    const { lastGood, verdict, fault } = await admin.call(backups.state, {});
    expect(lastGood).toMatchObject({ id: encrypted });
    expect([verdict, fault]).toEqual(['safe', null]);
  });

  it('compares the bytes of a file for public keys with those that were written, and says that it did not open it', async () => {
    await save(null, [await identityToRecipient(await generateX25519Identity())]);
    await requestScheduled(api.db, '2099-03-20T03:00:00Z');
    await work(api.urls.app);
    const [made] = (await admin.call(backups.list, {})).rows;
    expect(made).toMatchObject({ status: 'done', isEncrypted: true });
    const written = path.join(folder, made?.file ?? '');
    expect(await test(made?.id, api.urls.owner)).toMatchObject({ test: 'compared', testFound: null });
    expect(await admin.call(backups.state, {})).toMatchObject({
      verdict: 'unopened',
      lastTest: { test: 'compared' },
    });
    const bytes = await readFile(written);
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(2_000) ^ 1, 2_000);
    await writeFile(written, damaged);
    expect(await test(made?.id)).toMatchObject({ test: 'failed', testFault: 'ARCHIVE_REFUSED' });
    await writeFile(written, bytes);
    expect(await test(made?.id)).toMatchObject({ test: 'compared' });
  });

  it('does not distrust a file for a key of the server that does not open its secrets', async () => {
    await save(null);
    await admin.call(backups.testRestore, { id });
    await work(api.urls.app, secretBox(Buffer.alloc(32, 6)));
    const row = (await admin.call(backups.list, {})).rows.find((one) => one.id === id);
    expect(row).toMatchObject({ test: 'failed', testFault: 'SECRET_KEY_CHANGED', testDetail: null });
    const { lastGood, verdict, fault } = await admin.call(backups.state, {});
    expect(lastGood).not.toBeNull();
    expect([verdict, fault]).toEqual(['unopened', null]);
  });

  it('is left to the next server by one that stops, however often, and leaves no database', async () => {
    await admin.call(backups.testRestore, { id });
    for (let time = 0; time < 4; time += 1) {
      // It stops once the test has begun.
      let looks = 0;
      await work(api.urls.owner, box, () => (looks += 1) > 1);
      const row = (await admin.call(backups.list, {})).rows.find((one) => one.id === id);
      expect(row).toMatchObject({ test: 'waiting' });
    }
    const { rows } = await api.ownerPool.query(
      `select from pg_database where datname = 'daybook_backup_test_'
        || (select oid from pg_database where datname = current_database())`,
    );
    expect(rows).toEqual([]);
    await work(api.urls.owner);
    const row = (await admin.call(backups.list, {})).rows.find((one) => one.id === id);
    expect(row).toMatchObject({ test: 'restored' });
  });

  it('begins again after an interruption, and is given up after the third, without the database that it left', async () => {
    expect(await interrupted(2)).toBe('read');
    await onClient(api.urls.owner, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select 'daybook_backup_test_' || oid as name from pg_database where datname = current_database()`,
      );
      const name = rows[0]?.name ?? '';
      await client.query(`create database ${name} template template0`);
      expect(await interrupted(3, api.urls.owner)).toBe('INTERRUPTED');
      const left = await client.query('select from pg_database where datname = $1', [name]);
      expect(left.rows).toEqual([]);
    });
  });

  it('is not requested by itself for a backup that the passphrase of today does not open', async () => {
    await save('correct horse battery staple');
    await requestScheduled(api.db, '2099-03-12T03:00:00Z');
    await work(api.urls.app);
    await save('another passphrase');
    expect(await requestMonthlyTest(api.db, '2099-06-01T00:00:00Z')).toBe(false);
    await requestScheduled(api.db, '2099-03-13T03:00:00Z');
    await work(api.urls.app);
    expect(await requestMonthlyTest(api.db, '2099-06-01T00:00:00Z')).toBe(true);
    await work(api.urls.app);
  });

  it.each([
    ['another file', `update backup set file = 'passwd', folder = '/etc' where status = 'done'`, 'DB001'],
    ['another size', `update backup set bytes = 1 where status = 'done'`, 'DB001'],
    ['another end', `update backup set status = 'running', ended_at = null where status = 'done'`, 'DB001'],
    ['other public keys', `update backup set recipients = '{age1x}' where status = 'done'`, 'DB001'],
    ['another digest', `update backup set sha256 = repeat('0', 64) where status = 'done'`, 'DB001'],
    ['another night', `update backup set night = '2099-03-11' where status = 'done'`, 'DB001'],
    ['a path as the name of the file', `update backup set file = '../x' where status = 'done'`, 'DB001'],
    ['no row', 'delete from backup', '42501'],
    [
      'a second backup of its night',
      `insert into backup (id, kind, night) select gen_random_uuid(), kind, night from backup where night is not null limit 1`,
      '23505',
    ],
  ])(
    'leaves the record as it is: the role of the application cannot give it %s',
    async (_what, statement, code) => {
      const refused = api.appPool.query(statement).then(
        () => null,
        (error: { code?: string }) => error.code,
      );
      expect(await refused).toBe(code);
    },
  );

  it('needs a backup that was made', async () => {
    const { id: waiting } = await admin.call(backups.backUp, {});
    expect(await admin.refused(backups.testRestore, { id: waiting })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
  });
});
