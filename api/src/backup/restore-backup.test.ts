import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@daybook/tooling/test-database';
import { inEmpty, onClient } from '../../test/backups.ts';
import { backUpToFile } from './backup-to-file.ts';
import { nameOfFirm } from './catalog.ts';
import { restoreBackup } from './restore-backup.ts';

jest.setTimeout(120_000);

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'daybook-restored-'));
  const firm = await createTestDatabase();
  await onClient(firm.ownerUrl, (client) => client.query(`update firm set name = 'Lovelace & Co'`));
  ({ file } = await backUpToFile(firm.ownerUrl, path.join(folder, 'firm.tar.zst')));
  await firm.drop();
});
afterAll(() => rm(folder, { recursive: true }));

/** How many transactions wrote the rows of these tables. */
const transactionsOf = (url: string, tables: readonly string[]) =>
  onClient(url, async (client) => {
    const rows = tables.map((table) => `select xmin::text from ${table}`).join(' union ');
    const { rowCount } = await client.query(rows);
    return rowCount;
  });

describe('a restore', () => {
  it.each([
    ['is one transaction', {}, 1],
    [
      'has a transaction for each table in a scratch database, so that no other database waits',
      { isScratch: true },
      3,
    ],
  ])('%s', async (_what, options, transactions) =>
    inEmpty(async ({ ownerUrl }) => {
      expect(await restoreBackup(ownerUrl, file, options)).toMatchObject({ findings: [], applied: [] });
      expect(await transactionsOf(ownerUrl, ['job_kind', 'notification_setting', 'schema_migration'])).toBe(
        transactions,
      );
    }),
  );

  it('reports that the firm is in the database before the long work that follows', () =>
    inEmpty(async ({ ownerUrl }) => {
      const order: string[] = [];
      await restoreBackup(ownerUrl, file, {
        onCommitted: async ({ firm }) => {
          expect(await onClient(ownerUrl, nameOfFirm)).toBe(firm);
          order.push('committed');
        },
        say: (line) => order.push(line),
      });
      expect(order.slice(-3)).toEqual(['committed', 'Bringing it up to date …', 'Checking the books …']);
    }));
});
