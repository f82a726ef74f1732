import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { siteFolder } from '@daybook/tooling/workspace';
import { openDemoInstallation } from './demo-installation.ts';
import { askerOf } from './keep-alive.ts';
import type { Ask } from './keep-alive.ts';
import { ms, print } from './print.ts';
import { samplesOf } from './samples.ts';

// pnpm bench:overload: one person sends requests over 200 connections for 20 s, and 500 more connections begin a request that they
// never end. Meanwhile three others work, and the health of the server is asked for.

const SECONDS = 20;
const CONNECTIONS = 200;
const HALF_OPEN = 500;
const CALM_SECONDS = 5;
const list = '/api/v1/clients?q=a';

const installation = await openDemoInstallation(process.env.SITE_DIR ?? siteFolder);
const { hostname, port } = new URL(installation.url);

/** Connections whose requests never end. The server may close them. */
async function halfOpen(): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: HALF_OPEN }, async () => {
      const socket = connect(Number(port), hostname)
        .on('error', () => undefined)
        .resume();
      await once(socket, 'connect');
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      return socket;
    }),
  );
}

/** Asks again and again, with a pause after each answer, until `isOver`. Returns how many milliseconds each answer took. */
async function times(ask: Ask, path: string, isOver: () => boolean): Promise<number[]> {
  const taken: number[] = [];
  while (!isOver()) {
    const startedAt = performance.now();
    await ask(path);
    taken.push(performance.now() - startedAt);
    await pause(200);
  }
  return taken;
}

const people = await Promise.all(
  ['super_admin', 'manager', 'crm'].map(async (userType) =>
    askerOf(installation.url, await installation.tokenOf(userType), 2),
  ),
);
const anybody = askerOf(installation.url, '', 1);

async function measure(name: string, isOver: () => boolean) {
  const [health, ...work] = await Promise.all([
    times(anybody, '/api/health/ready', isOver),
    ...people.map((ask) => times(ask, list, isOver)),
  ]);
  const all = work.flat();
  return {
    while: name,
    'requests of people': all.length,
    'p50 ms': ms(samplesOf(all).p50),
    'slowest ms': ms(Math.max(...all)),
    'slowest health ms': ms(Math.max(...health)),
    'server MB': ms(installation.memory().now / 1024),
  };
}

function within(seconds: number): () => boolean {
  const until = performance.now() + seconds * 1_000;
  return () => performance.now() > until;
}

try {
  await measure('warming up', within(CALM_SECONDS));
  const calm = await measure('nothing else happens', within(CALM_SECONDS));
  const sockets = await halfOpen();
  const greedy = [installation.url + list, await installation.tokenOf('executive'), CONNECTIONS, SECONDS];
  const sender = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'overload-sender.ts'), ...greedy.map(String)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const sent = text(sender.stdout);
  const isOver = () => sender.exitCode !== null;
  const overloaded = await measure(`${CONNECTIONS} connections send, ${HALF_OPEN} are half open`, isOver);
  const open = sockets.filter(({ readyState }) => readyState === 'open').length;
  await pause(CALM_SECONDS * 1_000);
  const after = await measure(`${CALM_SECONDS} s after`, within(CALM_SECONDS));
  for (const socket of sockets) socket.destroy();
  print('Overload (goals: people and health < 1,000 ms, server < 600 MB)', [calm, overloaded, after]);
  console.log(
    `Answers to the 200 connections: ${(await sent).trim()}; half-open ones that were still open: ${open}`,
  );
  console.log(`Most memory of the server: ${ms(installation.memory().most / 1024)} MB`);
} finally {
  await installation.close();
}
