import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { apiBase, contractVersion, pathParams } from '@daybook/contracts/endpoint';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { refusals } from '@daybook/contracts/refusals';
import type { Route } from './implement.ts';
import type { Guard } from './inside-only.ts';
import { named } from './named.ts';

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const refusalSchema = {
  type: 'object',
  required: ['status', 'message', 'code', 'errors', 'traceId'],
  properties: {
    status: { const: false },
    message: { type: 'string' },
    code: { enum: Object.keys(refusals) },
    errors: { type: 'object' },
    traceId: { type: 'string' },
  },
};

const headerParameters = (endpoint: Endpoint) => [
  ...(endpoint.reads ? [] : [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }]),
  ...(endpoint.versioned
    ? [{ name: 'If-Match', in: 'header', required: true, schema: { type: 'string' } }]
    : []),
];

function operation({ action, endpoint }: Route) {
  const inPath = pathParams(endpoint.path);
  const schema = jsonSchema(endpoint.input, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  const rest = Object.entries(schema.properties ?? {}).filter(([name]) => !inPath.includes(name));
  const required = (schema.required ?? []).filter((name) => !inPath.includes(name));
  const isQuery = endpoint.method === 'GET' || endpoint.upload;
  return {
    operationId: action,
    tags: [action.split('.')[0]],
    description: `Allowed: ${JSON.stringify(endpoint.allow)}`,
    security: endpoint.allow === 'public' ? [] : [{ bearer: [] }],
    parameters: [
      ...inPath.map((name) => ({ name, in: 'path', required: true, schema: schema.properties?.[name] })),
      ...(isQuery
        ? rest.map(([name, s]) => ({ name, in: 'query', required: required.includes(name), schema: s }))
        : []),
      ...headerParameters(endpoint),
    ],
    ...(endpoint.upload && { requestBody: { required: true, content: { 'application/octet-stream': {} } } }),
    ...(isQuery
      ? {}
      : {
          requestBody: {
            content: {
              'application/json': {
                schema: { type: 'object', properties: Object.fromEntries(rest), required },
              },
            },
          },
        }),
    responses: {
      200: {
        description: 'Done',
        content: endpoint.file
          ? { 'application/octet-stream': {} }
          : {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { status: { const: true }, data: jsonSchema(endpoint.output, 'output') },
                },
              },
            },
      },
      default: { description: 'Refused', content: { 'application/json': { schema: refusalSchema } } },
    },
  };
}

/** The OpenAPI document of the routes, made from the same endpoints that are served. */
export function openApiDocument(routes: readonly Route[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = `${apiBase}${route.endpoint.path.replaceAll(/:([a-zA-Z]+)/g, '{$1}')}`;
    (paths[path] ??= {})[route.endpoint.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Daybook', version: contractVersion },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}

/** The addresses at which the page finds the document. JSON is valid YAML, so one document serves both. */
const types: Record<string, string> = {
  '/api/docs/json': 'application/json; charset=utf-8',
  '/api/docs/yaml': 'application/yaml; charset=utf-8',
};

const compress = promisify(gzip);

/** The document as it is sent: millions of characters, written once, at the first request. */
function keptDocument(routes: readonly Route[]): () => Promise<{ etag: string; compressed: Buffer }> {
  const make = async () => {
    const compressed = await compress(JSON.stringify(openApiDocument(routes)), { level: 9 });
    const etag = `"${createHash('sha256').update(compressed).digest('base64url')}"`;
    return { etag, compressed };
  };
  let kept: ReturnType<typeof make> | undefined;
  return () => (kept ??= make());
}

/**
 * The page and its document. The server starts without the document, and the page’s own routes are never reached, because they
 * would write it again for each request.
 */
export async function openApiPage(
  app: FastifyInstance,
  routes: readonly Route[],
  guard: Guard,
): Promise<void> {
  const kept = keptDocument(routes);
  await app.register(swagger, {
    mode: 'static',
    specification: {
      document: { openapi: '3.1.0', info: { title: 'Daybook', version: contractVersion }, paths: {} },
    },
  });
  const pages = async (docs: FastifyInstance) => {
    docs.addHook('onRequest', guard);
    docs.addHook('onRequest', async (request, reply) => {
      const type = types[request.routeOptions.url ?? ''];
      if (type === undefined) return undefined;
      const { etag, compressed } = await kept();
      void reply.headers({ etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      void reply.type(type);
      if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
        return reply.header('Content-Encoding', 'gzip').send(compressed);
      return reply.send(Readable.from([compressed]).pipe(createGunzip()));
    });
    await docs.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  };
  await app.register(named('documentation', pages));
}
