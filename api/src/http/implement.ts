import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { contractVersion, pathParams } from '@daybook/contracts/endpoint';
import type { Endpoint, Endpoints, OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import { maxFileBytes } from '@daybook/contracts/files';
import { Refusal } from '@daybook/contracts/refusals';
import { mayCall, refuseDuringRequiredStep } from '../auth/may-call.ts';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { parseInput } from './parse-input.ts';
import { countUpload, refuseOverQuota } from './upload-quota.ts';
import { recordDownload } from './record-download.ts';
import { bytesType, spoolUpload } from './spool-upload.ts';
import type { SpooledFile } from './spool-upload.ts';
import { readReport } from './read-report.ts';
import { runWrite } from './run-write.ts';

/** The arguments of a handler. `user` is signed in unless the endpoint is public; `version` is If-Match of a versioned one. */
export interface Call<E extends Endpoint = Endpoint> {
  db: Db;
  input: ParsedInputOf<E>;
  user: CurrentUser;
  version: number;
  language: Language;
  requestId: string;
  reply: FastifyReply;
  /** The uploaded file. */
  upload: SpooledFile | null;
  /** True when the caller holds the endpoint's permission. An endpoint with a record rule is also open to people whom the record names. */
  holdsKey: boolean;
}

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<E['file'] extends true ? unknown : OutputOf<E>>;
export type Handlers<Es extends Endpoints> = { [Name in keyof Es]: Handler<Es[Name]> };

export interface Route {
  action: string;
  endpoint: Endpoint;
  handle: Handler<Endpoint>;
  /** The schemas for showing the current record in a conflict: that of the feature’s open endpoint, else that of the endpoint’s own answer. */
  shows: readonly z.ZodType[];
}

/** Binds handlers to endpoints; a missing one does not compile. `name` and the endpoint's name are the action in the audit log. */
export const implement =
  <Es extends Endpoints>(name: string, endpoints: Es) =>
  (handlers: Handlers<Es>): Route[] =>
    Object.entries(endpoints).map(([key, endpoint]) => ({
      action: `${name}.${key}`,
      endpoint,
      handle: handlers[key as keyof Es] as unknown as Handler<Endpoint>,
      shows: [...(endpoints['open'] ? [endpoints['open'].output] : []), endpoint.output],
    }));

function expectedVersion(endpoint: Endpoint, request: FastifyRequest): number {
  if (!endpoint.versioned) return 0;
  const given = request.headers['if-match'];
  if (given === undefined) throw new Refusal('VERSION_REQUIRED');
  const version = Number(given.replaceAll('"', ''));
  if (!Number.isSafeInteger(version) || version < 1) throw new Refusal('VERSION_REQUIRED');
  return version;
}

/** The largest body of JSON from a signed-in person; server.ts has the limit of public endpoints. */
const signedInBodyBytes = 1_048_576;

/**
 * Registers the routes. Each request runs: identify → authorise → parse → (write: one transaction with idempotency,
 * handler, audit, stored reply) → check the output → reply (docs/rules.md#order-of-a-request). The first two run before the body is read.
 */
export function serveRoutes(app: FastifyInstance, routes: readonly Route[]): void {
  app.addContentTypeParser(bytesType, (_request, payload, done) => done(null, payload));
  for (const { action, endpoint, handle, shows } of routes) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: false,
      ...(endpoint.allow !== 'public' && { bodyLimit: signedInBodyBytes }),
      config: { endpoint, action, shows },
      ...(endpoint.recorded && { onSend: recordDownload }),
      onRequest: async (request) => {
        request.caller = endpoint.allow === 'public' ? null : await app.whoIs(request);
        refuseDuringRequiredStep(endpoint, request.caller);
        request.holdsKey = mayCall(endpoint, request.caller);
        if (endpoint.upload !== (request.headers['content-type'] === bytesType))
          throw new Refusal('MEDIA_TYPE_UNSUPPORTED');
      },
      handler: async (request, reply) => {
        const db = request.caller ? app.dbOf(request.caller.id) : app.db;
        const base = {
          db,
          input: parseInput(endpoint, request),
          user: request.caller as CurrentUser,
          language: request.language,
          requestId: request.id,
          reply,
          holdsKey: request.holdsKey,
          upload: null,
        };
        if (endpoint.upload)
          return { status: true, data: await takeUpload({ action, endpoint, handle }, request, base) };
        const read = (from: Db) => handle({ ...base, db: from, version: expectedVersion(endpoint, request) });
        const reading = () =>
          endpoint.report ? readReport(db, { endpoint, request, reply }, read) : read(db);
        if (endpoint.file) return reading();
        const answer = endpoint.reads
          ? await reading()
          : await runWrite(db, { action, request, endpoint }, (one) =>
              handle({ ...base, db: one, version: expectedVersion(endpoint, request) }),
            );
        return { status: true, data: checkOutput(endpoint, answer) };
      },
    });
  }
}

/** The file has arrived before the transaction begins. Its hash stands for the body, so that a repeated upload is recognised. */
async function takeUpload(
  { action, endpoint, handle }: Pick<Route, 'action' | 'endpoint' | 'handle'>,
  request: FastifyRequest,
  base: Omit<Call, 'version'>,
): Promise<unknown> {
  const announced = Number(request.headers['content-length'] ?? 0);
  const quota = { userId: base.user.id, megabytes: request.server.uploadMegabytes };
  if (announced <= maxFileBytes) await refuseOverQuota(base.db, { ...quota, bytes: announced });
  const upload = await spoolUpload(request.body, announced);
  request.body = { sha256: upload.sha256.toString('hex'), ...base.input };
  try {
    await countUpload(base.db, { ...quota, bytes: upload.size });
    const answer = endpoint.reads
      ? await handle({ ...base, upload, version: 0 })
      : await runWrite(base.db, { action, request, endpoint }, (db) =>
          handle({ ...base, upload, db, version: 0 }),
        );
    return checkOutput(endpoint, answer);
  } finally {
    await upload.remove();
  }
}

/** Drops unknown keys, so a handler cannot leak a column. A reply that breaks the contract is an error of its own. */
function checkOutput(endpoint: Endpoint, answer: unknown): unknown {
  const checked = endpoint.output.safeParse(answer);
  if (!checked.success) throw new Refusal('REPLY_INVALID', { issues: checked.error.issues });
  return checked.data;
}

/** Checks, when the server is built, that every `:name` of a path is a field of its input. */
export function assertDeclared(routes: readonly Route[]): void {
  for (const { action, endpoint } of routes) {
    if (endpoint.allow === undefined) throw new Error(`${action} does not say who may call it`);
    for (const name of pathParams(endpoint.path)) {
      if (!(name in endpoint.input.shape)) throw new Error(`${action}: :${name} is not a field of its input`);
    }
  }
}

export const replyHeaders = (reply: FastifyReply, request: FastifyRequest): void => {
  void reply.header('X-Request-Id', request.id).header('X-Contract-Version', contractVersion);
  void reply.header('Cache-Control', 'no-store');
  if (request.caller) void reply.header('X-Permission-Version', request.caller.permVersion);
};
