import type { LightMyRequestResponse } from 'fastify';
import { startTestApi } from '../../test/test-api.ts';
import type { ServerConfig } from './server.ts';

const pages = ['/api/metrics', '/api/docs', '/api/docs/json', '/api/docs/static/swagger-ui.css'];

interface From {
  remoteAddress: string;
  headers?: Record<string, string>;
}

async function statuses(config: Partial<ServerConfig>, from: From): Promise<number[]> {
  const api = await startTestApi(undefined, config);
  try {
    const answers: LightMyRequestResponse[] = [];
    for (const url of pages) answers.push(await api.app.inject({ url, ...from }));
    return answers.map(({ statusCode }) => statusCode);
  } finally {
    await api.stop();
  }
}

const forwarded = { 'x-forwarded-for': '203.0.113.9' };
const shown = [200, 200, 200, 200];
const hidden = [404, 404, 404, 404];

describe('the metrics and the description of the API', () => {
  it.each<[string, Partial<ServerConfig>, From, number[]]>([
    ['are shown on the machine itself', {}, { remoteAddress: '127.0.0.1' }, shown],
    ['are shown there over IPv6', {}, { remoteAddress: '::1' }, shown],
    ['are hidden from other machines', {}, { remoteAddress: '192.0.2.7' }, hidden],
    [
      'are hidden behind a trusted proxy',
      { TRUST_PROXY: true },
      { remoteAddress: '127.0.0.1', headers: forwarded },
      hidden,
    ],
    ['are hidden behind an unknown proxy', {}, { remoteAddress: '127.0.0.1', headers: forwarded }, hidden],
    [
      'are not shown to somebody who claims to be on the machine',
      {},
      { remoteAddress: '192.0.2.7', headers: { 'x-forwarded-for': '127.0.0.1' } },
      hidden,
    ],
    [
      'are shown to others as configured: metrics',
      { METRICS: true },
      { remoteAddress: '192.0.2.7' },
      [200, 404, 404, 404],
    ],
    [
      'are shown to others as configured: description',
      { API_DOCS: true },
      { remoteAddress: '192.0.2.7' },
      [404, 200, 200, 200],
    ],
  ])('%s', async (_what, config, from, expected) => {
    expect(await statuses(config, from)).toEqual(expected);
  });
});
