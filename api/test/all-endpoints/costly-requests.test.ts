import { z } from 'zod';
import { apiBase, endpoint } from '@daybook/contracts/endpoint';
import { implement } from '../../src/http/implement.ts';
import { mostItems } from '../../src/http/parse-input.ts';
import { routes } from '../../src/routes.ts';
import { startTestApi } from '../test-api.ts';
import type { Caller, Refused, TestApi } from '../test-api.ts';

/** The number of list items that were validated. */
let looked = 0;
const ofTheTest = implement('test', {
  open: endpoint({
    method: 'POST',
    path: '/test/open',
    allow: 'public',
    reads: true,
    input: z.object({ text: z.string() }),
    output: z.object({}),
  }),
  list: endpoint({
    method: 'POST',
    path: '/test/list',
    allow: 'signedIn',
    reads: true,
    input: z.object({ items: z.array(z.int().refine(() => ++looked > 0)).max(10) }),
    output: z.object({}),
  }),
})({ open: async () => ({}), list: async () => ({}) });

let api: TestApi;
let owner: Caller;
beforeAll(async () => {
  api = await startTestApi([...routes, ...ofTheTest]);
  owner = await api.as({ userType: 'super_admin' });
});
afterAll(() => api.stop());

const namesOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, no) => [`k${no}`, 1]));
const post = (url: string, payload: object) => owner.inject({ method: 'POST', url: apiBase + url, payload });

describe('a request body', () => {
  const open = [...routes, ...ofTheTest].filter(
    ({ endpoint: { allow, method } }) => allow === 'public' && method !== 'GET',
  );

  it.each(open.map(({ action, endpoint: { path } }) => [action, path] as const))(
    'has at most 16 KB without a session, to %s',
    async (_action, path) => {
      const answer = await post(path, { text: 'x'.repeat(16_384) });
      expect([answer.statusCode, answer.json<Refused>().code]).toEqual([413, 'BODY_TOO_LARGE']);
    },
  );

  it('has no more at an address that does not exist', async () => {
    expect((await post('/nothing', { text: 'x'.repeat(16_384) })).statusCode).toBe(413);
  });

  it('has at most 1 MB with a session', async () => {
    const answer = await post('/test/list', { items: Array.from({ length: 100_000 }, () => 1) });
    expect(answer.json<Refused>().errors).toEqual({ items: [{ code: 'TOO_MANY', params: { maximum: 10 } }] });
  });
});

describe('a refusal', () => {
  it('lists twenty fields, and counts the others', async () => {
    const { errors, params, message } = (await post('/auth/login', namesOf(90))).json<Refused>();
    expect(Object.keys(errors)).toHaveLength(20);
    // The two fields that are missing count too.
    expect(params).toEqual({ moreFields: 72 });
    expect(message).toContain('72');
  });

  it('cuts a long field name', async () => {
    const { errors } = (await post('/auth/login', { ['k'.repeat(10_000)]: 1 })).json<Refused>();
    expect(Object.keys(errors).map(({ length }) => length)).toEqual([5, 8, 100]);
  });

  it.each([
    ['an object', namesOf(5_000)],
    ['an object in a list', { items: [namesOf(5_000)] }],
  ])('counts the thousands of names of %s as one', async (_what, input) => {
    const { code, errors } = (await post('/test/list', input)).json<Refused>();
    expect([code, errors]).toEqual([
      'INPUT_INVALID',
      { '': [{ code: 'TOO_MANY', params: { maximum: 100 } }] },
    ]);
  });

  it('names a list that is too long without checking its items', async () => {
    looked = 0;
    await post('/test/list', { items: Array.from({ length: 11 }, () => 1) });
    expect(looked).toBe(0);
    await post('/test/list', { items: [1] });
    expect(looked).toBe(1);
  });
});

interface Schema {
  type?: string;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** Lists without a limit and objects that accept any name, within a schema. */
function boundlessIn(schema: Schema, at: string): string[] {
  const {
    type,
    maxItems = Number.POSITIVE_INFINITY,
    items,
    properties = {},
    anyOf = [],
    oneOf = [],
  } = schema;
  return [
    ...(type === 'array' && maxItems > mostItems ? [at] : []),
    ...(type === 'object' && schema.additionalProperties !== false ? [at] : []),
    ...(items ? boundlessIn(items, `${at}[]`) : []),
    ...Object.entries(properties).flatMap(([name, one]) => boundlessIn(one, `${at}.${name}`)),
    ...[...anyOf, ...oneOf].flatMap((one) => boundlessIn(one, at)),
  ];
}

it('every list of every input has a limit, and no object accepts any name', () => {
  const boundless = routes.flatMap(({ action, endpoint: { input } }) =>
    boundlessIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema, action),
  );
  expect(boundless).toEqual([]);
});
