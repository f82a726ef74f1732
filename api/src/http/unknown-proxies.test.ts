import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { loggerOptions } from './server.ts';
import { warnOfUnknownProxies } from './unknown-proxies.ts';

async function warned(trustsProxy: boolean, headers: Record<string, string>): Promise<unknown[]> {
  const lines: unknown[] = [];
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push((JSON.parse(line.toString()) as { setting: unknown }).setting);
      done();
    },
  });
  const app = Fastify({ logger: { ...loggerOptions('warn'), stream } });
  warnOfUnknownProxies(app, trustsProxy);
  for (let n = 0; n < 3; n += 1) await app.inject({ url: '/', headers });
  await app.close();
  return lines;
}

describe('a proxy that reports an address', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };

  it.each<[string, boolean, Record<string, string>, unknown[]]>([
    ['is named once a minute if the server trusts none', false, forwarded, ['TRUST_PROXY']],
    ['is in order if the server trusts it', true, forwarded, []],
    [
      'is named once a minute if the gateway does not trust it',
      true,
      { ...forwarded, 'x-forwarded-for-dropped': '1' },
      ['TRUSTED_PROXIES'],
    ],
    ['is not named if there is none', false, {}, []],
  ])('%s', async (_name, trustsProxy, headers, lines) => {
    expect(await warned(trustsProxy, headers)).toEqual(lines);
  });
});
