import type { InjectOptions } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { apiBase, endpoint, pathParams } from '@daybook/contracts/endpoint';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { permissions, userTypes } from '@daybook/contracts/permissions';
import type { Permission, UserType } from '@daybook/contracts/permissions';
import { z } from 'zod';
import { implement } from '../../src/http/implement.ts';
import type { Route } from '../../src/http/implement.ts';
import { bytesType } from '../../src/http/spool-upload.ts';
import { routes } from '../../src/routes.ts';
import { effort } from '../effort.ts';
import { startTestApi } from '../test-api.ts';
import type { Caller, TestApi } from '../test-api.ts';

let api: TestApi;
let owner: Caller;

beforeAll(async () => {
  api = await startTestApi();
  owner = await api.as({ userType: 'super_admin' });
});
afterAll(() => api.stop());

const guarded = routes.filter(({ endpoint: { allow } }) => allow !== 'public');
const named = (list: readonly Route[]) => list.map((route) => [route.action, route.endpoint] as const);

/** In CI every eighth of many requests, at least one, the others at the next endpoints; `pnpm nightly` sends all of them. */
const someFor = <T>(action: string, all: readonly T[]): T[] => {
  const place = routes.findIndex((route) => route.action === action);
  const spread = Math.min(effort(8, 1), all.length);
  return all.filter((_one, nth) => (nth + place) % spread === 0);
};

/** A request of the endpoint's shape with an id that no record has. */
const request = ({ method, path, versioned }: Endpoint, more: InjectOptions = {}) => ({
  method,
  url:
    apiBase +
    pathParams(path).reduce(
      (url, name) => url.replace(`:${name}`, name === 'kind' ? 'client' : uuidv7()),
      path,
    ),
  headers: { ...(versioned ? { 'if-match': '1' } : {}), ...more.headers },
  ...(more.payload === undefined ? {} : { payload: more.payload }),
});

const lastEvent = async (): Promise<number> => {
  const { rows } = await api.ownerPool.query<{ id: number }>(
    'select coalesce(max(id), 0) as id from audit_event',
  );
  return rows[0]?.id ?? 0;
};

/** The newest event after the last requests, unless a person has been made since. */
let newest: number | undefined;

/** The audit log only grows, so events written since have higher ids. */
async function expectNothingSince(event: number): Promise<void> {
  const { rows } = await api.ownerPool.query<{ events: number; keys: number; last: number }>(
    `select (select count(*) from audit_event where entity <> 'refusal' and id > $1) as events,
       (select count(*) from idempotency_key) as keys, (select coalesce(max(id), $1) from audit_event) as last`,
    [event],
  );
  // First, so that what one request wrote is not held against those of the next tests.
  newest = rows[0]?.last;
  expect(rows).toMatchObject([{ events: 0, keys: 0 }]);
}

const signedIn = new Map<string, Promise<Caller>>();
/** One person for each set of permissions: granting nearly all of them costs more than the requests that follow. */
function someoneWith(keys: readonly Permission[], userType: UserType): Promise<Caller> {
  const name = [userType, ...keys].join(' ');
  const known = signedIn.get(name);
  if (known) return known;
  newest = undefined;
  const someone = api.as({ userType, keys });
  signedIn.set(name, someone);
  return someone;
}

/** Sends the requests in turn and checks that none wrote anything, failed with a 5xx, or revealed internals. */
async function expectRefusals(
  caller: Caller,
  requests: InjectOptions[],
  statuses: readonly number[],
): Promise<void> {
  const before = newest ?? (await lastEvent());
  for (const one of requests) {
    const answer = await caller.inject(one);
    const body = answer.json<{ status: boolean; code: string; traceId: string }>();
    expect({
      url: one.url,
      status: answer.statusCode,
      isExpected: statuses.includes(answer.statusCode),
    }).toEqual({
      url: one.url,
      status: answer.statusCode,
      isExpected: true,
    });
    expect(body).toMatchObject({
      status: false,
      code: expect.stringMatching(/^[A-Z_]+$/),
      traceId: expect.any(String),
    });
    expect(answer.body).not.toMatch(/select |insert |\/src\/|node_modules|\bat .+:\d+:\d+|postgres/i);
  }
  await expectNothingSince(before);
}

const keysOf = ({ allow }: Endpoint): readonly Permission[] => {
  if (typeof allow === 'string') return allow === 'public' || allow === 'signedIn' ? [] : [allow];
  if ('anyOf' in allow) return allow.anyOf;
  if ('allOf' in allow) return allow.allOf;
  return 'key' in allow ? [allow.key] : [];
};

const cursorOf = (...values: unknown[]): string =>
  Buffer.from(JSON.stringify({ direction: 'after', values })).toString('base64url');
const nulls = 'a\u0000';
/** Cursors that no server made, of other types, and with values that no column accepts; lists sort by two or three columns. */
const strangeCursors = [
  'x',
  'e30',
  cursorOf('x', {}),
  ...['2025-13-45', '9'.repeat(20), 1e12, nulls].flatMap((value) => [
    cursorOf(value, nulls),
    cursorOf(value, '2025-01-01', nulls),
    cursorOf(value, value, value),
  ]),
];

/** The shortest body of the right content type. */
const sentTo = ({ method, upload }: Endpoint): InjectOptions => {
  if (upload) return { payload: Buffer.from('%PDF-'), headers: { 'content-type': bytesType } };
  return method === 'GET' ? {} : { payload: {} };
};

describe('every endpoint', () => {
  it('is declared, documented and served, and no other is', async () => {
    const document = (await owner.inject({ url: '/api/docs/json' })).json<{
      paths: Record<string, Record<string, { operationId: string }>>;
    }>();
    const documented = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    );
    expect(documented.toSorted()).toEqual(routes.map(({ action }) => action).toSorted());
    const addresses = routes.map(({ endpoint: { method, path } }) => `${method} ${path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const {
      endpoint: { method, path },
    } of routes) {
      expect(api.app.hasRoute({ method, url: apiBase + path })).toBe(true);
    }
  });

  it('needs a declaration of who may call it, or the server does not start', async () => {
    const silent = endpoint({
      method: 'GET',
      path: '/silent',
      allow: undefined as never,
      input: z.object({}),
      output: z.object({}),
    });
    await expect(startTestApi(implement('test', { silent })({ silent: async () => ({}) }))).rejects.toThrow(
      'does not say who may call',
    );
  });

  it.each(named(guarded))(
    '%s answers 401 without a token, with an unknown one and with a broken one',
    async (action, one) => {
      const tokens = ['', 'Bearer x', `Bearer ${'A'.repeat(43)}`, `Basic ${'A'.repeat(43)}`];
      await expectRefusals(
        owner,
        someFor(action, tokens).map((authorization) => request(one, { headers: { authorization } })),
        [401],
      );
    },
  );

  it.each(named(guarded.filter((route) => keysOf(route.endpoint).length > 0)))(
    '%s answers 403 without its permission',
    async (action, one) => {
      const keys = keysOf(one);
      const other = await someoneWith(
        permissions.filter((key) => !keys.includes(key)),
        'manager',
      );
      const isOfRecord = typeof one.allow === 'object' && 'key' in one.allow;
      await expectRefusals(
        other,
        someFor(action, [
          request(one),
          ...(one.method === 'GET' ? [] : [request(one, { payload: { x: 1 } })]),
        ]),
        // An upload without bytes is refused before the record is read.
        isOfRecord ? [400, 403, 404, ...(one.upload ? [415] : [])] : [403],
      );
    },
  );

  it.each(
    named(guarded.filter(({ endpoint: { allow } }) => typeof allow === 'object' && 'userType' in allow)),
  )('%s answers 403 to other types of user with every permission', async (_action, one) => {
    const allowed: readonly string[] =
      typeof one.allow === 'object' && 'userType' in one.allow ? one.allow.userType : [];
    for (const userType of userTypes.filter((type) => !allowed.includes(type))) {
      await expectRefusals(await someoneWith(permissions, userType), [request(one)], [403]);
    }
  });

  it.each(named(routes.filter(({ endpoint: one }) => one.method !== 'GET')))(
    '%s answers 4xx to bodies of another shape',
    async (action, one) => {
      const json = { 'content-type': 'application/json' };
      const bodies: InjectOptions[] = someFor(action, [
        request(one, { payload: '{"a":', headers: json }),
        request(one, { payload: '[]', headers: json }),
        request(one, { payload: '"text"', headers: json }),
        request(one, { payload: 'null', headers: json }),
        request(one, { payload: 'a=1', headers: { 'content-type': 'text/plain' } }),
        request(one, { payload: '{"__proto__":{"admin":true}}', headers: json }),
        request(one, { payload: '{"constructor":{"prototype":{"admin":true}}}', headers: json }),
        request(one, { payload: { surprise: 1 } }),
        request(one, {
          payload: {
            id: uuidv7(),
            status: 'issued',
            number: 'X',
            createdBy: uuidv7(),
            userType: 'super_admin',
            version: 9,
          },
        }),
        request(one, {
          payload: Object.fromEntries(Object.keys(one.input.shape).map((name) => [name, { not: ['this'] }])),
        }),
        request(one, {
          payload: Object.fromEntries(Object.keys(one.input.shape).map((name) => [name, Number.MAX_VALUE])),
        }),
        request(one, {
          payload: Object.fromEntries(
            Object.keys(one.input.shape).map((name) => [name, '\u0000\uD800\u202E']),
          ),
        }),
        request(one, { payload: { blob: 'x'.repeat(1_100_000) } }),
      ]);
      // An endpoint without required fields has nothing to refuse in an empty body.
      const needsFields = Object.entries(one.input.shape).some(
        ([name, field]) => !pathParams(one.path).includes(name) && !z.safeParse(field, undefined).success,
      );
      // Any text may be a password: a wrong one.
      const asksPassword = 'password' in one.input.shape;
      await expectRefusals(
        owner,
        needsFields
          ? bodies
          : bodies.filter(({ payload }) => payload !== 'null' && JSON.stringify(payload) !== '{}'),
        [400, 404, 413, 415, ...(asksPassword ? [422] : [])],
      );
      expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
    },
  );

  it.each(named(guarded.filter(({ endpoint: { path } }) => path.includes(':id'))))(
    '%s answers NOT_FOUND to the id of no record',
    async (_action, one) => {
      const sent = sentTo(one);
      await expectRefusals(owner, [request(one, sent)], [400, 404]);
      const nonsense = {
        ...request(one, sent),
        url: apiBase + one.path.replaceAll(/:[a-zA-Z]+/g, 'not-an-id'),
      };
      await expectRefusals(owner, [nonsense], [404]);
    },
  );

  it.each(named(routes.filter(({ endpoint: one }) => one.method === 'GET' && 'pageSize' in one.input.shape)))(
    '%s refuses unknown query parameters',
    async (action, one) => {
      const queries = [
        'pageSize=101',
        'pageSize=0',
        'pageSize=x',
        'sort=password',
        'surprise=1',
        'filter[surprise]=1',
        `q=${'x'.repeat(201)}`,
        'q=a&q=b',
        'q=a%00b',
        'sort[$ne]=1',
      ];
      const { url } = request(one);
      const ask = (some: readonly string[], statuses: readonly number[]) =>
        expectRefusals(
          owner,
          someFor(action, some).map((query) => ({ method: 'GET', url: `${url}?${query}` })),
          statuses,
        );
      await ask(queries, [400]);
      // A total counts the whole filter; only lists that are read in pages have a cursor. A record that does not exist has
      // no pages.
      if (!one.path.endsWith('/total'))
        await ask(
          strangeCursors.map((cursor) => `cursor=${cursor}`),
          one.path.includes(':id') ? [400, 404] : [400],
        );
    },
  );
});
