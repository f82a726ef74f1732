import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkFilled, fillDataset } from '@daybook/api/bench/fill/fill-dataset';
import { migrate } from '@daybook/api/db/migrate';
import { startPostgres } from '@daybook/tooling/postgres/start-postgres';

// pnpm bench:fill [--folder …] [--invoices 1000000]: creates a firm with a million invoices for the other benches.

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(tmpdir(), 'daybook-million') },
    invoices: { type: 'string', default: '1000000' },
  },
});
const { folder } = values;
if (existsSync(folder))
  throw new Error(`${folder} exists already: delete it, or name another folder with --folder`);

/** Settings for filling only: after a crash the firm is filled again. The benches run with the usual settings. */
const whileFilling = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '16GB',
  shared_buffers: '1GB',
  autovacuum: 'off',
};

const startedAt = performance.now();
const postgres = await startPostgres({ dataDir: folder, settings: whileFilling });
try {
  await migrate(postgres.ownerUrl());
  const filling = { adminUrl: postgres.adminUrl(), appUrl: postgres.appUrl(), say: console.log };
  const today = new Date().toISOString().slice(0, 10);
  await fillDataset({ ...filling, invoices: Number(values.invoices), today });
  console.log(`Filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${folder}`);
  const faults = await checkFilled(postgres.ownerUrl());
  console.log(`The ledger checks find ${faults.length === 0 ? 'nothing' : faults.slice(0, 20).join('\n')}`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await postgres.stop();
}
