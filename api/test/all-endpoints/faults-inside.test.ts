import { sql } from 'kysely';
import { z } from 'zod';
import { apiBase, endpoint } from '@daybook/contracts/endpoint';
import { Refusal, refusals } from '@daybook/contracts/refusals';
import type { Db } from '../../src/db/database.ts';
import { implement } from '../../src/http/implement.ts';
import { startTestApi } from '../test-api.ts';
import type { Refused, TestApi } from '../test-api.ts';

const secret = 'marker';

const statements = [
  `select ${secret} from nowhere`,
  `select ${secret} from service`,
  `selec '${secret}'`,
  `select 1 / 0 as ${secret}`,
  `select '${secret}'::int`,
  `select '${secret}'::uuid`,
  `select '${secret}'::date`,
  `select '${secret}'::jsonb`,
  `select 999999999999::int as ${secret}`,
  `select ${secret}()`,
  `insert into department (id, name) values (null, '${secret}')`,
  `insert into department (id, name) values (gen_random_uuid(), null) -- ${secret}`,
  `insert into service (id, name, tax_code_id) values (gen_random_uuid(), '${secret}', gen_random_uuid())`,
  `update invoice_state set outstanding = 1 where '${secret}' = '${secret}'; raise`,
  `delete from journal_line -- ${secret}`,
  `alter table invoice rename to ${secret}`,
  `create table ${secret} (id int)`,
  `do $$ begin raise exception 'marker at /srv/api/src/main.ts:1:1'; end $$`,
  `do $$ begin raise exception 'marker' using errcode = '23514'; end $$`,
  `do $$ begin raise exception 'marker' using errcode = '23505', detail = 'Key (email)=(marker)'; end $$`,
  `do $$ begin raise exception 'marker' using errcode = '40001'; end $$`,
  `do $$ begin raise exception 'marker' using errcode = '57014'; end $$`,
  `do $$ begin raise exception 'marker' using errcode = '53300'; end $$`,
  `do $$ begin raise exception 'marker' using errcode = 'XX000'; end $$`,
  `select pg_read_file('/etc/${secret}')`,
];

const systemError = (code: string) =>
  Object.assign(new Error(`${secret}: ${code} /var/lib/marker`), {
    code,
    errno: -2,
    path: '/var/lib/marker',
  });

/** Errors thrown inside a handler, of the kinds that code throws. */
const thrown: (() => unknown)[] = [
  () => new Error(secret),
  () => new TypeError(`Cannot read properties of undefined (reading '${secret}')`),
  () => new RangeError(secret),
  () => new SyntaxError(`Unexpected token ${secret} in JSON`),
  () => new URIError(secret),
  () => new AggregateError([new Error(secret)], secret),
  () => secret,
  () => 42,
  () => ({ message: secret, stack: secret, code: secret }),
  () => ({ statusCode: 200, message: secret }),
  () => Object.assign(new Error(secret), { statusCode: 418, expose: true, headers: { 'x-marker': secret } }),
  () => z.object({ marker: z.int() }).safeParse({ marker: secret }).error,
  ...['ENOENT', 'EACCES', 'ECONNREFUSED', 'ECONNRESET', 'ENOSPC', 'EMFILE', 'ETIMEDOUT'].map(
    (code) => () => systemError(code),
  ),
  () => new Error('fails', { cause: new Error(secret) }),
  () => new Refusal('INTERNAL', { secret }),
  () => new Refusal('REPLY_INVALID', { issues: [{ message: secret }] }),
];

const faults: ((db: Db) => Promise<unknown>)[] = [
  ...statements.map((statement) => (db: Db) => sql.raw(statement).execute(db)),
  ...thrown.map((make) => () => Promise.reject(make())),
];

const input = z.object({ fault: z.coerce.number().int() });
// An output that the reply violates, and an input that chooses the fault.
const output = z.object({ marker: z.int() });
const broken = {
  read: endpoint({ method: 'GET', path: '/broken', allow: 'public', input, output }),
  write: endpoint({ method: 'POST', path: '/broken', allow: 'public', input, output }),
};
const fail = async ({ db, input: { fault } }: { db: Db; input: { fault: number } }) => {
  await faults[fault]?.(db);
  return { marker: secret } as never;
};

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi(implement('broken', broken)({ read: fail, write: fail }));
});
afterAll(() => api.stop());

// docs/rules.md#errors-tell-nothing-of-the-inside
it.each(['GET', 'POST'] as const)('an internal error reveals nothing of the inside: %s', async (method) => {
  for (let fault = 0; fault <= faults.length; fault += 1) {
    const answer = await api.app.inject(
      method === 'GET'
        ? { url: `${apiBase}/broken?fault=${fault}` }
        : { method, url: `${apiBase}/broken`, payload: { fault } },
    );
    const told = `${JSON.stringify(answer.headers)} ${answer.body}`;
    const name = `${fault} ${statements[fault] ?? ''}`;
    expect([name, told]).toEqual([
      name,
      expect.not.stringMatching(
        /marker|select |insert |\/src\/|\/var\/|node_modules|\bat .+:\d+|postgres|errno/i,
      ),
    ]);
    const { status, code, traceId } = answer.json<Refused>();
    expect([name, status, refusals[code], traceId]).toEqual([
      name,
      false,
      answer.statusCode,
      answer.headers['x-request-id'],
    ]);
  }
});
