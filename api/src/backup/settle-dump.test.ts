import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasOldestPostgres } from '@daybook/tooling/verify/oldest-postgres';
import { createTestDatabase } from '@daybook/tooling/test-database';
import {
  box,
  inEmpty,
  onClient,
  outcomeOf,
  refusalOf,
  startBackedUpFirm,
  startProgramIn,
} from '../../test/backups.ts';
import { soak } from '../../test/effort.ts';
import { onOldestPostgres } from '../../test/on-oldest-postgres.ts';
import { sealAll } from '../../test/seal-all.ts';
import { verifyAudit } from '../audit/verify.ts';
import { openDatabase } from '../db/database.ts';
import { restoreBackup } from './restore-backup.ts';
import { settleDump } from './settle-dump.ts';

jest.setTimeout(360_000);

/** As a dump leaves it: not held, with a backup under way, and with a row that a server of nine billion transactions wrote and did not seal. */
const asLoaded = `
  update installation set held_since = null;
  insert into backup (id, kind, status, started_at, folder, file) values (gen_random_uuid(), 'by_hand', 'running', now(), '/mnt', 'x.tar.zst');
  alter table audit_event disable trigger user;
  update audit_event set xid = '9000000000' where id = (select max(id) from audit_event);
  update audit_event set hash = audit_hash(audit_event) where id = (select max(id) from audit_event);
  alter table audit_event enable trigger user`;

/** What became of the firm by settling it. */
async function settled(ownerUrl: string) {
  const { applied, findings } = await settleDump(ownerUrl);
  const { rows } = await onClient(ownerUrl, (client) =>
    client.query<{ held: boolean; open: number }>(
      'select is_held() as held, (select count(*)::int from backup where ended_at is null) as open',
    ),
  );
  const database = openDatabase(ownerUrl, { warn: () => undefined }, 2);
  await sealAll(database.db);
  const audit = await verifyAudit(database.db);
  await database.close();
  return { applied, findings, ...rows[0], altered: audit.findings, unsealed: audit.unsealed };
}

/** As a restored backup is. */
const restored = { applied: [], findings: [], held: true, open: 0, altered: [], unsealed: 0 };

const run = (program: string, ...given: string[]) =>
  execFileSync(path.join('/usr/lib/postgresql/15/bin', program), given);

describe('a dump that was loaded', () => {
  it('is held, and its audit log is sealed to the end', async () => {
    const loaded = await createTestDatabase();
    await onClient(loaded.ownerUrl, (client) => client.query(asLoaded));
    expect(await settled(loaded.ownerUrl)).toEqual(restored);
    await loaded.drop();
  });

  it('is settled by a command, which sets the head of the audit log that was there aside', async () => {
    const loaded = await createTestDatabase();
    const folder = await mkdtemp(path.join(tmpdir(), 'daybook-dump-'));
    const head = path.join(folder, 'audit-head');
    await writeFile(head, 'the head that was there');
    const settling = startProgramIn({ AUDIT_HEAD: head }, 'backup/settle-dump-command', loaded.ownerUrl);
    expect(await outcomeOf(settling)).toEqual([0, 'The books have no faults.\n']);
    expect(await readdir(folder)).toEqual(['audit-head.before-restore']);
    await rm(folder, { recursive: true });
    await loaded.drop();
  });

  it('is not looked for in an empty database', () =>
    inEmpty(async ({ ownerUrl }) => {
      expect(await refusalOf(settleDump(ownerUrl))).toMatch(/load the dump into it first/);
    }));

  (soak(0, 1) === 1 && hasOldestPostgres() ? it : it.skip)(
    'comes back from pg_dump and pg_restore',
    async () => {
      const firm = await startBackedUpFirm();
      await onOldestPostgres(async (original) => {
        await restoreBackup(original, firm.backup.file, { box });
        await onClient(original, (client) => client.query(asLoaded));
        const dump = path.join(firm.folder, 'firm.dump');
        run('pg_dump', '--format=custom', `--file=${dump}`, original);
        await onClient(original, (client) => client.query('create database loaded'));
        const loaded = original.replace(/firm$/, 'loaded');
        run('pg_restore', '--no-owner', '--no-privileges', '--exit-on-error', `--dbname=${loaded}`, dump);
        expect(await settled(loaded)).toEqual(restored);
      });
      await firm.stop();
    },
  );
});
