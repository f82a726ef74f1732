import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApi(undefined, { headMs: 1_000 });
  admin = await api.as({});
  await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => api.stop());

const silentMs = 300;

/** Sends bytes as they are. Returns the status of each answer until the server closes, or falls silent after an answer. */
async function statusesOf(bytes: string): Promise<number[]> {
  const { port } = api.app.server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port });
  let answer = '';
  socket.on('data', (part: Buffer) => {
    answer += part.toString('latin1');
    socket.setTimeout(silentMs, () => socket.destroy());
  });
  // A server that closes while it is still sent to resets the connection.
  socket.on('error', () => undefined);
  socket.write(Buffer.from(bytes, 'latin1'));
  await new Promise<void>((resolve) => void socket.on('close', () => resolve()));
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
}

const path = '/api/v1/departments';
const body = (name: string) => JSON.stringify({ name });
/** Of one length, so that a case can be written with it. */
let no = 1_000;
const smuggled = () => `Smuggled ${no}`;

interface Sent {
  start?: string;
  headers?: string[];
  host?: string[];
  content?: string;
}

/** A request that would make a department, but for what is wrong with it. */
function request({ start = `POST ${path} HTTP/1.1`, host = ['Host: localhost'], headers, content }: Sent) {
  const payload = content ?? body(smuggled());
  const sent = headers ?? ['Content-Type: application/json', `Content-Length: ${payload.length}`];
  const lines = [start, ...host, `Authorization: Bearer ${admin.token}`, 'Connection: close', ...sent];
  return `${lines.join('\r\n')}\r\n\r\n${payload}`;
}

const json = 'Content-Type: application/json';
const length = `Content-Length: ${body(smuggled()).length}`;
const chunked = () => `${body(smuggled()).length.toString(16)}\r\n${body(smuggled())}\r\n0\r\n\r\n`;
const hidden = () =>
  `GET /api/v1/auth/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${admin.token}\r\n\r\n`;

const cases: [string, () => string][] = [
  ['two Host headers', () => request({ host: ['Host: localhost', 'Host: evil.example'] })],
  ['two equal Host headers', () => request({ host: ['Host: localhost', 'host: localhost'] })],
  ['no Host header', () => request({ host: [] })],
  ['an empty Host header', () => request({ host: ['Host:'] })],
  ['a Host header with a path', () => request({ host: ['Host: localhost/evil'] })],
  ['a Host header with a user', () => request({ host: ['Host: localhost@evil.example'] })],
  ['a Host header with a space', () => request({ host: ['Host: localhost evil.example'] })],
  [
    'Content-Length and Transfer-Encoding',
    () => request({ headers: [json, length, 'Transfer-Encoding: chunked'], content: `0\r\n\r\n${hidden()}` }),
  ],
  [
    'Transfer-Encoding and Content-Length',
    () => request({ headers: [json, 'Transfer-Encoding: chunked', length], content: chunked() }),
  ],
  ['two different Content-Lengths', () => request({ headers: [json, length, 'Content-Length: 0'] })],
  ['a negative Content-Length', () => request({ headers: [json, 'Content-Length: -1'] })],
  ['a Content-Length in hexadecimal', () => request({ headers: [json, 'Content-Length: 0x13'] })],
  [
    'a Content-Length with a sign',
    () => request({ headers: [json, `Content-Length: +${body(smuggled()).length}`] }),
  ],
  [
    'a Content-Length of 400 digits',
    () => request({ headers: [json, `Content-Length: ${'9'.repeat(400)}`] }),
  ],
  [
    'an unknown Transfer-Encoding',
    () => request({ headers: [json, 'Transfer-Encoding: xchunked'], content: chunked() }),
  ],
  [
    'chunked that is not the last encoding',
    () => request({ headers: [json, 'Transfer-Encoding: chunked, identity'], content: chunked() }),
  ],
  ['a space before the colon of a header', () => request({ headers: [json, 'Content-Length : 19'] })],
  ['a header that continues on the next line', () => request({ headers: [json, `X-A: b\r\n c: d`, length] })],
  ['a lone LF in a header', () => request({ headers: [json, `X-A: b\nTransfer-Encoding: chunked`, length] })],
  ['a NUL in a header', () => request({ headers: [json, 'X-A: b\u0000c', length] })],
  [
    'a chunk size that is no number',
    () => request({ headers: [json, 'Transfer-Encoding: chunked'], content: `zz\r\n${chunked()}` }),
  ],
  ['headers of 100 KB', () => request({ headers: [json, `X-A: ${'a'.repeat(100_000)}`, length] })],
  [
    '3,000 headers',
    () => request({ headers: [json, ...Array.from({ length: 3_000 }, (_, n) => `X-${n}: ${n}`), length] }),
  ],
  ['the method TRACE', () => request({ start: 'TRACE /api/v1/auth/me HTTP/1.1', headers: [], content: '' })],
  [
    'the method CONNECT',
    () => request({ start: 'CONNECT evil.example:443 HTTP/1.1', headers: [], content: '' }),
  ],
  ['an invented method', () => request({ start: `MAKE ${path} HTTP/1.1` })],
  [
    'a method override',
    () =>
      request({ start: `PATCH ${path} HTTP/1.1`, headers: [json, length, 'X-HTTP-Method-Override: POST'] }),
  ],
  ['HTTP/0.9', () => `GET ${path}\r\n\r\n`],
  ['HTTP/3.7', () => request({ start: `POST ${path} HTTP/3.7` })],
  ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['the beginning of TLS', () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00FC\u0003\u0003'],
  ['a space in the address', () => request({ start: 'POST /api/v1/depart ments HTTP/1.1' })],
  ['a type of content that is none', () => request({ headers: ['Content-Type: text/xml', length] })],
  ['two types of content', () => request({ headers: [json, 'Content-Type: text/plain', length] })],
  ['two Authorization headers', () => request({ headers: [json, length, 'Authorization: Bearer other'] })],
  ['two keys', () => request({ headers: [json, length, 'Idempotency-Key: a', 'Idempotency-Key: b'] })],
];

const names = async () => (await admin.call(departments.list, {})).rows.map(({ name }) => name);

describe('a request that is malformed as HTTP', () => {
  it.each(cases)('is refused or its connection closed: %s', async (_what, make) => {
    no += 1;
    const statuses = await statusesOf(make());
    // What follows a refused request on its connection is not answered either.
    expect(statuses.length).toBeLessThanOrEqual(1);
    for (const status of statuses) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
    expect(await names()).not.toContain(smuggled());
  });

  it('is no request that is merely unusual', async () => {
    const content = body('Usual');
    const headers = [json, `Content-Length: ${content.length}`];
    expect(await statusesOf(request({ headers, content, host: ['HOST: [::1]:3000'] }))).toEqual([200]);
    expect(await names()).toContain('Usual');
    expect(await statusesOf('GET /api/health/live HTTP/1.0\r\n\r\n')).toEqual([200]);
  });

  it('does not harm the requests after it', async () => {
    await admin.call(departments.create, { name: 'Afterwards' });
    expect(await names()).toContain('Afterwards');
  });
});
