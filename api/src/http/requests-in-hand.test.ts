import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { eventually } from '../../test/installation.ts';
import { refuse } from './refuse.ts';
import { boundRequests } from './requests-in-hand.ts';

let app: FastifyInstance;
let waiting: (() => void)[];
beforeEach(async () => {
  waiting = [];
  app = Fastify();
  app.decorateRequest('securityEvent', null);
  app.decorateRequest('language', 'en');
  app.setErrorHandler(refuse);
  boundRequests(app, 2);
  app.get('/slow', () => new Promise((resolve) => waiting.push(() => resolve('done'))));
  app.get('/stream', async (_request, reply) => {
    const begun = new Readable({ read: () => undefined });
    begun.push('begun');
    return reply.send(begun);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const answer of waiting) answer();
  app.server.closeAllConnections();
  await app.close();
});

const urlOf = (path: string) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`;
const slow = () => fetch(urlOf('/slow'));

describe('Requests in hand', () => {
  it('are limited: one more gets Retry-After, and is answered once another has been', async () => {
    const first = [slow(), slow()];
    await eventually(async () => expect(waiting).toHaveLength(2));
    const refused = await slow();
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await refused.json()).toMatchObject({ status: false, code: 'UNAVAILABLE' });
    for (const answer of waiting) answer();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    const next = slow();
    await eventually(async () => expect(waiting).toHaveLength(3));
    waiting[2]?.();
    expect((await next).status).toBe(200);
  });

  it('do not count answers being sent, nor requests whose sender has gone', async () => {
    const streams = [];
    for (let n = 0; n < 3; n += 1) {
      const stream = ask(urlOf('/stream')).end();
      const [answer] = await once(stream, 'response');
      expect((answer as { statusCode: number }).statusCode).toBe(200);
      streams.push(stream);
    }
    const leavers = [ask(urlOf('/slow')).end(), ask(urlOf('/slow')).end()];
    for (const leaver of leavers) leaver.on('error', () => undefined);
    await eventually(async () => expect(waiting).toHaveLength(2));
    for (const leaver of leavers) leaver.destroy();
    await eventually(async () => {
      const answered = slow().then(({ status }) => status);
      const status = await Promise.race([
        answered,
        new Promise((resolve) => setTimeout(resolve, 20, 'waits')),
      ]);
      expect(status).toBe('waits');
    });
    for (const stream of streams) stream.on('error', () => undefined).destroy();
  });
});
