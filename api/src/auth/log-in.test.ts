import * as argon2 from '@node-rs/argon2';
import type { InjectOptions } from 'fastify';
import { account } from '@daybook/contracts/auth/account';
import { apiBase } from '@daybook/contracts/endpoint';
import { password, registered, startOtherServer } from '../../test/fixtures/registered.ts';
import { eventually } from '../../test/installation.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Refused, TestApi } from '../../test/test-api.ts';
import { addressSubject } from './sign-in-delays.ts';

// The real function, spied on to count the comparisons.
jest.mock('@node-rs/argon2', () => {
  const actual = jest.requireActual<typeof argon2>('@node-rs/argon2');
  return { ...actual, verify: jest.fn(actual.verify) };
});
const compared = jest.mocked(argon2.verify);

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi();
});
afterEach(() => api.stop());

const login = async (email: string, phrase: string, more: InjectOptions = {}, app = api.app) => {
  const answer = await app.inject({
    method: 'POST',
    url: `${apiBase}/auth/login`,
    payload: { email, password: phrase },
    ...more,
  });
  return { status: answer.statusCode, answer, body: answer.json<Refused>() };
};

/** Moves every delay into the past by that much. */
const later = (interval: string) =>
  api.ownerPool.query(
    'update sign_in_delay set until = until - $1::interval, last_failed_at = last_failed_at - $1::interval',
    [interval],
  );

/** Wrong attempts, each as soon as its delay is over. */
async function failed(email: string, times: number, more: InjectOptions = {}): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    if (n > 0) await later('16 minutes');
    expect(await login(email, 'wrong', more)).toMatchObject({ status: 401 });
  }
}

/** The answers to seven attempts, and how often a hash was compared. */
async function tried(address: string, phrase: string) {
  const answers = [];
  const before = compared.mock.calls.length;
  for (let n = 0; n < 7; n += 1) {
    const { status, answer, body } = await login(address, phrase);
    if (n < 4) await later('1 minute');
    const { traceId: _traceId, params: _params, ...told } = body;
    answers.push({ status, told, hasToWait: 'retry-after' in answer.headers });
  }
  return { answers, hashes: compared.mock.calls.length - before };
}

describe('a wrong password', () => {
  it('delays the next attempt: a second after the third, then longer, fifteen minutes from the fifth on', async () => {
    const waits: [number, number][] = [];
    for (const failures of [2, 3, 4, 5, 9]) {
      await failed((await registered(api)).email, failures);
      const { rows } = await api.ownerPool.query<{ seconds: number }>(
        `delete from sign_in_delay
         returning case when subject like 'account %' then extract(epoch from until - last_failed_at)::int else 0 end as seconds`,
      );
      waits.push([failures, Math.max(...rows.map(({ seconds }) => seconds))]);
    }
    expect(waits).toEqual([
      [2, 0],
      [3, 1],
      [4, 30],
      [5, 900],
      [9, 900],
    ]);
  });

  it('says how long to wait', async () => {
    const { email } = await registered(api);
    await failed(email, 5);
    const { status, answer, body } = await login(email, password);
    const seconds = Number(answer.headers['retry-after']);
    expect({ status, body }).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED', params: { seconds } },
    });
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(900);
    await later('15 minutes');
    expect(await login(email, password)).toMatchObject({ status: 200 });
  });

  it('is forgotten after the right one, and after a day', async () => {
    const { email } = await registered(api);
    await failed(email, 2);
    expect(await login(email, password)).toMatchObject({ status: 200 });
    await failed(email, 2);
    await later('25 hours');
    await failed(email, 2);
    expect(await login(email, password)).toMatchObject({ status: 200 });
  });

  it('delays an unknown account in the same way and the same words, and is compared with a hash too', async () => {
    const { email } = await registered(api);
    const client = await registered(api, { userType: 'client', keys: [] });
    const known = await tried(email, 'wrong');
    expect(known.answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(known.hashes).toBe(5);
    expect(await tried('nobody@daybook.test', 'wrong')).toEqual(known);
    // docs/rules.md#client-logins
    expect(await tried(client.email, password)).toEqual(known);
  });

  it('is in the history of the person, and a delay at most once a minute', async () => {
    const { email, ...person } = await registered(api);
    await failed(email, 5);
    for (let n = 0; n < 4; n += 1) await login(email, 'wrong');
    await later('1 hour');
    await login(email, password, { headers: { 'user-agent': 'Browser 1' }, remoteAddress: '192.0.2.7' });
    const { rows } = await person.call(account.signIns, {});
    expect(rows.map(({ outcome }) => outcome)).toEqual([
      'signed_in',
      'delayed',
      ...Array<string>(5).fill('wrong_password'),
    ]);
    expect(rows[0]).toMatchObject({ userAgent: 'Browser 1', address: '192.0.2.7' });
  });
});

describe('two hundred attempts from twenty sockets at two servers', () => {
  // docs/rules.md#delays-after-wrong-passwords
  it('lead to ten comparisons at most, whatever IP address they claim, and do not lock out a known browser', async () => {
    const other = await startOtherServer(api);
    try {
      const { email } = await registered(api);
      const first = await login(email, password);
      const [device = ''] = String(first.answer.headers['set-cookie']).split(';');
      expect(first.answer.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Strict$/);
      const before = compared.mock.calls.length;
      const answers: Awaited<ReturnType<typeof login>>[] = [];
      const socket = async (n: number) => {
        for (let turn = 0; turn < 10; turn += 1) {
          const headers = { 'x-forwarded-for': `198.51.100.${n * 10 + turn}` };
          answers.push(await login(email, 'wrong', { headers }, n % 2 === 0 ? api.app : other.app));
        }
      };
      await Promise.all(Array.from({ length: 20 }, (_, n) => socket(n)));
      const checked = compared.mock.calls.length - before;
      expect(checked).toBeGreaterThan(0);
      expect(checked).toBeLessThanOrEqual(10);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(200 - checked);
      expect(refused.every(({ answer }) => Number(answer.headers['retry-after']) >= 1)).toBe(true);

      // On a slow machine the delay after a few wrong attempts may end before the test checks it.
      await later('-1 hour');
      const headers = { cookie: device };
      expect(await login(email, password, { headers: { cookie: `${device}x` } })).toMatchObject({
        status: 429,
      });
      expect(await login(email, password, { headers }, other.app)).toMatchObject({ status: 200 });
      expect(await login(email, password)).toMatchObject({ status: 429 });
      // Its own wrong attempts delay it too.
      await failed(email, 5, { headers });
      expect(await login(email, password, { headers })).toMatchObject({ status: 429 });
    } finally {
      await other.stop();
    }
  });

  it('all get in when the password is right', async () => {
    const other = await startOtherServer(api);
    try {
      const { email } = await registered(api);
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, n) => login(email, password, {}, n % 2 === 0 ? api.app : other.app)),
      );
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    } finally {
      await other.stop();
    }
  });
});

describe('a password that changes while the old one is compared', () => {
  it('leaves no session that the old one opened', async () => {
    const { email, id } = await registered(api);
    const change = await api.ownerPool.connect();
    try {
      await change.query('begin');
      await change.query(`update app_user set password_hash = 'another' where id = $1`, [id]);
      const late = login(email, password);
      await eventually(async () => {
        const { rows } = await api.appPool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rows).not.toEqual([]);
      });
      await change.query('commit');
      expect(await late).toMatchObject({ status: 401, body: { code: 'AUTH_INVALID' } });
    } finally {
      change.release();
    }
    const { rows } = await api.ownerPool.query(
      `select from session where user_agent is distinct from 'test'`,
    );
    expect(rows).toEqual([]);
  });
});

describe('an address', () => {
  it('waits after twenty wrong attempts at any accounts, and another one does not', async () => {
    const { email } = await registered(api);
    for (let n = 0; n < 20; n += 1) {
      const remoteAddress = '192.0.2.1';
      expect(await login(`someone.${n}@daybook.test`, 'wrong', { remoteAddress })).toMatchObject({
        status: 401,
      });
    }
    // The delay of a second must not end before the next line, however slow the machine is.
    await later('-1 hour');
    expect(await login(email, password, { remoteAddress: '192.0.2.1' })).toMatchObject({ status: 429 });
    expect(await login(email, password, { remoteAddress: '192.0.2.2' })).toMatchObject({ status: 200 });
  });

  it('is the one that a trusted proxy names, and never one that the caller claims', async () => {
    const behindProxy = await startOtherServer(api, { TRUST_PROXY: true });
    try {
      for (let n = 0; n < 3; n += 1) {
        const headers = { 'x-forwarded-for': `10.0.0.${n}, 192.0.2.9` };
        await login(`someone.${n}@daybook.test`, 'wrong', { headers }, behindProxy.app);
      }
      const { rows } = await api.ownerPool.query(
        `select distinct address from sign_in union all select subject from sign_in_delay where subject like 'address%'`,
      );
      expect(rows).toEqual([{ address: '192.0.2.9' }, { address: 'address 192.0.2.9' }]);
    } finally {
      await behindProxy.stop();
    }
  });

  it('counts as its whole network when it is of version 6', () => {
    const same = ['2001:db8:0:1::1', '2001:DB8:0000:1:ffff:1:2:3', '2001:db8::1:0:0:0:9'];
    expect(new Set(same.map(addressSubject))).toEqual(new Set(['address 2001:db8:0:1']));
    expect(addressSubject('2001:db8:0:2::1')).toBe('address 2001:db8:0:2');
    expect(addressSubject('::1')).toBe('address 0:0:0:0');
    expect(addressSubject('::ffff:192.0.2.1')).toBe(addressSubject('192.0.2.1'));
  });
});
