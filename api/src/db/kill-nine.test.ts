import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { effort, soak } from '../../test/effort.ts';
import { expectNothingLost } from '../../test/failures/expect-nothing-lost.ts';
import { hireWriters } from '../../test/failures/ten-writers.ts';
import type { Writers } from '../../test/failures/ten-writers.ts';
import { eventually, openInstallation } from '../../test/installation.ts';
import type { Installation } from '../../test/installation.ts';
import { startServerProcess } from '../../test/server-process.ts';
import type { ServerProcess } from '../../test/server-process.ts';
import { randomOf } from '../demo/random.ts';

const rounds = soak(effort(1, 20), 50);
const seed = String(soak(20_261_129, Date.now()));
jest.setTimeout(180_000 + rounds * 60_000);

let installation: Installation;
let writers: Writers;
let server: ServerProcess | undefined;

beforeAll(async () => {
  installation = await openInstallation();
  writers = await hireWriters(installation.app.db);
});
afterAll(async () => {
  await server?.stop();
  await installation.stop();
});

const expectAllThere = () =>
  expectNothingLost({
    db: installation.owner.db,
    ownerUrl: installation.urls.owner,
    done: writers.done,
  });

describe('kill -9 while ten people write', () => {
  // docs/rules.md#faults-of-the-network-and-the-database
  it('of the server or of the database loses nothing that was acknowledged and leaves no half document', async () => {
    const random = randomOf(seed);
    for (let round = 0; round < rounds; round += 1) {
      const started = await startServerProcess(installation.urls, { LOG_LEVEL: 'silent' });
      server = started;
      await writers.writeThrough(started.url, async () => {
        await pause(random.int(0, 1_000));
        installation.killDatabase();
      });
      await eventually(() => sql`select 1`.execute(installation.owner.db));
      await expectAllThere();
      await writers.writeThrough(started.url, async () => {
        await pause(random.int(0, 1_000));
        await started.kill();
      });
      await expectAllThere();
    }
  });
});
