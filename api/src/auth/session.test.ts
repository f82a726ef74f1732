import { createHash } from 'node:crypto';
import { notifications } from '@daybook/contracts/notifications';
import { services } from '@daybook/contracts/settings/services/services';
import { session } from '@daybook/contracts/auth/session';
import { apiBase } from '@daybook/contracts/endpoint';
import { permissions } from '@daybook/contracts/permissions';
import { password, registered } from '../../test/fixtures/registered.ts';
import { callerOf, startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { makeSetupCode } from './first-user.ts';
import { needsRehash } from './passwords.ts';

let api: TestApi;
let nobody: Caller;

beforeEach(async () => {
  api = await startTestApi();
  nobody = callerOf(api.app, '', '');
});
afterEach(() => api.stop());

const signIn = async (email: string, phrase = password) =>
  callerOf(api.app, '', (await nobody.call(session.login, { email, password: phrase })).token);

/** Moves the opening and the last use of the session into the past. */
const age = (created: string, seen: string) =>
  api.ownerPool.query(
    'update session set created_at = now() - $1::interval, last_seen_at = now() - $2::interval',
    [created, seen],
  );

describe('signing in', () => {
  it('answers a token that identifies the person and their permissions', async () => {
    const { email } = await registered(api);
    const me = await (await signIn(email.toUpperCase())).call(session.me, {});
    expect(me).toMatchObject({ email, userType: 'manager', scope: 'department', permVersion: 1 });
    expect(me.roles).toEqual(expect.arrayContaining(['enquiries', 'tasks', 'invoices.add']));
    expect(me.halfCheckedRoles).toContain('invoices');
  });

  it('leaves nothing in the database with which somebody could sign in', async () => {
    const { email } = await registered(api);
    const { token } = await nobody.call(session.login, { email, password });
    const { rows: tables } = await api.ownerPool.query<{ name: string }>(
      `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
    );
    const dump = `select string_agg(row, '') as text from (${tables
      .map(({ name }) => `select t::text as row from ${name} t`)
      .join(' union all ')}) as rows`;
    const { rows } = await api.ownerPool.query<{ text: string }>(dump);
    const [{ text } = { text: '' }] = rows;
    expect(text).toContain(createHash('sha256').update(token).digest('hex'));
    expect(text).not.toContain(token);
    expect(text).not.toContain(password);
  });

  it('is refused in the same words for a wrong password, an unknown address, a client and a person who left', async () => {
    const { email, id } = await registered(api);
    const client = await registered(api, { userType: 'client' });
    const answers = [
      await nobody.refused(session.login, { email, password: 'wrong' }),
      await nobody.refused(session.login, { email: 'nobody@daybook.test', password }),
      await nobody.refused(session.login, { email: client.email, password }),
    ];
    await api.db.updateTable('appUser').set({ status: 'deactivated' }).where('id', '=', id).execute();
    answers.push(await nobody.refused(session.login, { email, password }));
    for (const { traceId: _traceId, ...answer } of answers) {
      expect(answer).toEqual({
        httpStatus: 401,
        status: false,
        code: 'AUTH_INVALID',
        message: 'The e-mail address or the password is wrong.',
        errors: {},
      });
    }
  });

  it('is refused in the caller’s language', async () => {
    const refused = await nobody.refused(
      session.login,
      { email: 'a@b.test', password },
      { headers: { 'accept-language': 'de, ja;q=0.8, fr;q=0.5' } },
    );
    expect(refused.message).toBe('メールアドレスまたはパスワードが正しくありません。');
  });

  it('stores no password and no token in the database', async () => {
    const phrases = ['naïve café 東京 ☃ — twelve', 'x'.repeat(64)];
    for (const phrase of phrases) {
      const { email } = await registered(api, { userType: 'manager' }, phrase);
      const caller = await signIn(email, phrase);
      const { rows } = await api.ownerPool.query<{ row: string }>(
        'select t::text as row from app_user t union all select t::text from session t',
      );
      const dump = rows.map(({ row }) => row).join('\n');
      expect(dump).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
      expect(dump).not.toContain(phrase);
      expect(dump).not.toContain(caller.token);
      expect(dump).not.toContain(Buffer.from(caller.token, 'base64url').toString('hex'));
    }
  });

  it('replaces a hash that was computed with other settings', async () => {
    const { email, id } = await registered(api);
    const { hash } = await import('@node-rs/argon2');
    const weaker = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    expect(needsRehash(weaker)).toBe(true);
    await api.db.updateTable('appUser').set({ passwordHash: weaker }).where('id', '=', id).execute();
    await signIn(email);
    const row = await api.db
      .selectFrom('appUser')
      .select('passwordHash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(needsRehash(row.passwordHash ?? '')).toBe(false);
  });
});

describe('a session', () => {
  it('ends after an idle hour, and twelve hours after sign-in', async () => {
    const caller = await signIn((await registered(api)).email);
    const refused = { httpStatus: 401, code: 'TOKEN_EXPIRED' };
    await age('2 hours', '59 minutes');
    await caller.call(session.me, {});
    await age('2 hours', '61 minutes');
    expect(await caller.refused(session.me, {})).toMatchObject(refused);
    await age('11 hours 59 minutes', '1 minute');
    await caller.call(session.me, {});
    await age('12 hours 1 minute', '1 second');
    expect(await caller.refused(session.me, {})).toMatchObject(refused);
  });

  it('ends with signing out, and the person’s other sessions do not', async () => {
    const { email } = await registered(api);
    const [here, there] = [await signIn(email), await signIn(email)];
    expect(here.token).not.toBe(there.token);
    await here.call(session.logout, {});
    expect(await here.refused(session.me, {})).toMatchObject({ httpStatus: 401 });
    await there.call(session.me, {});
  });

  it('follows a change of rights with the next request', async () => {
    const { email, id } = await registered(api);
    const caller = await signIn(email);
    expect(await caller.refused(services.list, {})).toMatchObject({ httpStatus: 403 });
    await api.db.insertInto('userGrant').values({ userId: id, key: 'services' }).execute();
    await caller.call(services.list, {});
    await api.db.updateTable('appUser').set({ status: 'deactivated' }).where('id', '=', id).execute();
    expect(await caller.refused(services.list, {})).toMatchObject({ httpStatus: 401 });
  });
});

describe('an open tab', () => {
  it('does not prolong its session by polling', async () => {
    const caller = await signIn((await registered(api)).email);
    const lastSeen = async () =>
      (await api.ownerPool.query<{ seen: string }>('select max(last_seen_at)::text as seen from session'))
        .rows[0]?.seen;
    await age('2 hours', '59 minutes');
    const before = await lastSeen();
    await caller.call(notifications.unread, {});
    expect(await lastSeen()).toBe(before);
    await caller.call(session.me, {});
    expect(await lastSeen()).not.toBe(before);
  });
});

describe('the first person', () => {
  const first = { name: 'Ada Partner', email: 'ada@firm.test', password };

  it('gets in once, by the code on the console', async () => {
    expect(await nobody.call(session.setupState, {})).toMatchObject({ needed: true });
    const code = (await makeSetupCode(api.db)) ?? '';
    expect(await nobody.refused(session.setup, { ...first, code: 'WRONG' })).toMatchObject({
      httpStatus: 403,
      code: 'SETUP_TOKEN_INVALID',
    });
    const answers = await Promise.all(
      [1, 2, 3].map((n) =>
        nobody.inject({
          method: 'POST',
          url: `${apiBase}/auth/setup`,
          payload: { ...first, email: `ada${n}@firm.test`, code: code.toLowerCase() },
        }),
      ),
    );
    // The next person finds the code used; a later one finds the installation set up.
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 403 || status === 409)).toHaveLength(2);
    expect(await nobody.call(session.setupState, {})).toMatchObject({ needed: false });
    expect(await nobody.refused(session.setup, { ...first, code })).toMatchObject({
      httpStatus: 409,
      code: 'ALREADY_SET_UP',
    });
    expect(await makeSetupCode(api.db)).toBeNull();
    const token =
      answers.find(({ statusCode }) => statusCode === 200)?.json<{ data: { token: string } }>().data.token ??
      '';
    expect(await callerOf(api.app, '', token).call(session.me, {})).toMatchObject({
      userType: 'super_admin',
      roles: expect.arrayContaining([...permissions]),
    });
  });

  it('gets in only within half an hour, and with a password that is not common', async () => {
    const code = (await makeSetupCode(api.db)) ?? '';
    for (const weak of [
      'short',
      'password1234',
      'daybook-daybook',
      'ada@firm.test',
      '111111111111',
      'Ada Partner 1',
    ]) {
      const refused = await nobody.refused(session.setup, { ...first, password: weak, code });
      expect({ weak, fields: Object.keys(refused.errors) }).toEqual({ weak, fields: ['password'] });
    }
    await api.ownerPool.query(`update setup_code set expires_at = now() - interval '1 second'`);
    expect(await nobody.refused(session.setup, { ...first, code })).toMatchObject({
      code: 'SETUP_TOKEN_INVALID',
    });
  });

  it('does not exist by default: no usual pair of name and password opens a new installation', async () => {
    const names = [
      'admin',
      'root',
      'owner',
      'demo',
      'daybook',
      'test',
      'superadmin',
      'super_admin',
      'user',
      'info',
    ];
    for (const name of names) {
      for (const phrase of ['admin', 'password', 'daybook', '123456', name]) {
        expect(
          await nobody.refused(session.login, { email: `${name}@daybook.test`, password: phrase }),
        ).toMatchObject({ httpStatus: 401 });
        await api.ownerPool.query('delete from sign_in_delay');
      }
    }
  });
});
