import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import helmet from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import Fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { LoggerOptions } from 'pino';
import { apiBase } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import { namedPlaces } from '../backup-places.ts';
import { boxOf } from '../auth/secret-box.ts';
import { whoIs } from '../auth/sessions.ts';
import { publicUrlOf } from '../config.ts';
import type { Config } from '../config.ts';
import type { Database, Db } from '../db/database.ts';
import type { Reports } from '../db/reports.ts';
import { mailSource } from '../mail/mail-source.ts';
import { ordinaryPace, paceBodies } from './body-pace.ts';
import type { BodyPace } from './body-pace.ts';
import { liveOver } from './live.ts';
import { publicPages } from '../public-pages.ts';
import { routes } from '../routes.ts';
import { healthRoutes } from './health.ts';
import { assertDeclared, replyHeaders, serveRoutes } from './implement.ts';
import type { Route } from './implement.ts';
import { shownTo } from './inside-only.ts';
import { metricsOf } from './metrics.ts';
import { named } from './named.ts';
import { refuseDoubledHeaders } from './one-of-each.ts';
import { onceAMinute } from './once-a-minute.ts';
import { openApiPage } from './openapi.ts';
import { languageOf, refuse } from './refuse.ts';
import { refuseAndKeep } from './audit-refusals.ts';
import './request-context.ts';
import { requestLog } from './request-log.ts';
import { boundRequests } from './requests-in-hand.ts';
import { serveSite } from './site.ts';
import { warnOfUnknownProxies } from './unknown-proxies.ts';

/** A message may have several lines, and all of them stand in the stack. */
const placesOf = (error: Error): string | undefined =>
  error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

/** No personal data and no secret is logged (docs/rules.md#nothing-personal-in-logs). */
export const loggerOptions = (level: Config['LOG_LEVEL']): LoggerOptions => ({
  level,
  hooks: onceAMinute(),
  // An error is logged by its code and place, because its message may repeat what a person typed.
  serializers: {
    err: (error: Error & { code?: string }) => ({
      type: error.name,
      code: error.code,
      stack: placesOf(error),
    }),
  },
});

export const contentSecurityPolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // antd's icons and dialogs each add a <style> at run time; all other styles are files.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  frameSrc: ['blob:'],
  workerSrc: ["'none'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  upgradeInsecureRequests: null,
};

export type ServerConfig = Pick<Config, 'LOG_LEVEL' | 'SITE_DIR' | 'TRUST_PROXY'> &
  Partial<
    Pick<
      Config,
      | 'API_DOCS'
      | 'BACKGROUND'
      | 'BACKUP_DIR'
      | 'BACKUP_BUCKET_URL'
      | 'DATA_DIR'
      | 'DISK_FLOOR_MB'
      | 'MAIL_FROM'
      | 'METRICS'
      | 'OVERLOAD_MB'
      | 'OVERLOAD_MS'
      | 'PORT'
      | 'PUBLIC_URL'
      | 'SECRET_KEY'
      | 'SECRET_KEY_BEFORE'
      | 'SMTP_URL'
      | 'UPLOAD_MB_PER_DAY'
    >
  > & {
    headMs?: number;
    bodyPace?: BodyPace;
  };

/** How often Node checks for overdue headers; its default is twice a minute. */
const checkMs = 1_000;
const megabyte = 1024 * 1024;

/** What is encrypted, what is mailed, and how one-time links reach their people. */
function decorateWithMail(app: FastifyInstance, config: ServerConfig): void {
  const box = boxOf(config);
  const mail = mailSource(config, box);
  app.decorate('secretBox', box);
  app.decorate('mail', mail);
  app.decorate('linkDelivery', async (db: Db) => ({
    publicUrl: publicUrlOf(config),
    mails: await mail.canMail(db),
  }));
}

/** Photos are chosen as files and codes are typed, so no page needs a device. */
const nothingOfTheDevice = [
  'camera',
  'display-capture',
  'geolocation',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((part) => `${part}=()`)
  .join(', ');

/** What browsers may do with our pages. */
async function sendPolicies(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Permissions-Policy', nothingOfTheDevice);
    // The page's first script answers for what is in order (page.boot.ts). The rest is reported to the page, and fails every flow of e2e.
    reply.header('Content-Security-Policy-Report-Only', "require-trusted-types-for 'script'");
  });
}

/** The whole server over one database. `served` is replaced only by tests that add a route of their own. */
export async function buildServer(
  database: Database & { reports?: Reports },
  config: ServerConfig,
  served: readonly Route[] = routes,
  logTo: Writable = process.stdout,
): Promise<FastifyInstance> {
  assertDeclared(served);
  const app = Fastify({
    logger: { ...loggerOptions(config.LOG_LEVEL), stream: logTo },
    // requestLog writes one line for each request.
    logController: new LogController({ disableRequestLogging: true }),
    // The limit for callers who are not signed in; other endpoints raise it (implement.ts).
    bodyLimit: 16_384,
    // Trusts only our own proxy. Addresses that it received from others may be forged.
    trustProxy: config.TRUST_PROXY && ((_address, hop) => hop === 0),
    // The limit for headers. The pace of a body depends on its kind (body-pace.ts).
    http: { headersTimeout: config.headMs ?? 15_000, connectionsCheckingInterval: checkMs },
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    // Requests on an open connection are still answered; the last answer closes it.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: refuse,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  });
  app.decorate('db', database.db);
  app.decorate('uploadMegabytes', config.UPLOAD_MB_PER_DAY ?? 2_000);
  app.decorate('backupPlaces', namedPlaces(config));
  app.decorate('hasBackground', config.BACKGROUND ?? true);
  app.decorate('dbOf', (personId) => database.dbOf(personId));
  app.decorate('reports', database.reports ?? null);
  app.decorate('live', liveOver(database.direct, app.log));
  app.addHook('preClose', async () => app.live.close());
  decorateWithMail(app, config);
  app.decorate('whoIs', whoIs(database.db));
  app.decorateRequest('caller', null);
  app.decorateRequest('holdsKey', false);
  app.decorateRequest('language', 'en');
  app.decorateRequest('securityEvent', null);
  refuseDoubledHeaders(app);
  app.addHook('onRequest', async (request) => {
    request.language = languageOf(request.headers['accept-language']);
  });
  // Only JSON: text would reach the schemas as a string.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(refuseAndKeep);

  await sendPolicies(app);
  await app.register(underPressure, {
    maxEventLoopDelay: config.OVERLOAD_MS ?? 0,
    maxRssBytes: (config.OVERLOAD_MB ?? 0) * megabyte,
    exposeStatusRoute: false,
  });
  paceBodies(app, config.bodyPace ?? ordinaryPace);
  requestLog(app);
  warnOfUnknownProxies(app, config.TRUST_PROXY);
  metricsOf(app, shownTo(config.METRICS ?? false, config.TRUST_PROXY));
  healthRoutes(app, database, { dataDir: config.DATA_DIR, floorMb: config.DISK_FLOOR_MB });
  await app.register(
    named('api', async (api: FastifyInstance) => {
      boundRequests(api);
      api.addHook('onSend', async (request, reply) => replyHeaders(reply, request));
      serveRoutes(api, served);
    }),
    { prefix: apiBase },
  );
  await openApiPage(app, served, shownTo(config.API_DOCS ?? false, config.TRUST_PROXY));
  for (const page of publicPages) await app.register(named('public page', page));
  if (config.SITE_DIR) await serveSite(app, config.SITE_DIR);
  else app.setNotFoundHandler((request, reply) => refuse(new Refusal('NOT_FOUND'), request, reply));
  return app;
}
