import { once } from 'node:events';
import { copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTestDatabase } from '@daybook/tooling/test-database';
import type { TestDatabase } from '@daybook/tooling/test-database';
import {
  inEmpty,
  onClient,
  outcomeOf,
  refusalOf,
  secretKey,
  box,
  startBackedUpFirm,
  startProgram,
  startProgramIn,
} from '../../test/backups.ts';
import type { BackedUpFirm } from '../../test/backups.ts';
import { soak } from '../../test/effort.ts';
import { signIn } from '../../test/people.ts';
import { rewriteArchive } from '../../test/rewrite-archive.ts';
import { sealAll } from '../../test/seal-all.ts';
import { shownBy } from '../../test/shown-by.ts';
import { superuserOf } from '../../test/superuser-of.ts';
import { startTestApi } from '../../test/test-api.ts';
import { verifyAudit } from '../audit/verify.ts';
import { openDatabase } from '../db/database.ts';
import { randomOf } from '../demo/random.ts';
import { routes } from '../routes.ts';
import { backUpToFile } from './backup-to-file.ts';
import { nameOfFirm } from './catalog.ts';
import { checkArchive } from './check-archive.ts';
import { restoreBackup } from './restore-backup.ts';
import { doBackups } from './schedule/do-backups.ts';
import { backupPlace } from './schedule/place.ts';

jest.setTimeout(soak(240_000, 3_600_000));

const seed = soak(20_261_128, Date.now());
let firm: BackedUpFirm;

beforeAll(async () => {
  firm = await startBackedUpFirm();
});
afterAll(() => firm.stop());

describe('a restored backup', () => {
  let target: TestDatabase;
  beforeAll(async () => {
    target = await createTestDatabase({ migrated: false });
    await restoreBackup(target.ownerUrl, firm.backup.file, { box });
  });

  it('has its unsealed audit rows sealed, although transaction ids begin again, and the next ones after them', async () => {
    expect(firm.backup.manifest.audit.unsealed).toBe(1);
    const database = openDatabase(target.appUrl, console, 2);
    await sealAll(database.db);
    expect(await verifyAudit(database.db)).toMatchObject({ findings: [], unsealed: 0 });
    await database.close();
  });

  it('shows the trial balances and the papers of the firm that it was made of', async () => {
    const restored = await startTestApi(routes, {}, target);
    const before = await shownBy(firm.api);
    expect(before.papers).toHaveLength(3);
    expect(before.balances.flatMap(({ rows }) => rows).length).toBeGreaterThan(10);
    expect(await shownBy(restored)).toEqual(before);
    await restored.stop();
  });
});

describe('a database that holds a firm', () => {
  it('is left alone unless its name is given, and a restore that fails on the way leaves it as it was', async () => {
    const target = await createTestDatabase();
    const database = openDatabase(target.appUrl, console, 2);
    await signIn(database.db, { userType: 'super_admin' });
    await database.db.updateTable('firm').set({ name: 'Lovelace & Co' }).execute();
    await database.close();
    const nameThere = () => onClient(target.ownerUrl, nameOfFirm);
    const restore = (replace?: string, file = firm.backup.file) =>
      restoreBackup(target.ownerUrl, file, { box, replace });
    expect(await refusalOf(restore())).toMatch(/already holds a firm \(Lovelace & Co\)/);
    expect(await refusalOf(restore('Lovelace'))).toMatch(/is not "Lovelace"/);

    const twice = await rewriteArchive(firm.backup.file, await firm.newFolder(), {
      repeated: 'department',
    });
    await expect(restore('Lovelace & Co', twice)).rejects.toThrow(/duplicate key/);
    expect(await nameThere()).toBe('Lovelace & Co');

    const whileOpen = () => refusalOf(restore('Lovelace & Co'));
    expect(await onClient(target.appUrl, whileOpen)).toMatch(/stop Daybook first/);

    expect(await restore('Lovelace & Co')).toMatchObject({ findings: [] });
    expect(await nameThere()).toBe(firm.backup.manifest.firm);
    await target.drop();
  });
});

describe('pnpm backup', () => {
  it('leaves nothing or a whole archive under the final name when it is killed', async () => {
    const random = randomOf(String(seed));
    for (let time = 0; time < soak(3, 40); time += 1) {
      const to = await firm.newFolder();
      const backup = startProgram('backup/backup-command', firm.api.urls.app, '--to', to);
      const ended = once(backup, 'exit');
      while ((await readdir(to)).length === 0 && backup.exitCode === null) await wait(2);
      await wait(random.int(0, 300));
      backup.kill('SIGKILL');
      await ended;
      const left = await readdir(to);
      expect({ seed, left: left.length }).toEqual({ seed, left: 1 });
      for (const name of left.filter((found) => !found.endsWith('.partial')))
        await checkArchive(path.join(to, name), { box });
    }
  });

  it('prints the file, and never replaces one', async () => {
    const file = path.join(firm.folder, 'asked.tar.zst');
    expect(await outcomeOf(startProgram('backup/backup-command', firm.api.urls.app, '--to', file))).toEqual([
      0,
      `${file}\n`,
    ]);
    const before = await readFile(file);
    expect(await outcomeOf(startProgram('backup/backup-command', firm.api.urls.app, '--to', file))).toEqual([
      2,
      '',
    ]);
    expect((await readFile(file)).equals(before)).toBe(true);
    const recorded = await firm.api.ownerPool.query<{ name: string }>(
      `select body -> 'after' ->> 'name' as name from audit_event where action = 'backups.write' order by id desc limit 1`,
    );
    expect(recorded.rows).toEqual([{ name: path.basename(file) }]);
  });

  it('exits with 2 where no file can be made', async () => {
    // With the ending that it has until it is whole, the name is longer than a file's name may be.
    const file = path.join(await firm.newFolder(), 'n'.repeat(250));
    const backup = startProgram('backup/backup-command', firm.api.urls.app, '--to', file);
    expect(await outcomeOf(backup)).toEqual([2, '']);
  });
});

/** Restores the firm by the command: its exit code, and what it told the program that started it. */
async function restoreInto(
  url: string,
  file = firm.backup.file,
): Promise<{ code: number | null; told: unknown[] }> {
  const restore = startProgram('backup/restore-command', url, file);
  const told: unknown[] = [];
  restore.on('message', (message) => told.push(message));
  const [code] = await outcomeOf(restore);
  return { code, told };
}

describe('pnpm restore', () => {
  it('sets the head of the audit log that was there aside, unless the archive is refused, and records the backup it came from', async () => {
    const empty = await createTestDatabase();
    await onClient(empty.ownerUrl, (client) =>
      client.query(`insert into backup (id, kind, status, started_at, folder, file)
        values (gen_random_uuid(), 'by_hand', 'running', now(), '/mnt/backups', 'empty.tar.zst')`),
    );
    const folder = await firm.newFolder();
    const { file } = await backUpToFile(empty.ownerUrl, path.join(folder, 'empty.tar.zst'));
    await empty.drop();
    const renamed = path.join(folder, 'renamed.tar.zst');
    await copyFile(file, renamed);
    const head = path.join(folder, 'audit-head');
    await writeFile(head, 'the head that was there');
    await writeFile(`${head}.before-restore`, 'the head before an earlier restore');
    await inEmpty(async (target) => {
      const restore = (from: string) =>
        outcomeOf(startProgramIn({ AUDIT_HEAD: head }, 'backup/restore-command', target.ownerUrl, from));
      expect(await restore(renamed)).toEqual([2, '']);
      expect(await readdir(folder)).toContain('audit-head');
      expect(await restore(file)).toEqual([0, 'The books have no faults.\n']);
      const { rows } = await onClient(target.ownerUrl, (client) =>
        client.query<{ status: string; bytes: string }>('select status, bytes::text from backup'),
      );
      expect(rows).toEqual([{ status: 'done', bytes: `${(await stat(file)).size}` }]);
    });
    // What goes into another database leaves the head of this one.
    await inEmpty(async ({ ownerUrl }) => {
      await writeFile(head, 'the head of the firm here');
      const here = 'postgres://nobody@127.0.0.1:1/here';
      const into = ['--into', ownerUrl];
      const restore = startProgramIn({ AUDIT_HEAD: head }, 'backup/restore-command', here, file, ...into);
      expect(await outcomeOf(restore)).toEqual([0, 'The books have no faults.\n']);
      expect(await readFile(head, 'utf8')).toBe('the head of the firm here');
      await rm(head);
    });
    expect((await readdir(folder)).filter((name) => name.startsWith('audit-head'))).toEqual([
      'audit-head.before-restore',
      'audit-head.before-restore-2',
    ]);
    expect(await readFile(`${head}.before-restore`, 'utf8')).toBe('the head before an earlier restore');
    expect(await readFile(`${head}.before-restore-2`, 'utf8')).toBe('the head that was there');
  });

  it('tells whoever started it the key of the firm, once the firm is restored', async () => {
    await inEmpty(async ({ ownerUrl }) => {
      expect(await restoreInto(ownerUrl)).toEqual({ code: 0, told: [secretKey.toString('base64')] });
      expect(await restoreInto(ownerUrl)).toEqual({ code: 2, told: [] });
    });
  });

  it('tells nobody a key that no secret of the firm proves', async () => {
    const empty = await createTestDatabase();
    const { file } = await backUpToFile(
      empty.ownerUrl,
      path.join(await firm.newFolder(), 'without-secrets.tar.zst'),
    );
    await empty.drop();
    await inEmpty(async ({ ownerUrl }) => {
      expect(await restoreInto(ownerUrl, file)).toEqual({ code: 0, told: [] });
    });
  });
});

describe('a restored firm', () => {
  it.each(['waiting', 'running'])(
    'takes over nothing that was %s in the backup, and deletes no file of the firm that was backed up',
    async (status) => {
      const folder = await firm.newFolder();
      const nightly = path.join(folder, 'nightly.tar.zst');
      await writeFile(nightly, 'the whole backup of another server');
      const original = await createTestDatabase();
      const isRunning = status === 'running';
      await onClient(original.ownerUrl, (client) =>
        client.query(
          `insert into backup (id, kind, status, started_at, folder, file) values (gen_random_uuid(), 'by_hand', $1, $2, $3, $4)`,
          isRunning ? [status, new Date(), folder, 'nightly.tar.zst'] : [status, null, null, null],
        ),
      );
      const { file } = await backUpToFile(original.ownerUrl, path.join(folder, 'asked.tar.zst'));
      await original.drop();
      await inEmpty(async (target) => {
        await restoreBackup(target.ownerUrl, file);
        const database = openDatabase(target.ownerUrl, { warn: () => undefined }, 2);
        const place = backupPlace({ BACKUP_DIR: folder }, target.ownerUrl, box);
        expect(await doBackups(database.db, place, { warn: () => undefined })).toBe(false);
        await database.close();
        const { rows } = await onClient(target.ownerUrl, (client) =>
          client.query('select status, fault from backup'),
        );
        expect(rows).toEqual([{ status: 'failed', fault: 'INTERRUPTED' }]);
      });
      expect((await readdir(folder)).toSorted()).toEqual(['asked.tar.zst', 'nightly.tar.zst']);
    },
  );
});

describe('pnpm verify-books', () => {
  it.each([
    ['restore', 'backup/restore-command', '/not/there.tar.zst'],
    ['verify-books', 'books/verify-books-command'],
  ])(
    'and the other commands exit with 2 if they could not be done, as %s without a database',
    async (_name, program, ...given) => {
      const nowhere = 'postgres://nobody@127.0.0.1:1/nowhere';
      expect(await outcomeOf(startProgram(program, nowhere, ...given))).toEqual([2, '']);
    },
  );

  it('finds that the tail of the audit log was cut off, by the head outside the database', async () => {
    const head = path.join(await firm.newFolder(), 'audit-head');
    await writeFile(head, JSON.stringify({ seq: 999_999, eventId: 999_999, hash: '00' }));
    const [code, printed] = await outcomeOf(
      startProgramIn({ AUDIT_HEAD: head }, 'books/verify-books-command', firm.api.urls.owner),
    );
    expect([code, printed]).toEqual([1, expect.stringMatching(/^audit_is_sealed\t–\t#999999 cut/m)]);
  });

  it('exits with 0, and with 1 and the numbers once a superuser has changed an amount and an audit row', async () => {
    const verify = () => outcomeOf(startProgram('books/verify-books-command', firm.api.urls.owner));
    expect(await verify()).toEqual([0, 'The books have no faults.\n']);
    const changed = await onClient(superuserOf(firm.api.urls.owner), async (client) => {
      await client.query('set session_replication_role = replica');
      const { rows } = await client.query<{ number: string; seq: string }>(`
        with posted as (select entry.id, taken.number from journal_entry entry
          join document_number taken on taken.document_id = entry.source_id where entry.source_type = 'invoice' limit 1),
        raised as (update journal_line set base_debit = base_debit + 1 where (entry_id, no) = (select entry_id, no
          from journal_line where entry_id = (select id from posted) and base_debit > 0 limit 1)),
        sealed as (select event_id, seq from audit_seal order by seq offset 7 limit 1),
        altered as (update audit_event set body = '{"before": {}, "after": {}}' where id = (select event_id from sealed))
        select posted.number, sealed.seq::text from posted, sealed`);
      return rows[0];
    });
    const [code, printed] = await verify();
    expect(code).toBe(1);
    expect(printed).toMatch(new RegExp(`^entry_balances\\t.*\\t${changed?.number}\\t`, 'm'));
    expect(printed).toMatch(new RegExp(`^audit_is_sealed\\t–\\t#${changed?.seq} altered`, 'm'));
  });
});
