import { Agent, createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { effort } from '../effort.ts';
import { makeTaxCode } from '../fixtures/masters.ts';
import { eventually } from '../installation.ts';
import { startServerProcess } from '../server-process.ts';
import type { ServerProcess } from '../server-process.ts';
import { startTestApi } from '../test-api.ts';
import type { TestApi } from '../test-api.ts';
import { send } from '../web-client.ts';
import type { Answer } from '../web-client.ts';

const fewest = effort(150, 2_000);

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const start = (stopDelayMs = '4000') => startServerProcess(api.urls, { STOP_DELAY_MS: stopDelayMs });

interface Gateway {
  url: string;
  isReady(server: ServerProcess): boolean;
  add(server: ServerProcess): void;
  remove(server: ServerProcess): void;
  stop(): Promise<void>;
}

/** Like a load balancer: asks each server ten times a second whether it is ready, and sends requests in turn to those that are. */
async function startGateway(): Promise<Gateway> {
  const servers = new Map<ServerProcess, boolean>();
  const agent = new Agent({ keepAlive: false });
  const ask = async (server: ServerProcess) => {
    const answer = await fetch(`${server.url}/api/health/ready`).catch(() => null);
    if (servers.has(server)) servers.set(server, answer?.status === 200);
  };
  const timer = setInterval(() => {
    for (const server of servers.keys()) void ask(server);
  }, 100);
  let turn = 0;
  const pass = (request: IncomingMessage, reply: ServerResponse) => {
    const ready = [...servers].filter(([, isReady]) => isReady).map(([server]) => server);
    const target = ready[(turn += 1) % ready.length];
    if (!target) return reply.writeHead(502).end('{}');
    const { method, headers } = request;
    const passed = httpRequest(target.url + (request.url ?? ''), { method, headers, agent }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    passed.on('error', () => reply.writeHead(502).end('{}'));
    return request.pipe(passed);
  };
  // Never closes an idle connection of a client: the test is about the servers behind it.
  const gateway = createServer({ keepAliveTimeout: 0 }, (request, reply) => void pass(request, reply));
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  return {
    url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    isReady: (server) => servers.get(server) === true,
    add: (server) => void servers.set(server, false),
    remove: (server) => void servers.delete(server),
    stop: async () => {
      clearInterval(timer);
      gateway.closeAllConnections();
      gateway.close();
      await once(gateway, 'close');
    },
  };
}

describe('two servers behind a gateway', () => {
  // docs/rules.md#faults-of-the-network-and-the-database
  it(`are restarted one after the other under ${fewest} requests, and none of these fails`, async () => {
    const { token } = await api.as({});
    const taxCodeId = await makeTaxCode(api.db, { code: 'V20', rate: '20' });
    const gateway = await startGateway();
    const running = await Promise.all([start(), start()]);
    for (const server of running) gateway.add(server);
    const become = (server: ServerProcess) =>
      eventually(async () => expect(gateway.isReady(server)).toBe(true));
    await Promise.all(running.map(become));

    const answers: Answer[] = [];
    const restarted = new AbortController();
    const client = async (): Promise<void> => {
      while (!restarted.signal.aborted || answers.length < fewest) {
        const id = uuidv7();
        const body = { id, name: `Service ${id}`, taxCodeId, price: 100, currency: 'EUR' };
        answers.push(
          await (answers.length % 4 === 0
            ? send(gateway.url, token, { method: 'POST', path: '/services', body })
            : send(gateway.url, token, { path: '/services' })),
        );
        // Pauses as people do; otherwise the clients would keep the machine busy.
        await pause(effort(100, 10));
      }
    };
    const clients = Array.from({ length: 10 }, client);
    try {
      for (const [index, old] of running.entries()) {
        const fresh = await start();
        gateway.add(fresh);
        await become(fresh);
        // It drained by itself: a stop that takes too long exits with 1.
        expect(await old.stop()).toBe(0);
        gateway.remove(old);
        running[index] = fresh;
      }
    } finally {
      restarted.abort();
      await Promise.all(clients);
      await gateway.stop();
      await Promise.all(running.map((server) => server.stop()));
    }
    expect(answers.length).toBeGreaterThanOrEqual(fewest);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });
});

/** Sends half of a request; `finish` sends the rest and returns the status. */
async function begin(url: string, token: string, body: string): Promise<{ finish(): Promise<number> }> {
  const request = httpRequest(`${url}/api/v1/services`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  });
  const half = Math.floor(body.length / 2);
  await new Promise<void>((resolve) => request.write(body.slice(0, half), () => resolve()));
  return {
    async finish() {
      const answered = once(request, 'response') as Promise<[IncomingMessage]>;
      request.end(body.slice(half));
      const [answer] = await answered;
      answer.resume();
      return answer.statusCode ?? 0;
    },
  };
}

describe('a server that is asked to stop', () => {
  it('reports first that it is not ready, goes on answering, and finishes its requests', async () => {
    const { token } = await api.as({});
    const taxCodeId = await makeTaxCode(api.db, { code: 'V21', rate: '21' });
    const server = await start('5000');
    const underWay = await begin(
      server.url,
      token,
      JSON.stringify({ name: 'Under way', taxCodeId, price: 100, currency: 'EUR' }),
    );
    const ended = server.stop();
    await eventually(async () => {
      const { status } = await fetch(`${server.url}/api/health/ready`);
      expect(status).toBe(503);
    });
    expect((await send(server.url, token, { path: '/departments' })).status).toBe(200);
    expect(await underWay.finish()).toBe(200);
    expect(await ended).toBe(0);
  });
});
