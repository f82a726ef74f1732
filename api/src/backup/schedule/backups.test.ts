import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { uuidv7 } from 'uuidv7';
import { notifications } from '@daybook/contracts/notifications';
import { backups, backupSettings } from '@daybook/contracts/settings/backups/backups';
import { box, secretKey } from '../../../test/backups.ts';
import { eventually } from '../../../test/installation.ts';
import { startScheduledBackups, usualSchedule } from '../../../test/scheduled-backups.ts';
import type { Schedule, ScheduledBackups } from '../../../test/scheduled-backups.ts';
import { startServerProcess } from '../../../test/server-process.ts';
import { requestOf } from '../../http/request-of.ts';
import { syncFolder } from '../backup-to-file.ts';
import { archiveName } from '../manifest.ts';
import { doBackups } from './do-backups.ts';
import { faultOfFolder } from './folder.ts';
import { backupPlace } from './place.ts';

jest.setTimeout(120_000);

const log = { warn: () => undefined };
/** Not even the superuser writes there. */
const unwritable = process.platform === 'linux' ? '/proc' : '/System';
const passphrase = 'correct horse battery staple';
let firm: ScheduledBackups;

beforeAll(async () => {
  firm = await startScheduledBackups();
});
afterAll(() => firm.stop());
afterEach(() => firm.clear());

describe('the schedule of the backups', () => {
  it('is for admins, and saved by one of two at a time', async () => {
    const manager = await firm.api.as({ userType: 'manager', keys: ['setting'] });
    const calls = [backups.list, backups.total, backups.state, backups.backUp, backupSettings.open];
    const refusals = await Promise.all(calls.map((endpoint) => manager.refused(endpoint, {})));
    expect(refusals.map(({ httpStatus }) => httpStatus)).toEqual(calls.map(() => 403));
    const { version } = await firm.save();
    expect(
      await firm.admin.refused(
        backupSettings.save,
        { ...usualSchedule, folder: firm.folder },
        { version: version - 1 },
      ),
    ).toMatchObject({ code: 'VERSION_CONFLICT', data: { version, folder: firm.folder } });
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
    ['encryption without a passphrase', { encryption: 'passphrase' }, 'passphrase', 'REQUIRED'],
    ['a short passphrase', { encryption: 'passphrase', passphrase: 'too short' }, 'passphrase', 'TOO_SHORT'],
    ['encryption without a public key', { encryption: 'recipients' }, 'recipients', 'REQUIRED'],
    [
      'a mistyped public key',
      {
        encryption: 'recipients',
        recipients: ['age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8q'],
      },
      'recipients',
      'RECIPIENT_INVALID',
    ],
    ['a time that is none', { atTime: '24:00' }, 'atTime', 'WRONG_FORMAT'],
    ['to keep no backup at all', { keepDaily: 0 }, 'keepDaily', 'TOO_SMALL'],
  ])('refuses %s', async (_what, changes, field, code) => {
    const { version } = await firm.admin.call(backupSettings.open, {});
    const refused = await firm.admin.refused(
      backupSettings.save,
      { ...usualSchedule, folder: firm.folder, ...changes },
      { version },
    );
    expect(refused.errors[field]).toMatchObject([{ code }]);
  });

  it('leaves nothing in the folder, not even what a killed server left while it tried to write there', async () => {
    const before = await readdir(firm.folder);
    await writeFile(path.join(firm.folder, '.daybook-probe'), '');
    await Promise.all([faultOfFolder(firm.folder), faultOfFolder(firm.folder), faultOfFolder(firm.folder)]);
    expect(await readdir(firm.folder)).toEqual(before);
    expect(await faultOfFolder(firm.folder)).toBeNull();
  });

  it('keeps the passphrase encrypted, shows it to nobody, and forgets it when encryption is switched off', async () => {
    const stored = async () =>
      (await firm.api.ownerPool.query<{ passphrase: Buffer | null }>('select passphrase from backup_setting'))
        .rows[0]?.passphrase;
    expect(JSON.stringify(await firm.save({ encryption: 'passphrase', passphrase }))).not.toContain(
      passphrase,
    );
    const first = await stored();
    expect(first?.toString()).not.toContain(passphrase);
    await firm.save({ encryption: 'passphrase' });
    expect(await stored()).toEqual(first);
    const { rows } = await firm.api.ownerPool.query<{ body: string }>(
      `select body::text from audit_event where entity = 'backup_setting'`,
    );
    expect(rows.filter(({ body }) => /"passphrase"/.test(body))).toEqual([]);
    await firm.save();
    expect(await stored()).toBeNull();
  });
});

describe('the public keys of the backups', () => {
  it('leave a private key that was entered by mistake out of the database', async () => {
    const { version } = await firm.admin.call(backupSettings.open, {});
    const recipients = [await generateX25519Identity()];
    const refused = await firm.admin.refused(
      backupSettings.save,
      { ...usualSchedule, folder: firm.folder, encryption: 'recipients', recipients },
      { version },
    );
    expect(Object.values(refused.errors).flat()).toMatchObject([{ code: 'RECIPIENT_INVALID' }]);
    const stored = firm.api.ownerPool.query('update backup_setting set recipients = $1', [recipients]);
    await expect(stored).rejects.toMatchObject({ code: '23514' });
  });

  it('take the place of the passphrase, which is then forgotten, and are in the audit log', async () => {
    const recipients = [await identityToRecipient(await generateX25519Identity())];
    await firm.save({ encryption: 'passphrase', passphrase });
    expect(await firm.save({ encryption: 'recipients', recipients })).toMatchObject({
      encryption: 'recipients',
      recipients,
    });
    const { rows } = await firm.api.ownerPool.query(
      'select passphrase, passphrase_set_at from backup_setting',
    );
    expect(rows).toEqual([{ passphrase: null, passphrase_set_at: null }]);
    const both = firm.api.ownerPool.query(
      `update backup_setting set passphrase = 'x', passphrase_set_at = now()`,
    );
    await expect(both).rejects.toMatchObject({ code: '23514' });
    expect(await firm.save()).toMatchObject({ encryption: 'none', recipients: [] });
    const { rows: written } = await firm.api.ownerPool.query<{ body: string }>(
      `select body::text from audit_event where entity = 'backup_setting' and body::text like '%recipients%'`,
    );
    expect(written.some(({ body }) => body.includes(recipients[0] ?? '-'))).toBe(true);
  });
});

describe('a backup by hand', () => {
  it('is shared by all who ask at once, made by one of two servers, and recorded with who asked', async () => {
    await firm.save();
    const other = await firm.api.as({ userType: 'super_admin' });
    const asked = await Promise.all(
      [firm.admin, other, firm.admin].map((who) => who.call(backups.backUp, {})),
    );
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    expect(await firm.state()).toMatchObject({ isRunning: true });
    const worked = await Promise.all([firm.work(), firm.work(), firm.work()]);
    expect(worked.filter(Boolean)).toEqual([true]);
    const [row, ...more] = await firm.list();
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      kind: 'by_hand',
      status: 'done',
      by: asked[0]?.by,
      isEncrypted: false,
      test: null,
    });
    expect(row?.rows).toBeGreaterThan(100);
    const there = await readdir(firm.folder);
    expect(there).toEqual([row?.file]);
    const { rows } = await firm.api.ownerPool.query<{ actor: string; name: string }>(
      `select actor_id as actor, body -> 'after' ->> 'name' as name from audit_event where action = 'backups.write'`,
    );
    expect([firm.admin.id, other.id]).toContain(rows[0]?.actor);
    expect(rows).toMatchObject([{ name: row?.file }]);
    const exported = await firm.admin.inject(requestOf(backups.export, { format: 'csv' }));
    expect(exported.body).toContain(row?.file);
    expect(
      (await firm.admin.call(backups.list, { q: row?.file ?? '', filter: { status: ['failed'] } })).rows,
    ).toEqual([]);
  });

  it('fails with its reason if the folder has gone, and the admins are told', async () => {
    const gone = path.join(firm.folder, 'drive');
    await mkdir(gone);
    await firm.save({ folder: gone });
    await rm(gone, { recursive: true });
    expect(await firm.backUp()).toMatchObject({
      status: 'failed',
      fault: 'FOLDER_MISSING',
      detail: gone,
      bytes: null,
    });
    expect(await firm.state()).toMatchObject({ verdict: 'failed', fault: 'FOLDER_MISSING', lastGood: null });
    expect((await firm.admin.call(notifications.list, {})).rows).toMatchObject([
      { kind: 'backup_failed', record: { kind: 'backup' } },
    ]);
  });

  it('that a stopping server breaks off leaves no half file and counts as interrupted', async () => {
    await firm.save();
    const before = await readdir(firm.folder);
    await firm.admin.call(backups.backUp, {});
    await firm.work(() => true);
    expect((await firm.list())[0]).toMatchObject({ status: 'failed', fault: 'INTERRUPTED' });
    expect(await readdir(firm.folder)).toEqual(before);
  });

  it('whose own process is killed leaves no half file and counts as interrupted', async () => {
    await firm.save();
    const before = await readdir(firm.folder);
    await firm.admin.call(backups.backUp, {});
    const holder = await firm.api.ownerPool.connect();
    await holder.query('begin; lock table department');
    const working = firm.work();
    try {
      await eventually(async () => {
        const [, pid] = /(\d+)\.partial$/m.exec((await readdir(firm.folder)).join('\n')) ?? [];
        process.kill(Number(pid), 'SIGKILL');
      });
      await working;
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect((await firm.list())[0]).toMatchObject({ status: 'failed', fault: 'INTERRUPTED' });
    expect(await readdir(firm.folder)).toEqual(before);
  });

  it('whose server was killed before it recorded the file leaves no file', async () => {
    await firm.save();
    const before = await readdir(firm.folder);
    const file = 'daybook-2026-01-02-030405.tar.zst';
    await writeFile(path.join(firm.folder, file), 'all of it');
    await firm.api.ownerPool.query(
      `insert into backup (id, kind, status, started_at, folder, file) values ($1, 'by_hand', 'running', now(), $2, $3)`,
      [uuidv7(), firm.folder, file],
    );
    await firm.work();
    expect((await firm.list())[0]).toMatchObject({ status: 'failed', fault: 'INTERRUPTED', file });
    expect(await readdir(firm.folder)).toEqual(before);
  });

  it('stays done, with its file, if the server did not hear that it was recorded', async () => {
    await firm.save();
    await firm.admin.call(backups.backUp, {});
    const done = new Set<object>();
    const losing = firm.api.db.withPlugin({
      transformQuery({ node, queryId }) {
        if (node.kind === 'UpdateQueryNode' && JSON.stringify(node).includes('"done"')) done.add(queryId);
        return node;
      },
      transformResult({ result, queryId }) {
        if (done.has(queryId)) throw new Error('the connection was lost');
        return Promise.resolve(result);
      },
    });
    await doBackups(losing, backupPlace({}, firm.api.urls.app, box), log);
    const [row] = await firm.list();
    expect(done.size).toBe(1);
    expect(row).toMatchObject({ status: 'done', fault: null });
    expect(await readdir(firm.folder)).toContain(row?.file);
  });

  it('can be written into a folder that cannot be written through', async () => {
    await expect(syncFolder(unwritable)).resolves.toBeUndefined();
  });

  it('has a name that no other firm gives to a file of the same second', () => {
    const now = new Date();
    expect(archiveName(now, false)).not.toBe(archiveName(now, false));
  });

  it('in the middle of which the worker is killed leaves no half file and counts as interrupted', async () => {
    await firm.save();
    const before = await readdir(firm.folder);
    const holder = await firm.api.ownerPool.connect();
    await holder.query('begin; lock table department');
    const worker = await startServerProcess(
      firm.api.urls,
      { SECRET_KEY: secretKey.toString('base64') },
      'worker',
    );
    const { id } = await firm.admin.call(backups.backUp, {});
    const isWriting = async () => (await readdir(firm.folder)).some((name) => name.endsWith('.partial'));
    try {
      await eventually(async () => expect(await isWriting()).toBe(true), 20_000);
    } finally {
      await worker.kill();
      await holder.query('rollback');
      holder.release();
    }
    expect((await firm.list())[0]).toMatchObject({ id, status: 'running' });
    // The lock goes with the connection of the worker.
    await eventually(async () => expect(await firm.work()).toBe(true), 20_000);
    expect((await firm.list())[0]).toMatchObject({ id, status: 'failed', fault: 'INTERRUPTED' });
    expect(await readdir(firm.folder)).toEqual(before);
  });
});
