import { account } from '@daybook/contracts/auth/account';
import { session } from '@daybook/contracts/auth/session';
import type { UserType } from '@daybook/contracts/permissions';
import { security } from '@daybook/contracts/settings/security/security';
import { password, registered, startOtherServer } from '../../test/fixtures/registered.ts';
import { callerOf, startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { codeOf, wrongCodeOf } from '../../test/totp-codes.ts';
import { clockStandsAt } from '../../test/wall-clock.ts';

const SECRET_KEY = Buffer.alloc(32, 3);

let api: TestApi;
let nobody: Caller;

beforeEach(async () => {
  // The clock stands still, so that no step of 30 seconds ends between a code and its use.
  clockStandsAt(new Date());
  api = await startTestApi(undefined, { SECRET_KEY });
  nobody = callerOf(api.app, '', '');
});
afterEach(async () => {
  await api.stop();
  jest.useRealTimers();
});

const asked = { httpStatus: 401, code: 'AUTH_OTP_REQUIRED' };

/** Ends every delay. */
const waited = () =>
  api.ownerPool.query(`update sign_in_delay set until = now() - interval '1 second' where until > now()`);

/** Sets up two factors with the previous code, so that the current one can still be used. */
async function enrol(caller: Caller): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await caller.call(account.beginTotp, { password });
  const { recoveryCodes } = await caller.call(account.confirmTotp, { otp: codeOf(secret, -1) });
  return { secret, recoveryCodes };
}

/** Requires two factors of these user types; the rest of the security settings stays. */
async function requireOf(owner: Caller, totpRequired: UserType[]): Promise<void> {
  const { version, yourAddress: _yours, ...others } = await owner.call(security.open, {});
  await owner.call(security.save, { ...others, totpRequired }, { version });
}

describe('two factors', () => {
  it('take effect once a code is confirmed, and then the password alone opens nothing', async () => {
    const { email, ...person } = await registered(api);
    const { secret, uri } = await person.call(account.beginTotp, { password });
    expect(uri).toMatch(/^otpauth:\/\/totp\/Daybook:/);
    await nobody.call(session.login, { email, password });
    expect(await person.refused(account.confirmTotp, { otp: wrongCodeOf(secret) })).toMatchObject({
      code: 'OTP_WRONG',
      errors: { otp: [{ code: 'OTP_WRONG' }] },
    });
    const otp = codeOf(secret, -1);
    const { recoveryCodes } = await person.call(account.confirmTotp, { otp });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await person.call(account.open, {})).toMatchObject({ hasTotp: true, recoveryLeft: 10 });
    const refused = await nobody.refused(session.login, { email, password });
    expect(refused).toMatchObject({ ...asked, errors: {} });
    expect(refused.data).toBeUndefined();
    expect(await nobody.refused(session.login, { email, password: 'wrong', otp })).toMatchObject({
      code: 'AUTH_INVALID',
    });
    const grouped = codeOf(secret).replace(/^(...)/, '$1 ');
    await nobody.call(session.login, { email, password, otp: grouped });
  });

  // docs/rules.md#two-factors
  it('accept each code once, also when it comes twice at once at two servers', async () => {
    const { email, ...person } = await registered(api);
    const { secret } = await enrol(person);
    const other = await startOtherServer(api, { SECRET_KEY });
    try {
      const there = other.as(nobody);
      const [otp, next] = [codeOf(secret), codeOf(secret, 1)];
      const tries = await Promise.allSettled(
        [nobody, there, nobody, there].map((caller) => caller.call(session.login, { email, password, otp })),
      );
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await waited();
      expect(await there.refused(session.login, { email, password, otp })).toMatchObject({
        ...asked,
        errors: { otp: [{ code: 'OTP_WRONG' }] },
      });
      await waited();
      await there.call(session.login, { email, password, otp: next });
      // A code of an earlier step than the last used one is refused too.
      expect(await there.refused(session.login, { email, password, otp })).toMatchObject(asked);
    } finally {
      await other.stop();
    }
  });

  it('accept the code of the step before and after, and no other', async () => {
    const { email, ...person } = await registered(api);
    const { secret } = await enrol(person);
    jest.setSystemTime(Date.now() + 10 * 30_000);
    for (const steps of [-2, 2]) {
      expect(
        await nobody.refused(session.login, { email, password, otp: codeOf(secret, steps) }),
      ).toMatchObject(asked);
    }
    for (const steps of [-1, 0, 1]) {
      await nobody.call(session.login, { email, password, otp: codeOf(secret, steps) });
    }
  });

  it('allow five wrong codes, however often the password alone is sent in between', async () => {
    const { email, ...person } = await registered(api);
    const { secret } = await enrol(person);
    const otp = wrongCodeOf(secret);
    for (let n = 0; n < 5; n += 1) {
      expect(await nobody.refused(session.login, { email, password })).toMatchObject({
        ...asked,
        errors: {},
      });
      expect(await nobody.refused(session.login, { email, password, otp })).toMatchObject({
        ...asked,
        errors: { otp: [{ code: 'OTP_WRONG' }] },
      });
      if (n < 4) await waited();
    }
    expect(await nobody.refused(session.login, { email, password, otp })).toMatchObject({ httpStatus: 429 });
    const right = { email, password, otp: codeOf(secret) };
    expect(await nobody.refused(session.login, right)).toMatchObject({ httpStatus: 429 });
    const { rows } = await person.call(account.signIns, {});
    expect(rows.filter(({ outcome }) => outcome === 'wrong_code')).toHaveLength(5);
    await waited();
    await nobody.call(session.login, right);
  });

  it('have ten recovery codes for people who lost the app, each valid once however it is typed', async () => {
    const { email, ...person } = await registered(api);
    const { recoveryCodes } = await enrol(person);
    const [first = '', second = ''] = recoveryCodes;
    await nobody.call(session.login, { email, password, recovery: first.toLowerCase().replaceAll('-', ' ') });
    expect(await nobody.refused(session.login, { email, password, recovery: first })).toMatchObject({
      ...asked,
      errors: { recovery: [{ code: 'OTP_WRONG' }] },
    });
    await nobody.call(session.login, { email, password, recovery: second });
    expect(await person.call(account.open, {})).toMatchObject({ recoveryLeft: 8 });
  });

  it('are readable neither in the database nor in the audit log, which records that they were set up', async () => {
    const { email: _email, ...person } = await registered(api);
    const { secret, recoveryCodes } = await enrol(person);
    const { Secret } = await import('otpauth');
    const hex = Buffer.from(Secret.fromBase32(secret).buffer).toString('hex');
    const { rows } = await api.ownerPool.query<{ row: string }>(
      `select t::text as row from app_user t union all select t::text from recovery_code t
       union all select t::text from audit_event t union all select t::text from idempotency_key t`,
    );
    const dump = rows.map(({ row }) => row).join('\n');
    for (const told of [secret, hex, ...recoveryCodes, password]) expect(dump).not.toContain(told);
    const { rows: trail } = await api.ownerPool.query<{ actor_id: string; body: object }>(
      `select actor_id, body from audit_event where action = 'auth.confirmTotp'`,
    );
    expect(trail).toEqual([
      { actor_id: person.id, body: { before: { has_totp: false }, after: { has_totp: true } } },
    ]);
  });

  it('can be turned off with the password and a code, unless the firm requires them', async () => {
    const { email, ...person } = await registered(api);
    const { secret } = await enrol(person);
    const owner = await api.as({ userType: 'super_admin' });
    await requireOf(owner, ['manager']);
    expect(await person.refused(account.endTotp, { password })).toMatchObject({ code: 'TOTP_ENFORCED' });
    await requireOf(owner, []);
    expect(await person.refused(account.endTotp, { password: 'wrong' })).toMatchObject({
      code: 'PASSWORD_WRONG',
      errors: { password: [{ code: 'PASSWORD_WRONG' }] },
    });
    expect(await person.refused(account.endTotp, { password })).toMatchObject({
      errors: { code: [{ code: 'REQUIRED' }] },
    });
    await waited();
    for (const code of [wrongCodeOf(secret), 'AAAA-BBBB-CCCC'])
      expect(await person.refused(account.endTotp, { password, code })).toMatchObject({
        code: 'OTP_WRONG',
        errors: { code: [{ code: 'OTP_WRONG' }] },
      });
    await waited();
    await person.call(account.endTotp, { password, code: codeOf(secret) });
    expect(await person.call(account.open, {})).toMatchObject({ hasTotp: false, recoveryLeft: 0 });
    await nobody.call(session.login, { email, password });
  });

  it('are not replaced with the password alone, but with a code or a recovery code', async () => {
    const person = await registered(api);
    const { recoveryCodes } = await enrol(person);
    const [code = ''] = recoveryCodes;
    expect(await person.refused(account.beginTotp, { password })).toMatchObject({
      errors: { code: [{ code: 'REQUIRED' }] },
    });
    const { secret } = await person.call(account.beginTotp, { password, code });
    expect(await person.refused(account.beginTotp, { password, code })).toMatchObject({ code: 'OTP_WRONG' });
    await person.call(account.confirmTotp, { otp: codeOf(secret, -1) });
    await person.call(account.beginTotp, { password, code: codeOf(secret) });
  });

  it('let nobody who knows the password guess the code', async () => {
    const person = await registered(api);
    const { secret } = await enrol(person);
    let tries = 0;
    for (let status = 0; status !== 429 && tries < 20; tries += 1)
      status = (await person.refused(account.endTotp, { password, code: wrongCodeOf(secret) })).httpStatus;
    expect(tries).toBeLessThanOrEqual(6);
    expect(await person.refused(account.endTotp, { password, code: codeOf(secret) })).toMatchObject({
      httpStatus: 429,
    });
  });
});

describe('a required step', () => {
  const open = [session.me, account.open] as const;

  it('to set up two factors blocks everything else in a session, from the next request on', async () => {
    const { email, ...person } = await registered(api);
    const owner = await api.as({ userType: 'super_admin' });
    await requireOf(owner, ['manager', 'crm', 'manager']);
    expect((await owner.call(security.open, {})).totpRequired).toEqual(['crm', 'manager']);
    expect(await person.refused(account.sessions, {})).toMatchObject({
      httpStatus: 403,
      code: 'TOTP_ENROL_REQUIRED',
    });
    for (const endpoint of open) await person.call(endpoint, {});
    const { token } = await nobody.call(session.login, { email, password });
    const caller = callerOf(api.app, person.id, token);
    expect(await caller.call(session.me, {})).toMatchObject({ must: 'enrol_totp' });
    await enrol(caller);
    expect(await caller.call(session.me, {})).toMatchObject({ must: null });
    await caller.call(account.sessions, {});
  });

  it('to change the password comes first', async () => {
    const { email: _email, ...person } = await registered(api);
    const owner = await api.as({ userType: 'super_admin' });
    await requireOf(owner, ['manager']);
    await api.db
      .updateTable('appUser')
      .set({ mustChangePassword: true })
      .where('id', '=', person.id)
      .execute();
    expect(await person.call(session.me, {})).toMatchObject({ must: 'change_password' });
    expect(await person.refused(account.signIns, {})).toMatchObject({
      httpStatus: 403,
      code: 'PASSWORD_CHANGE_REQUIRED',
    });
    await person.call(account.changePassword, { current: password, next: 'a quite different phrase' });
    expect(await person.refused(account.signIns, {})).toMatchObject({ code: 'TOTP_ENROL_REQUIRED' });
    await person.call(session.logout, {});
  });

  it('is set only by the super admin, and is recorded in the audit log', async () => {
    const admin = await api.as({});
    expect(await admin.refused(security.open, {})).toMatchObject({ httpStatus: 403 });
    const owner = await api.as({ userType: 'super_admin' });
    await requireOf(owner, ['admin']);
    const { rows } = await api.ownerPool.query<{ body: { after: object } }>(
      `select body from audit_event where entity = 'sign_in_policy' and actor_id = $1`,
      [owner.id],
    );
    expect(rows[0]?.body.after).toMatchObject({ totp_required: ['admin'] });
  });
});
