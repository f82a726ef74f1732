import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { pino } from 'pino';
import { createTestDatabase } from '@daybook/tooling/test-database';
import type { TestDatabase } from '@daybook/tooling/test-database';
import { throughPooler } from '@daybook/tooling/postgres/pooler';
import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { permissions } from '@daybook/contracts/permissions';
import type { Permission } from '@daybook/contracts/permissions';
import type { FieldRefusals, RefusalCode } from '@daybook/contracts/refusals';
import { openDatabase } from '../src/db/database.ts';
import { limitRole } from '../src/db/limits-of-role.ts';
import type { Db } from '../src/db/database.ts';
import type { Route } from '../src/http/implement.ts';
import { requestOf } from '../src/http/request-of.ts';
import type { CallOptions } from '../src/http/request-of.ts';
import { buildServer } from '../src/http/server.ts';
import type { ServerConfig } from '../src/http/server.ts';
import { routes } from '../src/routes.ts';
import { endPrinting } from '../src/pdf/print-pdf.ts';
import { signIn } from './people.ts';
import type { Person } from './people.ts';

export interface Refused {
  httpStatus: number;
  status: false;
  code: RefusalCode;
  message: string;
  errors: FieldRefusals;
  params?: Record<string, unknown>;
  data?: unknown;
  traceId: string;
}

/** A signed-in person who calls the API as the browser does. */
export interface Caller {
  id: string;
  token: string;
  /** Returns the data of a successful call; a refusal fails the test. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<OutputOf<E>>;
  /** Returns the refusal of a call; the test fails if it succeeds. */
  refused(endpoint: Endpoint, input: unknown, options?: CallOptions): Promise<Refused>;
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
}

export interface TestApi {
  app: FastifyInstance;
  db: Db;
  /** SQL connections as the application’s role, and as the owner of the tables. */
  appPool: pg.Pool;
  ownerPool: pg.Pool;
  urls: { app: string; owner: string };
  as(person: Person): Promise<Caller>;
  stop(): Promise<void>;
}

/** `remoteAddress` is the IP address of the caller; by default this machine. */
export function callerOf(
  app: FastifyInstance,
  id: string,
  token: string,
  remoteAddress = '127.0.0.1',
): Caller {
  const inject = (options: InjectOptions) =>
    app.inject({
      remoteAddress,
      ...options,
      headers: { authorization: `Bearer ${token}`, ...options.headers },
    });
  const send = (endpoint: Endpoint, input: unknown, options: CallOptions = {}) =>
    inject(requestOf(endpoint, input as object, options));
  return {
    id,
    token,
    inject,
    async call(endpoint, input, options) {
      const answer = await send(endpoint, input, options);
      const body = answer.json<{ status: boolean; data: never }>();
      if (!body.status) throw new Error(`${endpoint.method} ${endpoint.path} was refused: ${answer.body}`);
      return body.data;
    },
    async refused(endpoint, input, options) {
      const answer = await send(endpoint, input, options);
      const body = answer.json<Refused>();
      if (body.status) throw new Error(`${endpoint.method} ${endpoint.path} was not refused: ${answer.body}`);
      return { ...body, httpStatus: answer.statusCode };
    },
  };
}

/** A pool reports that it has ended before its last connections have closed; dropping their database would cut those. */
const openPool = (connectionString: string): pg.Pool =>
  new pg.Pool({ connectionString, max: 4 }).on('error', () => undefined);

/** The whole server over a database of the test file’s own: the given one, or a new one. */
export async function startTestApi(
  served: readonly Route[] = routes,
  more: Partial<ServerConfig> = {},
  given?: TestDatabase,
): Promise<TestApi> {
  const testDatabase = given ?? (await createTestDatabase());
  // Other tests use the same machine, so a connection may take long.
  const { url, directUrl } = throughPooler(testDatabase.appUrl);
  if (directUrl !== undefined) await limitRole(directUrl);
  const database = openDatabase(url, pino({ level: 'silent' }), 10, { waitMs: 30_000, directUrl });
  const app = await buildServer(
    database,
    { LOG_LEVEL: 'silent', SITE_DIR: undefined, TRUST_PROXY: false, ...more },
    served,
  );
  await app.ready();
  const appPool = openPool(testDatabase.appUrl);
  const ownerPool = openPool(testDatabase.ownerUrl);
  return {
    app,
    db: database.db,
    appPool,
    ownerPool,
    urls: { app: testDatabase.appUrl, owner: testDatabase.ownerUrl },
    async as(person) {
      const { id, token } = await signIn(database.db, person);
      return callerOf(app, id, token);
    },
    async stop() {
      await app.close();
      await endPrinting();
      await Promise.all([database.close(), appPool.end(), ownerPool.end()]);
      await testDatabase.drop();
    },
  };
}

/** Every permission except the named ones. */
export const allBut = (...keys: Permission[]): Permission[] =>
  permissions.filter((key) => !keys.includes(key));
