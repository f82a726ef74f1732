import type { FastifyInstance } from 'fastify';

/** The gateway sends this header if it dropped X-Forwarded-For (deploy/gateway/api.conf). */
const droppedByGateway = 'x-forwarded-for-dropped';

/**
 * Warns while a proxy that is not trusted reports visitors' addresses: everyone then has the proxy's address, so limits and
 * allowed networks count all of them as one. A visitor may cause the line too; there is one a minute (once-a-minute.ts).
 */
export function warnOfUnknownProxies(app: FastifyInstance, trustsProxy: boolean): void {
  const [header, setting] = trustsProxy
    ? [droppedByGateway, 'TRUSTED_PROXIES']
    : ['x-forwarded-for', 'TRUST_PROXY'];
  app.addHook('onRequest', async ({ headers, log }) => {
    if (headers[header]) log.warn({ setting }, 'X-Forwarded-For of a proxy that is not trusted was ignored');
  });
}
