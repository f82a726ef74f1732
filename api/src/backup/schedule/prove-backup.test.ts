import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backups, backupSettings } from '@daybook/contracts/settings/backups/backups';
import { secretKey } from '../../../test/backups.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { doBackups } from './do-backups.ts';
import { backupPlace } from './place.ts';
import { requestMonthlyProof, requestScheduled } from './request-backup.ts';

jest.setTimeout(120_000);

const log = { warn: () => undefined };
let api: TestApi;
let admin: Caller;
let folder: string;
let id: string;
let file: string;

const work = (scratchUrl: string) =>
  doBackups(api.db, backupPlace({ DATABASE_SCRATCH_URL: scratchUrl }, api.urls.app, secretKey), log);

/** The owner of the tables may create a database, the role of the application may not. */
async function prove(scratchUrl = api.urls.app) {
  expect(await admin.call(backups.prove, { id })).toMatchObject({ proof: 'waiting' });
  await work(scratchUrl);
  const { rows } = await admin.call(backups.list, {});
  return rows.find((row) => row.id === id);
}

const save = async (passphrase: string) => {
  const { version } = await admin.call(backupSettings.open, {});
  const schedule = { isOn: true, atTime: '02:00', keepDaily: 7, keepWeekly: 5, keepMonthly: 12 };
  return admin.call(backupSettings.save, { ...schedule, folder, isEncrypted: true, passphrase }, { version });
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'daybook-proved-'));
  api = await startTestApi(undefined, { SECRET_KEY: secretKey });
  admin = await api.as({ userType: 'super_admin' });
  await save('correct horse battery staple');
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

describe('the proof of a backup', () => {
  it('is requested for the newest nightly backup once a month, and restores it into a database that then goes', async () => {
    const asked = await Promise.all([requestMonthlyProof(api.db), requestMonthlyProof(api.db)]);
    expect(asked).toContain(true);
    expect(await prove(api.urls.owner)).toMatchObject({ proof: 'restored', proofFound: 0, proofFault: null });
    expect(await admin.call(backups.state, {})).toMatchObject({
      verdict: 'safe',
      isProving: false,
      lastProof: { proof: 'restored' },
    });
    expect(await requestMonthlyProof(api.db, '2099-01-01T00:00:00Z')).toBe(false);
    const { rows } = await api.ownerPool.query(
      `select from pg_database where datname = 'daybook_backup_proof_' || (select oid from pg_database where datname = current_database())`,
    );
    expect(rows).toEqual([]);
  });

  it('reads the whole file where no database may be created, and says so', async () => {
    expect(await prove()).toMatchObject({ proof: 'read', proofFound: null });
  });

  it('fails if a byte of the file has changed, if the file is gone, and if the passphrase is another one', async () => {
    const bytes = await readFile(file);
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(bytes.length - 2_000) ^ 1, bytes.length - 2_000);
    await writeFile(file, damaged);
    expect(await prove()).toMatchObject({ proof: 'failed', proofFault: 'ARCHIVE_REFUSED' });
    expect(await admin.call(backups.state, {})).toMatchObject({
      verdict: 'proofFailed',
      lastGood: null,
      fault: 'ARCHIVE_REFUSED',
    });
    await rm(file);
    expect(await prove()).toMatchObject({ proof: 'failed', proofFault: 'FILE_MISSING' });
    await writeFile(file, bytes);
    expect(await prove()).toMatchObject({ proof: 'read', proofFault: null });
    await save('another passphrase');
    expect(await prove()).toMatchObject({ proof: 'failed', proofFault: 'PASSPHRASE_CHANGED' });
  });

  it('begins again after an interruption, and is given up after the third', async () => {
    await save('correct horse battery staple');
    const interrupted = async (tries: number) => {
      await api.ownerPool.query(
        `update backup set proof = 'running', proof_tries = ${tries}, proof_fault = null where id = $1`,
        [id],
      );
      await work(api.urls.app);
      return (await admin.call(backups.list, {})).rows.find((row) => row.id === id)?.proofFault;
    };
    expect([await interrupted(2), await interrupted(3)]).toEqual(['PASSPHRASE_CHANGED', 'INTERRUPTED']);
    // Neither says anything about the file.
    expect((await admin.call(backups.state, {})).lastGood).toMatchObject({ id });
  });

  it('needs a backup that was made', async () => {
    const { id: waiting } = await admin.call(backups.run, {});
    expect(await admin.refused(backups.prove, { id: waiting })).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
  });
});
