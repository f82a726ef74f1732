// A supervisor in a process of its own, for tests that kill it. It runs the server of the given folder until SIGTERM.
import { startPostgres } from './start-postgres.ts';

const [dataDir, rootsFolder] = process.argv.slice(2);
if (!dataDir) throw new Error('usage: hold-postgres.fixture.ts <folder> [<folder of root’s data>]');
try {
  const postgres = await startPostgres({ dataDir, rootsFolder: rootsFolder || undefined });
  const urls = { adminUrl: postgres.adminUrl(), ownerUrl: postgres.ownerUrl(), appUrl: postgres.appUrl() };
  console.log(JSON.stringify({ ...urls, pid: postgres.pid() }));
  const held = setInterval(() => undefined, 60_000);
  process.once('SIGTERM', () => {
    void postgres.stop().finally(() => clearInterval(held));
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
