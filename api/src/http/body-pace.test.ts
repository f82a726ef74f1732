import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { apiBase, endpoint } from '@daybook/contracts/endpoint';
import { maxFileBytes } from '@daybook/contracts/files';
import { eventually } from '../../test/installation.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';
import { implement } from './implement.ts';
import { bytesType } from './spool-upload.ts';

const ofTheTest = implement('test', {
  file: endpoint({
    method: 'POST',
    path: '/test/file',
    allow: 'signedIn',
    upload: true,
    reads: true,
    input: z.object({}),
    output: z.object({ size: z.int() }),
  }),
  text: endpoint({
    method: 'POST',
    path: '/test/text',
    allow: 'signedIn',
    reads: true,
    input: z.object({ text: z.string() }),
    output: z.object({}),
  }),
})({ file: async ({ upload }) => ({ size: upload?.size ?? 0 }), text: async () => ({}) });

const wholeMs = 1_000;
const pace = { wholeMs, idleMs: 3_000, bytesPerSecond: 1_000 };

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startTestApi(ofTheTest, { bodyPace: pace, headMs: 500 });
  ({ token } = await api.as({ userType: 'super_admin' }));
  await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => api.stop());

/** Every upload begins with this mark, because other servers of this machine put their files into the same folder. */
const mark = randomUUID();

function beginsWithMark(file: string): boolean {
  try {
    return readFileSync(file, 'latin1').startsWith(mark);
  } catch {
    return false;
  }
}

const spooled = () =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith('daybook-'))
    .map((name) => path.join(tmpdir(), name))
    .filter(beginsWithMark);

const headOf = (to: string, type: string, length: number, bearer = token) =>
  [
    `POST ${apiBase}${to} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${bearer}`,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n');

interface Line {
  socket: Socket;
  /** Everything answered so far. */
  heard: () => string;
  isOver: () => boolean;
}

function openLine(): Line {
  const { port } = api.app.server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port });
  let heard = '';
  socket.on('data', (piece) => (heard += piece.toString()));
  // An error from writing to a connection that the server has closed.
  socket.on('error', () => undefined);
  return { socket, heard: () => heard, isOver: () => socket.destroyed };
}

/** Sends piece by piece until an answer comes or everything is sent. */
async function sendSlowly({ socket, heard }: Line, pieces: Buffer[], everyMs: number): Promise<void> {
  for (const piece of pieces) {
    if (heard() !== '' || socket.destroyed) return;
    socket.write(piece);
    await wait(everyMs);
  }
}

const openConnections = () =>
  new Promise<number>((resolve, reject) => {
    api.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

/** The answer, once the connection is closed, the request has ended and the spooled file is gone. */
async function lastWordOf({ heard, isOver }: Line): Promise<string> {
  await eventually(async () => {
    expect([isOver(), await openConnections(), spooled()]).toEqual([true, 0, []]);
  });
  const [, status = '', code = ''] = /^HTTP\/1.1 (\d+) [^]*"code":"(\w+)"/.exec(heard()) ?? [];
  return `${status} ${code}`;
}

const pieces = (count: number, size: number) => Array.from({ length: count }, () => Buffer.alloc(size, '1'));
/** The mark, and then a byte now and then. */
const trickle = [Buffer.from(mark), ...pieces(1_000, 1)];

describe('a file', () => {
  it('arrives over a slow connection, however long it takes', async () => {
    const line = openLine();
    line.socket.write(headOf('/test/file', bytesType, 12 * 2_000));
    await sendSlowly(line, pieces(12, 2_000), 300);
    await eventually(async () => expect(line.heard()).toMatch(/^HTTP\/1.1 200 [^]*"size":24000/));
    line.socket.destroy();
  });

  it('is given up when nothing more comes', async () => {
    const line = openLine();
    line.socket.write(headOf('/test/file', bytesType, 10_000));
    line.socket.write(mark.padEnd(5_000));
    expect(await lastWordOf(line)).toBe('408 REQUEST_TOO_SLOW');
  });

  it('is given up when a byte comes only now and then', async () => {
    const line = openLine();
    line.socket.write(headOf('/test/file', bytesType, 10_000));
    await sendSlowly(line, trickle, 50);
    expect(await lastWordOf(line)).toBe('408 REQUEST_TOO_SLOW');
  });

  it('is refused at once when it is too large, without waiting for the remainder', async () => {
    const line = openLine();
    line.socket.write(headOf('/test/file', bytesType, maxFileBytes + 1));
    line.socket.write(mark.padEnd(500_000));
    expect(await lastWordOf(line)).toBe('413 FILE_TOO_LARGE');
    expect(line.socket.bytesWritten).toBeGreaterThan(500_000);
  });

  it('leaves nothing behind when its sender goes away', async () => {
    const line = openLine();
    line.socket.write(headOf('/test/file', bytesType, 10_000));
    line.socket.write(mark.padEnd(5_000));
    await eventually(async () => expect(spooled()).toHaveLength(1));
    line.socket.destroy();
    await eventually(async () => expect(spooled()).toEqual([]));
  });
});

describe('a body of JSON', () => {
  const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(200) }));

  it('is read when it comes in pieces', async () => {
    const line = openLine();
    line.socket.write(headOf('/test/text', 'application/json', body.length));
    await sendSlowly(line, [body.subarray(0, 100), body.subarray(100)], 50);
    await eventually(async () => expect(line.heard()).toMatch(/^HTTP\/1.1 200 /));
    line.socket.destroy();
  });

  it('is given up when it does not arrive in full', async () => {
    const line = openLine();
    line.socket.write(headOf('/test/text', 'application/json', 10_000));
    await sendSlowly(line, trickle, 50);
    expect(await lastWordOf(line)).toBe('408 REQUEST_TOO_SLOW');
  });

  it('is not awaited when the request was refused before', async () => {
    const line = openLine();
    line.socket.write(headOf('/test/text', 'application/json', 10_000, 'nobody'));
    await eventually(async () => expect(line.heard()).toMatch(/^HTTP\/1.1 401 /));
    await eventually(async () => expect(line.isOver()).toBe(true));
  });
});

it('the server does not wait for headers that do not come', async () => {
  const line = openLine();
  line.socket.write('GET /api/health/live HTTP/1.1\r\nHost:');
  await eventually(async () => expect(line.isOver()).toBe(true));
  expect(line.heard()).toMatch(/^HTTP\/1.1 408 /);
});
