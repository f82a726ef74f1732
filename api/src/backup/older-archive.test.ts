import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@daybook/tooling/test-database';
import { inEmpty, onClient } from '../../test/backups.ts';
import { superuserOf } from '../../test/superuser-of.ts';
import { loadFirm } from '../../test/upgrade/stored-firm.ts';
import { describeSchema } from '../db/describe-schema.ts';
import { migrate } from '../db/migrate.ts';
import { backUpToFile } from './backup-to-file.ts';
import { restoreBackup } from './restore-backup.ts';

it('an archive of an older schema comes back with its rows, is migrated, and is held', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'daybook-backup-'));
  const old = await createTestDatabase({ migrated: false });
  await migrate(old.ownerUrl, undefined, '0016_stored_totals.sql');
  await loadFirm('0016', superuserOf(old.ownerUrl));
  const { file, manifest } = await backUpToFile(old.ownerUrl, path.join(folder, 'old.tar.zst'));
  expect(manifest.migrations.at(-1)?.name).toBe('0016_stored_totals.sql');
  await inEmpty(async (target) => {
    const { applied, findings } = await restoreBackup(target.ownerUrl, file);
    expect(findings).toEqual([]);
    expect(applied).toContain('0017_jobs.sql');
    const fresh = await readFile(path.join(__dirname, '../../schema.sql'), 'utf8');
    expect(await describeSchema(target.ownerUrl)).toBe(fresh);
    const { rows } = await onClient(target.appUrl, (client) => client.query('select is_held() as held'));
    expect(rows).toEqual([{ held: true }]);
  });
  await old.drop();
  await rm(folder, { recursive: true });
});
