import { session } from '@daybook/contracts/auth/session';
import type { InputOf } from '@daybook/contracts/endpoint';
import { security } from '@daybook/contracts/settings/security/security';
import { password, registered } from '../../../test/fixtures/registered.ts';
import { callerOf, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let owner: Caller;

beforeEach(async () => {
  api = await startTestApi();
  owner = await api.as({ userType: 'super_admin' });
});
afterEach(() => api.stop());

const office = '203.0.113.9';
const home = '198.51.100.4';

const usual = {
  totpRequired: [],
  idleMinutes: 60,
  sessionHours: 12,
  allowedNetworks: [] as string[],
  auditHeadTo: [] as string[],
};

async function save(change: Partial<InputOf<typeof security.save>>) {
  const { version } = await owner.call(security.open, {});
  return owner.call(security.save, { ...usual, ...change }, { version });
}

const at = (address: string, token = '') => callerOf(api.app, '', token, address);

const signIn = async (address: string, email: string) =>
  at(address, (await at(address).call(session.login, { email, password })).token);

describe('the times of a session', () => {
  it('end it earlier or later, from the next request on', async () => {
    const { email } = await registered(api);
    const caller = await signIn(office, email);
    const age = (created: string, seen: string) =>
      api.ownerPool.query(
        'update session set created_at = now() - $1::interval, last_seen_at = now() - $2::interval',
        [created, seen],
      );
    await save({ idleMinutes: 120, sessionHours: 24 });
    await age('20 hours', '90 minutes');
    await owner.call(session.me, {});
    await caller.call(session.me, {});
    await save({ idleMinutes: 5 });
    await age('1 hour', '6 minutes');
    expect(await caller.refused(session.me, {})).toMatchObject({ code: 'TOKEN_EXPIRED' });
    await age('13 hours', '1 minute');
    expect(await caller.refused(session.me, {})).toMatchObject({ code: 'TOKEN_EXPIRED' });
  });

  it.each([
    { idleMinutes: 4 },
    { idleMinutes: 481 },
    { sessionHours: 0 },
    { sessionHours: 25 },
    { idleMinutes: 7.5 },
  ])('are refused out of range: %p', async (change) => {
    const { version } = await owner.call(security.open, {});
    const refused = await owner.refused(security.save, { ...usual, ...change }, { version });
    expect(Object.keys(refused.errors)).toEqual(Object.keys(change));
  });
});

describe('the allowed networks', () => {
  it('refuse sign-in and a session from elsewhere, and show it in the history', async () => {
    const { email, ...person } = await registered(api);
    const { token } = await signIn(office, email);
    await save({ allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'] });
    await at(office, token).call(session.me, {});
    await at('::ffff:203.0.113.9', token).call(session.me, {});
    await at('2001:db8:7::1', token).call(session.me, {});
    expect(await at(home, token).refused(session.me, {})).toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(await at(home).refused(session.login, { email, password })).toMatchObject({
      code: 'NETWORK_NOT_ALLOWED',
    });
    // The session itself goes on where it began.
    await at(office, token).call(session.me, {});
    const { rows } = await api.ownerPool.query(
      'select outcome, address from sign_in where user_id = $1 order by at desc limit 1',
      [person.id],
    );
    expect(rows).toEqual([{ outcome: 'other_network', address: home }]);
  });

  it('do not tell someone elsewhere whether a password is right', async () => {
    const { email } = await registered(api);
    await save({ allowedNetworks: ['203.0.113.0/24'] });
    for (const typed of [password, 'wrong'])
      expect(await at(home).refused(session.login, { email, password: typed })).toMatchObject({
        code: 'NETWORK_NOT_ALLOWED',
      });
  });

  it('are kept as networks, each once', async () => {
    const saved = await save({
      allowedNetworks: ['10.1.2.3/16', '10.1.0.0/16', ' 192.0.2.7 ', '2001:DB8::1'],
    });
    expect(saved.allowedNetworks).toEqual(['10.1.0.0/16', '192.0.2.7/32', '2001:db8::1/128']);
  });

  it.each(['office', '10.0.0.0/33', '10.0.0', '300.1.1.1', ''])('refuse %p', async (network) => {
    const { version } = await owner.call(security.open, {});
    expect(
      await owner.refused(security.save, { ...usual, allowedNetworks: [network] }, { version }),
    ).toMatchObject({ errors: { allowedNetworks: [{ code: 'NETWORK_INVALID' }] } });
  });

  it('cannot leave out the person who saves them, but always let in the machine itself', async () => {
    const { version } = await owner.call(security.open, {});
    const locking = { ...usual, allowedNetworks: ['10.0.0.0/8'] };
    expect(await at(home, owner.token).refused(security.save, locking, { version })).toMatchObject({
      errors: { allowedNetworks: [{ code: 'NETWORK_LOCKS_YOU_OUT', params: { address: home } }] },
    });
    expect((await owner.call(security.open, {})).allowedNetworks).toEqual([]);
    expect((await save({ allowedNetworks: ['10.0.0.0/8'] })).yourAddress).toBe('127.0.0.1');
    await owner.call(session.me, {});
  });
});

it('two people who save at once do not undo each other', async () => {
  const { version } = await owner.call(security.open, {});
  await owner.call(security.save, { ...usual, idleMinutes: 30 }, { version });
  expect(await owner.refused(security.save, { ...usual, idleMinutes: 20 }, { version })).toMatchObject({
    httpStatus: 412,
    code: 'VERSION_CONFLICT',
  });
});
