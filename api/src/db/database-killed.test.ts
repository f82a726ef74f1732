import { setTimeout as pause } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { makeTaxCode } from '../../test/fixtures/masters.ts';
import { effort } from '../../test/effort.ts';
import { eventually, openInstallation } from '../../test/installation.ts';
import type { Installation } from '../../test/installation.ts';
import { signIn } from '../../test/people.ts';
import { startServerProcess } from '../../test/server-process.ts';
import type { ServerProcess } from '../../test/server-process.ts';
import { send } from '../../test/web-client.ts';
import type { Answer } from '../../test/web-client.ts';

const kills = effort(1, 25);
jest.setTimeout(180_000 + kills * 30_000);

let installation: Installation;
let server: ServerProcess;
let token: string;
let taxCodeId: string;

beforeAll(async () => {
  installation = await openInstallation();
  server = await startServerProcess(installation.urls, { LOG_LEVEL: 'silent' });
  ({ token } = await signIn(installation.app.db, {}));
  taxCodeId = await makeTaxCode(installation.app.db, { code: 'V20', rate: '20' });
});
afterAll(async () => {
  await server.stop();
  await installation.stop();
});

const read = () => send(server.url, token, { path: '/services' });
const write = (id: string) =>
  send(server.url, token, {
    method: 'POST',
    path: '/services',
    body: { id, name: `Service ${id}`, taxCodeId, price: 100, currency: 'EUR' },
  });

describe('a server whose database is killed', () => {
  // docs/rules.md#faults-of-the-network-and-the-database
  it('stays up, answers UNAVAILABLE and nothing else, and works again when the database does', async () => {
    const answers: Answer[] = [];
    const saved: string[] = [];
    const over = new AbortController();
    const client = async (writes: boolean): Promise<void> => {
      while (!over.signal.aborted) {
        const id = uuidv7();
        const answer = writes ? await write(id) : await read();
        answers.push(answer);
        if (writes && answer.status === 200) saved.push(id);
        // People pause too. Without it the clients alone keep the machine busy.
        await pause(20);
      }
    };
    const clients = Array.from({ length: 10 }, (_value, index) => client(index % 2 === 0));
    try {
      for (let kill = 0; kill < kills; kill += 1) {
        const before = saved.length;
        // Sessions of the server killed before may have answered until now, while it is still being restarted.
        await eventually(async () => installation.killDatabase());
        await eventually(async () => {
          const { status } = await fetch(`${server.url}/api/health/live`);
          expect(status).toBe(200);
          // All five writers succeeded again.
          expect(saved.length).toBeGreaterThan(before + 5);
        });
      }
    } finally {
      over.abort();
      await Promise.all(clients);
    }
    const strange = answers.filter(
      ({ status, code }) => status !== 200 && (status !== 503 || code !== 'UNAVAILABLE'),
    );
    expect(strange).toEqual([]);
    expect(answers.some(({ status }) => status === 503)).toBe(true);
    expect(server.child.exitCode ?? server.child.signalCode).toBeNull();
    const kept = await installation.owner.db.selectFrom('service').select('id').execute();
    const ids = new Set(kept.map(({ id }) => id));
    expect(saved.filter((id) => !ids.has(id))).toEqual([]);
  });
});
