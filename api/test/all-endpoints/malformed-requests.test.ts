import { pathParams, apiBase } from '@daybook/contracts/endpoint';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { refusals } from '@daybook/contracts/refusals';
import { uuidv7 } from 'uuidv7';
import { routes } from '../../src/routes.ts';
import { effort } from '../effort.ts';
import { startTestApi } from '../test-api.ts';
import type { Caller, Refused, TestApi } from '../test-api.ts';

let api: TestApi;
let owner: Caller;
beforeAll(async () => {
  api = await startTestApi();
  owner = await api.as({ userType: 'super_admin' });
});
afterAll(() => api.stop());

const deep = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** JSON as text, for what JSON.stringify would not write. `%` marks the place of a value. */
const values = [
  '1e309',
  '-1e309',
  '-0',
  '9007199254740993',
  '-9007199254740993',
  '1e-400',
  '0.1',
  '123456789012345678901234567890',
  'null',
  'true',
  '[]',
  '{}',
  '[[]]',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u202egnp.exe"',
  '"\\u2066x\\u2069"',
  '"\\u001b[31m"',
  '"\\u200b"',
  '"\\ufeff"',
  '"1e309"',
  '"-0"',
  '"9007199254740993"',
  '"NaN"',
  '"Infinity"',
  '"0x10"',
  '"1,000"',
  '"१२३"',
  '"１２３"',
  '"2026-02-30"',
  '"+002026-01-01"',
  '"2026-01-01T00:00:00Z"',
  '"0000-00-00"',
  '"\' or 1=1 --"',
  '"${7*7}{{7*7}}"',
  '"=cmd|\' /C calc\'!A0"',
  '"<script>alert(1)</script>"',
  '"../../../etc/passwd"',
  '"javascript:alert(1)"',
  '"[object Object]"',
  `"${'x'.repeat(20_000)}"`,
  `"${'\\u0301'.repeat(2_000)}"`,
  deep(2_000, '[', ']'),
  deep(2_000, '{"a":', '}').replace('{"a":}', '{}'),
  '{"$ne":null}',
  '{"length":3,"0":"a"}',
];
const bodies = [
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"a":{"__proto__":{"admin":true}}}',
  '{"prototype":{"admin":true}}',
  '{"\\u005f\\u005fproto__":{"admin":true}}',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3}',
  '{"then":"x"}',
  deep(5_000, '[', ']'),
  deep(20_000, '{"a":', '}').replace('{"a":}', '{}'),
  '{"a":1,}',
  '{"a":NaN}',
  "{'a':1}",
  '{"a":"\n"}',
  '\u0000',
  '\uFEFF{}x',
];

const json = { 'content-type': 'application/json' };
const urlOf = ({ path }: Endpoint) =>
  apiBase + pathParams(path).reduce((url, name) => url.replace(`:${name}`, uuidv7()), path);

const leaks = /select |insert |update .* set|\/src\/|node_modules|\bat .+:\d+:\d+|postgres|kysely|zod/i;

/** What is wrong with an answer that must be a refusal; null if it is a refusal that reveals no internals. */
function faultOf({ statusCode, body }: { statusCode: number; body: string }): string | null {
  const { code } = JSON.parse(body) as Refused;
  if (statusCode < 400 || statusCode >= 500) return `${statusCode} ${body.slice(0, 300)}`;
  if (refusals[code] !== statusCode) return `${code} with ${statusCode}`;
  return leaks.test(body) ? `leaks: ${body.slice(0, 300)}` : null;
}

/** Whether null in every field is what somebody sends who empties the record, such as the settings of the mail server. */
const canBeEmptied = ({ input, path }: Endpoint, names: readonly string[]): boolean => {
  const ids = pathParams(path).map((name) => [name, uuidv7()]);
  return input.safeParse(Object.fromEntries([...ids, ...names.map((name) => [name, null])])).success;
};

const writes = routes.filter(({ endpoint }) => endpoint.method !== 'GET');

/** In CI each endpoint gets a sixteenth of the bodies and queries, at least one, and the next endpoints the others; `pnpm nightly` sends them all. */
const spread = effort(16, 1);
const someFor = <T>(at: number, all: readonly T[]): T[] =>
  all.filter((_one, nth) => (nth + at) % Math.min(spread, all.length) === 0);

describe('a malformed body', () => {
  // docs/rules.md#malformed-input
  it.each(writes.map((route, at) => [route.action, route.endpoint, at] as const))(
    'is refused by %s',
    async (_action, endpoint, at) => {
      const names = Object.keys(endpoint.input.shape).filter(
        (name) => !pathParams(endpoint.path).includes(name),
      );
      // Every value in every field at once: no schema accepts them all, and each field is checked.
      const wrong = canBeEmptied(endpoint, names) ? values.filter((value) => value !== 'null') : values;
      const filled =
        names.length < 2 ? [] : wrong.map((value) => `{${names.map((name) => `"${name}":${value}`).join()}}`);
      for (const payload of someFor(at, [...bodies, ...filled])) {
        const answer = await owner.inject({
          method: endpoint.method,
          url: urlOf(endpoint),
          headers: { ...json, ...(endpoint.versioned ? { 'if-match': '1' } : {}) },
          payload,
        });
        expect([payload.slice(0, 80), faultOf(answer)]).toEqual([payload.slice(0, 80), null]);
      }
      expect(({} as Record<string, unknown>).admin).toBeUndefined();
    },
  );
});

describe('a malformed address', () => {
  const queries = [
    'q=%00',
    'q=%ED%A0%80',
    'q=%E2%80%AE',
    'q=%',
    'q=a&q=b',
    'q[]=a',
    'q[a]=b',
    '__proto__[admin]=1',
    'constructor[prototype][admin]=1',
    'filter[__proto__]=1',
    'filter[constructor]=1',
    'pageSize=1e309',
    'pageSize=-0',
    'pageSize=9007199254740993',
    'pageSize=20&pageSize=20',
    'pageSize=%20',
    'pageSize=0x10',
    'sort=name&sort=-name',
    'sort=name;drop',
    'cursor=%00',
    'cursor=bnVsbA',
    'cursor=W10',
    'cursor=eyJkaXJlY3Rpb24iOiJhZnRlciIsInZhbHVlcyI6W119',
  ];
  const lists = routes.filter(
    ({ endpoint: { input, path } }) => 'cursor' in input.shape && !path.endsWith('/total'),
  );

  it.each(lists.map((route, at) => [route.action, route.endpoint, at] as const))(
    'is answered by %s without failing',
    async (_action, endpoint, at) => {
      for (const query of someFor(at, queries)) {
        const answer = await owner.inject({ url: `${urlOf(endpoint)}?${query}` });
        const fault = answer.statusCode === 200 ? null : faultOf(answer);
        expect([query, fault]).toEqual([query, null]);
      }
      expect(({} as Record<string, unknown>).admin).toBeUndefined();
    },
  );

  it.each([
    '%',
    '%zz',
    '%00',
    '%2e%2e%2f',
    'x'.repeat(300),
    '..%2f..%2fetc',
    '%ED%A0%80',
    "'",
    '%F0%9F%92%A9',
  ])('of no record is not found: %s', async (id) => {
    const answer = await owner.inject({ url: `${apiBase}/services/${id}` });
    expect([answer.statusCode, faultOf(answer)]).toEqual([404, null]);
  });
});

const line = () => ({ description: 'x', qty: '1', unitPrice: '1', taxCodeId: uuidv7() });
const invoice = (lines: number) => ({
  entityId: uuidv7(),
  clientId: uuidv7(),
  issueDate: '2026-01-01',
  dueDate: '2026-01-01',
  currency: 'EUR',
  docLocale: 'en',
  lines: Array.from({ length: lines }, line),
});
const post = (path: string, payload: object | string) =>
  owner.inject({ method: 'POST', url: apiBase + path, headers: json, payload });

// docs/rules.md#malformed-input; the bench measures how quickly
describe('one more than the limit', () => {
  it('of a body is refused', async () => {
    const answer = await post('/services', `{"name":"${'x'.repeat(1_048_576)}"}`);
    expect(answer.statusCode).toBe(413);
  });

  it('of lines is refused on the field', async () => {
    const refused = (await post('/invoices', invoice(101))).json<Refused>();
    expect(refused.errors).toEqual({ lines: [{ code: 'TOO_MANY', params: { maximum: 100 } }] });
    expect((await post('/invoices', invoice(100))).json<Refused>().errors.lines).toBeUndefined();
  });

  it.each([
    ['a page', 'pageSize=101'],
    ['a search', `q=${'x'.repeat(201)}`],
    ['a long search', `q=${'x'.repeat(10_000)}`],
    ['a place to read on from', `cursor=${'x'.repeat(1_001)}`],
  ])('of %s is refused', async (_what, query) => {
    const answer = await owner.inject({ url: `${apiBase}/invoices?${query}` });
    expect([answer.statusCode, faultOf(answer)]).toEqual([400, null]);
  });

  it('of a search is refused before the search, and a text within the limit finds by its letters', async () => {
    for (const q of [
      '%'.repeat(200),
      '_'.repeat(200),
      '\\'.repeat(200),
      '('.repeat(200),
      '(a+)+$'.repeat(30),
      'x '.repeat(100),
    ]) {
      const answer = await owner.inject({ url: `${apiBase}/clients?q=${encodeURIComponent(q)}` });
      expect([q.slice(0, 10), answer.statusCode]).toEqual([q.slice(0, 10), 200]);
      expect(answer.json<{ data: { rows: unknown[] } }>().data.rows).toEqual([]);
    }
    const huge = await owner.inject({ url: `${apiBase}/clients?q=${'x'.repeat(50_000)}` });
    expect([huge.statusCode, faultOf(huge)]).toEqual([400, null]);
  });
});
