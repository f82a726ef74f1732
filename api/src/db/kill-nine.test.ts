import { sql } from 'kysely';
import {
  awaitMore,
  expectNothingLost,
  makeAuthor,
  nothingYet,
  writeMeanwhile,
} from '../../test/acknowledged-writes.ts';
import type { Acknowledged, Author } from '../../test/acknowledged-writes.ts';
import { effort } from '../../test/effort.ts';
import { eventually, openInstallation } from '../../test/installation.ts';
import type { Installation } from '../../test/installation.ts';
import { startServerProcess } from '../../test/server-process.ts';
import type { ServerProcess } from '../../test/server-process.ts';

const rounds = effort(2, 20);
jest.setTimeout(180_000 + rounds * 60_000);

let installation: Installation;
let server: ServerProcess;
let author: Author;

beforeAll(async () => {
  installation = await openInstallation();
  author = await makeAuthor(installation.app.db);
});
afterAll(async () => {
  await server.stop();
  await installation.stop();
});

/** Six people write until both kinds were acknowledged; then something is killed while they go on. */
const writeUntilKilled = (done: Acknowledged, kill: () => Promise<void>): Promise<void> =>
  writeMeanwhile({ url: server.url, author, people: 6 }, done, async () => {
    await awaitMore(done);
    await kill();
  });

const check = (done: Acknowledged) => expectNothingLost(done, installation.app.db, installation.owner.db);

describe('kill -9', () => {
  // docs/rules.md#faults-of-the-network-and-the-database
  it('of the server or of the database loses nothing that was acknowledged and leaves no half document', async () => {
    const done = nothingYet();
    for (let round = 0; round < rounds; round += 1) {
      server = await startServerProcess(installation.urls, { LOG_LEVEL: 'silent' });
      await writeUntilKilled(done, async () => installation.killDatabase());
      await eventually(() => sql`select 1`.execute(installation.owner.db));
      await check(done);
      await writeUntilKilled(done, () => server.kill());
      await check(done);
    }
  });
});
