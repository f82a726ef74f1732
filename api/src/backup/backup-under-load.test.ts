import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasOldestPostgres } from '@daybook/tooling/verify/oldest-postgres';
import { box, inEmpty, onClient, secretKey, startBackedUpFirm } from '../../test/backups.ts';
import type { BackedUpFirm } from '../../test/backups.ts';
import { soak } from '../../test/effort.ts';
import { hireWriters } from '../../test/failures/ten-writers.ts';
import { onOldestPostgres } from '../../test/on-oldest-postgres.ts';
import { startServerProcess } from '../../test/server-process.ts';
import { describeSchema } from '../db/describe-schema.ts';
import { backUpToFile } from './backup-to-file.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

jest.setTimeout(360_000);

/** What a restore itself writes: who restored, and that the firm is held. */
const writtenByRestore = new Set(['audit_event', 'audit_seal', 'installation']);
const kept = ({ tables }: Manifest) => tables.filter(({ name }) => !writtenByRestore.has(name));
const counted = ({ sequences }: Manifest) => sequences.filter(({ name }) => !name.startsWith('audit_'));

let firm: BackedUpFirm;
let busy: { file: string; manifest: Manifest };
/** The invoices, receipts and tasks that the server had acknowledged before the backup began. */
let before: string[];

beforeAll(async () => {
  firm = await startBackedUpFirm();
  const writers = await hireWriters(firm.api.db);
  const key = secretKey.toString('base64');
  const server = await startServerProcess(firm.api.urls, { LOG_LEVEL: 'silent', SECRET_KEY: key });
  const { invoices, receipts, tasks } = writers.done;
  await writers.writeThrough(server.url, async () => {
    before = [...invoices.keys(), ...receipts.keys(), ...tasks];
    busy = await backUpToFile(firm.api.urls.owner, path.join(firm.folder, 'busy.tar.zst'));
  });
  await server.stop();
  const after = invoices.size + receipts.size + tasks.size;
  expect(after).toBeGreaterThan(before.length);
});
afterAll(() => firm.stop());

/** Restores the archive, expects what was acknowledged, and makes a backup of it there. */
async function comesBack(ownerUrl: string, file: string): Promise<{ file: string; manifest: Manifest }> {
  expect(await restoreBackup(ownerUrl, file, { box })).toMatchObject({ findings: [], applied: [] });
  const again = await backUpToFile(ownerUrl, path.join(await firm.newFolder(), 'again.tar.zst'));
  expect(kept(again.manifest)).toEqual(kept(busy.manifest));
  expect(counted(again.manifest)).toEqual(counted(busy.manifest));
  const { seq, hash } = busy.manifest.audit;
  const { rows } = await onClient(ownerUrl, (client) =>
    client.query(
      `select (select count(*)::int from (select id from invoice where number is not null union all select id from receipt
           union all select id from task) made where id = any ($1)) as there,
         is_held() as held, (select encode(hash, 'hex') from audit_seal where seq = $2) as hash`,
      [before, seq],
    ),
  );
  expect(rows).toEqual([{ there: before.length, held: true, hash }]);
  return again;
}

describe('a backup that is written while ten people write', () => {
  it('comes back with every row of its moment, correct books, and held', () =>
    inEmpty(async ({ ownerUrl }) => {
      await comesBack(ownerUrl, busy.file);
      const schema = await readFile(path.join(__dirname, '../../schema.sql'), 'utf8');
      expect(await describeSchema(ownerUrl)).toBe(schema);
    }));

  (soak(0, 1) === 1 && hasOldestPostgres() ? it : it.skip)('goes to PostgreSQL 15, and from there back', () =>
    onOldestPostgres(async (oldest) => {
      const { file } = await comesBack(oldest, busy.file);
      await inEmpty(({ ownerUrl }) => comesBack(ownerUrl, file).then(() => undefined));
    }),
  );
});
