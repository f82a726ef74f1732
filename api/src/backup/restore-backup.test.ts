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

describe('a restore', () => {
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
