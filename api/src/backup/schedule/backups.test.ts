import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { uuidv7 } from 'uuidv7';
import type { InputOf } from '@daybook/contracts/endpoint';
import { notifications } from '@daybook/contracts/notifications';
import { backups, backupSettings } from '@daybook/contracts/settings/backups/backups';
import { secretKey } from '../../../test/backups.ts';
import { eventually } from '../../../test/installation.ts';
import { startServerProcess } from '../../../test/server-process.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';
import { syncFolder } from '../backup-to-file.ts';
import { archiveName } from '../manifest.ts';
import { doBackups } from './do-backups.ts';
import { faultOfFolder } from './folder.ts';
import { backupPlace } from './place.ts';
import { requestScheduled } from './request-backup.ts';
import { tellOfOverdue } from './start-backups.ts';

jest.setTimeout(120_000);

const log = { warn: () => undefined };
/** Not even the superuser writes there. */
const unwritable = process.platform === 'linux' ? '/proc' : '/System';
const passphrase = 'correct horse battery staple';
let api: TestApi;
let admin: Caller;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'daybook-scheduled-'));
  api = await startTestApi(undefined, { SECRET_KEY: secretKey });
  admin = await api.as({ userType: 'admin', name: 'Ada Admin' });
});
afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true });
});
/** The rows of a test are no part of the next one. */
afterEach(async () => {
  await api.ownerPool
    .query(`alter table backup disable trigger user; delete from backup; alter table backup enable trigger user;
    delete from notification; update installation set held_since = null`);
});

const place = (scratchUrl?: string) =>
  backupPlace({ DATABASE_SCRATCH_URL: scratchUrl }, api.urls.app, secretKey);
const work = (isStopping?: () => boolean) => doBackups(api.db, place(), log, isStopping);

const usual = {
  isOn: true,
  atTime: '02:00',
  isEncrypted: false,
  passphrase: null,
  keepDaily: 7,
  keepWeekly: 5,
  keepMonthly: 12,
};
type Schedule = InputOf<typeof backupSettings.save>;

async function save(changes: Partial<Schedule> = {}) {
  const { version } = await admin.call(backupSettings.open, {});
  return admin.call(backupSettings.save, { ...usual, folder, ...changes }, { version });
}

const list = async () => (await admin.call(backups.list, {})).rows;
const state = () => admin.call(backups.state, {});

async function backUp() {
  await admin.call(backups.backUp, {});
  await work();
  const [row] = await list();
  if (row === undefined) throw new Error('there is no backup');
  return row;
}

describe('the schedule of the backups', () => {
  it('is for admins, and saved by one of two at a time', async () => {
    const manager = await api.as({ userType: 'manager', keys: ['setting'] });
    const calls = [backups.list, backups.total, backups.state, backups.backUp, backupSettings.open];
    const refusals = await Promise.all(calls.map((endpoint) => manager.refused(endpoint, {})));
    expect(refusals.map(({ httpStatus }) => httpStatus)).toEqual(calls.map(() => 403));
    const { version } = await save();
    expect(
      await admin.refused(backupSettings.save, { ...usual, folder }, { version: version - 1 }),
    ).toMatchObject({ code: 'VERSION_CONFLICT', data: { version, folder } });
  });

  it.each<[string, Partial<Schedule>, string, string]>([
    ['a schedule without a folder', { folder: null }, 'folder', 'REQUIRED'],
    [
      'a folder that depends on where the server started',
      { folder: 'backups' },
      'folder',
      'FOLDER_NOT_ABSOLUTE',
    ],
    ['a folder that is not there', { folder: '/not/mounted' }, 'folder', 'FOLDER_MISSING'],
    ['a folder into which nobody can write', { folder: unwritable }, 'folder', 'FOLDER_NOT_WRITABLE'],
    ['encryption without a passphrase', { isEncrypted: true }, 'passphrase', 'REQUIRED'],
    ['a short passphrase', { isEncrypted: true, passphrase: 'too short' }, 'passphrase', 'TOO_SHORT'],
    ['a time that is none', { atTime: '24:00' }, 'atTime', 'WRONG_FORMAT'],
    ['to keep no backup at all', { keepDaily: 0 }, 'keepDaily', 'TOO_SMALL'],
  ])('refuses %s', async (_what, changes, field, code) => {
    const { version } = await admin.call(backupSettings.open, {});
    const refused = await admin.refused(backupSettings.save, { ...usual, folder, ...changes }, { version });
    expect(refused.errors[field]).toMatchObject([{ code }]);
  });

  it('leaves nothing in the folder, not even what a killed server left while it tried to write there', async () => {
    const before = await readdir(folder);
    await writeFile(path.join(folder, '.daybook-probe'), '');
    await Promise.all([faultOfFolder(folder), faultOfFolder(folder), faultOfFolder(folder)]);
    expect(await readdir(folder)).toEqual(before);
    expect(await faultOfFolder(folder)).toBeNull();
  });

  it('keeps the passphrase encrypted, shows it to nobody, and forgets it when encryption is switched off', async () => {
    const stored = async () =>
      (await api.ownerPool.query<{ passphrase: Buffer | null }>('select passphrase from backup_setting'))
        .rows[0]?.passphrase;
    expect(JSON.stringify(await save({ isEncrypted: true, passphrase }))).not.toContain(passphrase);
    const first = await stored();
    expect(first?.toString()).not.toContain(passphrase);
    await save({ isEncrypted: true });
    expect(await stored()).toEqual(first);
    const { rows } = await api.ownerPool.query<{ body: string }>(
      `select body::text from audit_event where entity = 'backup_setting'`,
    );
    expect(rows.filter(({ body }) => /"passphrase"/.test(body))).toEqual([]);
    await save();
    expect(await stored()).toBeNull();
  });
});

describe('a backup by hand', () => {
  it('is shared by all who ask at once, made by one of two servers, and recorded with who asked', async () => {
    await save();
    const other = await api.as({ userType: 'super_admin' });
    const asked = await Promise.all([admin, other, admin].map((who) => who.call(backups.backUp, {})));
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    expect(await state()).toMatchObject({ isRunning: true });
    const worked = await Promise.all([work(), work(), work()]);
    expect(worked.filter(Boolean)).toEqual([true]);
    const [row, ...more] = await list();
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      kind: 'by_hand',
      status: 'done',
      by: asked[0]?.by,
      isEncrypted: false,
      test: null,
    });
    expect(row?.rows).toBeGreaterThan(100);
    const there = await readdir(folder);
    expect(there).toEqual([row?.file]);
    const { rows } = await api.ownerPool.query<{ actor: string; name: string }>(
      `select actor_id as actor, body -> 'after' ->> 'name' as name from audit_event where action = 'backups.write'`,
    );
    expect([admin.id, other.id]).toContain(rows[0]?.actor);
    expect(rows).toMatchObject([{ name: row?.file }]);
    const exported = await admin.inject(requestOf(backups.export, { format: 'csv' }));
    expect(exported.body).toContain(row?.file);
    expect(
      (await admin.call(backups.list, { q: row?.file ?? '', filter: { status: ['failed'] } })).rows,
    ).toEqual([]);
  });

  it('fails with its reason if the folder has gone, and the admins are told', async () => {
    const gone = path.join(folder, 'drive');
    await mkdir(gone);
    await save({ folder: gone });
    await rm(gone, { recursive: true });
    expect(await backUp()).toMatchObject({
      status: 'failed',
      fault: 'FOLDER_MISSING',
      detail: gone,
      bytes: null,
    });
    expect(await state()).toMatchObject({ verdict: 'failed', fault: 'FOLDER_MISSING', lastGood: null });
    expect((await admin.call(notifications.list, {})).rows).toMatchObject([
      { kind: 'backup_failed', record: { kind: 'backup' } },
    ]);
  });

  it('that a stopping server breaks off leaves no half file and counts as interrupted', async () => {
    await save();
    const before = await readdir(folder);
    await admin.call(backups.backUp, {});
    await work(() => true);
    expect((await list())[0]).toMatchObject({ status: 'failed', fault: 'INTERRUPTED' });
    expect(await readdir(folder)).toEqual(before);
  });

  it('whose server was killed before it recorded the file leaves no file', async () => {
    await save();
    const before = await readdir(folder);
    const file = 'daybook-2026-01-02-030405.tar.zst';
    await writeFile(path.join(folder, file), 'all of it');
    await api.ownerPool.query(
      `insert into backup (id, kind, status, started_at, folder, file) values ($1, 'by_hand', 'running', now(), $2, $3)`,
      [uuidv7(), folder, file],
    );
    await work();
    expect((await list())[0]).toMatchObject({ status: 'failed', fault: 'INTERRUPTED', file });
    expect(await readdir(folder)).toEqual(before);
  });

  it('stays done, with its file, if the server did not hear that it was recorded', async () => {
    await save();
    await admin.call(backups.backUp, {});
    const done = new Set<object>();
    const losing = api.db.withPlugin({
      transformQuery({ node, queryId }) {
        if (node.kind === 'UpdateQueryNode' && JSON.stringify(node).includes('"done"')) done.add(queryId);
        return node;
      },
      transformResult({ result, queryId }) {
        if (done.has(queryId)) throw new Error('the connection was lost');
        return Promise.resolve(result);
      },
    });
    await doBackups(losing, place(), log);
    const [row] = await list();
    expect(done.size).toBe(1);
    expect(row).toMatchObject({ status: 'done', fault: null });
    expect(await readdir(folder)).toContain(row?.file);
  });

  it('can be written into a folder that cannot be written through', async () => {
    await expect(syncFolder(unwritable)).resolves.toBeUndefined();
  });

  it('has a name that no other firm gives to a file of the same second', () => {
    const now = new Date();
    expect(archiveName(now, false)).not.toBe(archiveName(now, false));
  });

  it('in the middle of which the worker is killed leaves no half file and counts as interrupted', async () => {
    await save();
    const before = await readdir(folder);
    const holder = await api.ownerPool.connect();
    await holder.query('begin; lock table department');
    const worker = await startServerProcess(api.urls, { SECRET_KEY: secretKey.toString('base64') }, 'worker');
    const { id } = await admin.call(backups.backUp, {});
    const isWriting = async () => (await readdir(folder)).some((name) => name.endsWith('.partial'));
    await eventually(async () => expect(await isWriting()).toBe(true), 20_000);
    await worker.kill();
    await holder.query('rollback');
    holder.release();
    expect((await list())[0]).toMatchObject({ id, status: 'running' });
    // The lock goes with the connection of the worker.
    await eventually(async () => expect(await work()).toBe(true), 20_000);
    expect((await list())[0]).toMatchObject({ id, status: 'failed', fault: 'INTERRUPTED' });
    expect(await readdir(folder)).toEqual(before);
  });
});

const night = (day: string, time: string) => `2099-03-${day}T${time}:00Z`;
const scheduled = (clock: string) =>
  Promise.all([1, 2, 3].map(() => requestScheduled(api.db, clock))).then(
    (asked) => asked.filter(Boolean).length,
  );

describe('the nightly backup', () => {
  it('is requested once a night by several servers, waits for its time, and makes up for a missed night once', async () => {
    await save();
    expect(await scheduled(night('10', '01:59'))).toBe(1);
    await work();
    expect(await scheduled(night('10', '01:59'))).toBe(0);
    expect(await scheduled(night('10', '02:00'))).toBe(1);
    await work();
    // No server ran in the night of the 12th; by day the missing backup is made.
    expect(await scheduled(night('12', '09:00'))).toBe(1);
    await work();
    expect(await scheduled(night('12', '23:00'))).toBe(0);
    const rows = await list();
    expect(rows.map(({ kind, status, by }) => [kind, status, by])).toEqual(
      Array.from({ length: 3 }, () => ['scheduled', 'done', null]),
    );
  });

  it('is not due before the schedule was switched on, while it is off, or while the firm is held', async () => {
    await save();
    expect(await scheduled('2020-01-01T03:00:00Z')).toBe(0);
    await api.ownerPool.query('update installation set held_since = now()');
    expect([await scheduled(night('10', '03:00')), (await state()).verdict]).toEqual([0, 'held']);
    await api.ownerPool.query('update installation set held_since = null');
    await save({ isOn: false });
    expect([await scheduled(night('10', '03:00')), (await state()).verdict]).toEqual([0, 'off']);
  });

  it('deletes what is no longer kept: its own files as they were written, and no other', async () => {
    await save({ keepDaily: 1, keepWeekly: 0, keepMonthly: 0 });
    const byHand = await backUp();
    const files: string[] = [];
    for (const day of ['10', '11', '12', '13']) {
      await scheduled(night(day, '03:00'));
      await work();
      files.push((await list())[0]?.file ?? '');
      // Somebody put another file under this name.
      if (day === '10') await writeFile(path.join(folder, files[0] ?? ''), 'mine');
    }
    const there = new Set(await readdir(folder));
    expect([byHand.file ?? '', ...files].map((file) => there.has(file))).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
    expect((await list()).map(({ removedAt }) => removedAt !== null)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});

const isBackedUp = async () => {
  const answer = await admin.inject({ url: '/api/health/ready' });
  return answer.json<{ data: { backedUp: boolean } }>().data.backedUp;
};

describe('the alarm', () => {
  it('rings once a day, and in health, while the last good backup is older than two days', async () => {
    await save();
    const told = async () => {
      await Promise.all([tellOfOverdue(api.db), tellOfOverdue(api.db)]);
      return (await admin.call(notifications.list, {})).rows.map(({ kind, params }) => [kind, params.count]);
    };
    expect([await isBackedUp(), await told(), (await state()).verdict]).toEqual([true, [], 'never']);
    await api.ownerPool.query(`update backup_setting set on_since = now() - interval '73 hours'`);
    expect([await isBackedUp(), await told(), (await state()).verdict]).toEqual([
      false,
      [['backup_overdue', 3]],
      'overdue',
    ]);
    expect(await told()).toHaveLength(1);
    // The clock of the server was wrong for a while.
    await api.ownerPool
      .query(`insert into backup (id, kind, status, started_at, ended_at, folder, file, bytes, row_count, audit_seq, audit_hash)
      values (gen_random_uuid(), 'by_hand', 'done', '2099-01-01', '2099-01-01', '/mnt', 'of-2099.tar.zst', 1, 1, 1, '')`);
    expect([await isBackedUp(), (await state()).lastGood]).toEqual([false, null]);
    await backUp();
    expect([await isBackedUp(), (await state()).verdict]).toEqual([true, 'untested']);
  });
});

describe('the reason on the page', () => {
  it('is that of the test that failed, where that is what the page says', async () => {
    await save();
    const { id } = await backUp();
    const { rowCount } = await api.ownerPool.query(
      `update backup set proof = 'failed', proof_at = now(), proof_fault = 'BOOKS_WRONG' where id = $1`,
      [id],
    );
    expect(rowCount).toBe(1);
    await admin.call(backups.backUp, {});
    await work(() => true);
    expect(await state()).toMatchObject({ verdict: 'testFailed', fault: 'BOOKS_WRONG' });
  });
});
