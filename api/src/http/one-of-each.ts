import type { FastifyInstance } from 'fastify';
import { Refusal } from '@daybook/contracts/refusals';

/** Headers that a request has once. Of two, a proxy in front might take the other one than this server. */
const once = new Set([
  'host',
  'authorization',
  'content-length',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'idempotency-key',
  'if-match',
]);

/** A name or an address, and a port. */
const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Refuses BODY_MALFORMED when such a header is there twice, and when Host is none. */
export function refuseDoubledHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { rawHeaders, headers, httpVersionMajor, httpVersionMinor } }) => {
    const seen = new Set<string>();
    for (let n = 0; n < rawHeaders.length; n += 2) {
      const name = rawHeaders[n]?.toLowerCase() ?? '';
      if (once.has(name) && seen.has(name)) throw new Refusal('BODY_MALFORMED');
      seen.add(name);
    }
    const mayLackHost = httpVersionMajor === 1 && httpVersionMinor === 0 && headers.host === undefined;
    if (!mayLackHost && !hostPattern.test(headers.host ?? '')) throw new Refusal('BODY_MALFORMED');
  });
}
