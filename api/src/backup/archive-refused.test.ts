import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { box, inEmpty, onClient, refusalOf, startBackedUpFirm } from '../../test/backups.ts';
import type { BackedUpFirm } from '../../test/backups.ts';
import { soak } from '../../test/effort.ts';
import { rewriteArchive } from '../../test/rewrite-archive.ts';
import { secretBox } from '../auth/secret-box.ts';
import { randomOf } from '../demo/random.ts';
import { backUpToFile } from './backup-to-file.ts';
import { isBare } from './catalog.ts';
import { checkArchive } from './check-archive.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

jest.setTimeout(soak(240_000, 3_600_000));

const passphrase = 'correct horse battery staple';
const seed = soak(20_261_128, Date.now());
let firm: BackedUpFirm;
let encrypted: { file: string };

beforeAll(async () => {
  firm = await startBackedUpFirm();
  encrypted = await backUpToFile(firm.api.urls.app, path.join(firm.folder, 'firm.tar.zst.age'), {
    encryption: { passphrase },
  });
});
afterAll(() => firm.stop());

describe('an archive that is not as it was written', () => {
  const changes = {
    cut: (bytes: Buffer, at: number) => bytes.subarray(0, at),
    changed: (bytes: Buffer, at: number, by: number) => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ by;
      return copy;
    },
  };

  it.each([
    ['cut', 'plain', soak(5, 50)],
    ['changed', 'plain', soak(15, 200)],
    ['cut', 'encrypted', soak(1, 20)],
    ['changed', 'encrypted', soak(2, 50)],
  ] as const)('is refused before a row is written if it is %s (%s)', async (way, which, times) => {
    const { file } = which === 'plain' ? firm.backup : encrypted;
    const bytes = await readFile(file);
    const random = randomOf(`${seed} ${way} ${which}`);
    const damaged = path.join(await firm.newFolder(), path.basename(file));
    await inEmpty(async (target) => {
      for (let time = 0; time < times; time += 1) {
        // The first bytes and the last ones, which are heads and digests, get their share.
        const last = bytes.length - 1;
        const at = [random.int(0, last), random.int(0, 200), last - random.int(0, 200)][time % 3] ?? 0;
        await writeFile(damaged, changes[way](bytes, at, random.int(1, 255)));
        const refusal = await refusalOf(restoreBackup(target.ownerUrl, damaged, { box, passphrase })).catch(
          (error: unknown) => error,
        );
        expect({ seed, at, refusal }).toEqual({ seed, at, refusal: expect.any(String) });
      }
      expect(await onClient(target.ownerUrl, isBare)).toBe(true);
    });
  });
});

describe('an archive that cannot be restored here', () => {
  const keys = { box, passphrase };

  it('is refused if it was renamed, with the name that it had', async () => {
    const renamed = path.join(firm.folder, 'yesterday.tar.zst');
    await rename(firm.backup.file, renamed);
    expect(await refusalOf(checkArchive(renamed, keys))).toMatch(/renamed: it was written as firm\.tar\.zst/);
    await rename(renamed, firm.backup.file);
  });

  it('is refused with a wrong passphrase, without one, with a wrong SECRET_KEY and without one', async () => {
    const wrong = { ...keys, passphrase: 'correct horse battery stable' };
    expect(await refusalOf(checkArchive(encrypted.file, wrong))).toBe('the passphrase is wrong');
    expect(await refusalOf(checkArchive(encrypted.file, { box }))).toMatch(/encrypted/);
    const other = { ...keys, box: secretBox(Buffer.alloc(32, 6)) };
    expect(await refusalOf(checkArchive(firm.backup.file, other))).toMatch(/SECRET_KEY is not the one/);
    expect(await refusalOf(checkArchive(firm.backup.file, { passphrase }))).toMatch(/need the SECRET_KEY/);
  });

  it.each([
    [
      'of a newer release',
      ({ migrations, ...manifest }: Manifest): Manifest => ({
        ...manifest,
        migrations: [...migrations, { name: '9999_later.sql', checksum: '' }],
      }),
      /a newer Daybook wrote it/,
    ],
    [
      'of another edition',
      (manifest: Manifest): Manifest => ({
        ...manifest,
        migrations: manifest.migrations.map((migration) => ({ ...migration, checksum: 'other' })),
      }),
      /another edition of the migration 0001/,
    ],
    [
      'with rows that its manifest does not name',
      ({ tables, ...manifest }: Manifest): Manifest => ({ ...manifest, tables: tables.slice(1) }),
      /its manifest lacks/,
    ],
  ])('is refused before a row is written if it is %s', async (_what, change, refusal) => {
    const file = await rewriteArchive(firm.backup.file, await firm.newFolder(), { change });
    await inEmpty(async (target) => {
      expect(await refusalOf(restoreBackup(target.ownerUrl, file, keys))).toMatch(refusal);
      expect(await onClient(target.ownerUrl, isBare)).toBe(true);
    });
  });

  it('is refused by its format alone, whatever follows', async () => {
    const file = await rewriteArchive(firm.backup.file, await firm.newFolder(), {
      format: 2,
    });
    expect(await refusalOf(checkArchive(file, keys))).toMatch(/a newer Daybook wrote it/);
  });
});
