import { account } from '@daybook/contracts/auth/account';
import { session } from '@daybook/contracts/auth/session';
import { password, registered } from '../../test/fixtures/registered.ts';
import { callerOf, startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { issueLink } from './one-time-links.ts';

let api: TestApi;
let nobody: Caller;

beforeEach(async () => {
  api = await startTestApi();
  nobody = callerOf(api.app, '', '');
});
afterEach(() => api.stop());

/** Sets every delay to one more hour. */
const frozen = () =>
  api.ownerPool.query(`update sign_in_delay set until = until + interval '1 hour'
    where until > last_failed_at + interval '0.5 seconds'`);

describe('a forgotten password', () => {
  it('can be reported three times for an address, known or not, and again after a while', async () => {
    const { email } = await registered(api);
    for (const address of [email, 'nobody@daybook.test']) {
      for (let n = 0; n < 3; n += 1)
        expect(await nobody.call(account.forgot, { email: address })).toEqual({ canMail: false });
      await frozen();
      expect(await nobody.refused(account.forgot, { email: address })).toMatchObject({
        code: 'RATE_LIMITED',
      });
      await api.ownerPool.query('delete from sign_in_delay');
    }
  });

  it('can be reported twenty times from one IP address', async () => {
    for (let n = 0; n < 20; n += 1) await nobody.call(account.forgot, { email: `someone.${n}@daybook.test` });
    await frozen();
    expect(await nobody.refused(account.forgot, { email: 'other@daybook.test' })).toMatchObject({
      httpStatus: 429,
    });
  });
});

describe('a one-time link', () => {
  it('counts as a wrong attempt of the IP address when it is unknown', async () => {
    for (let n = 0; n < 20; n += 1) {
      const token = 'A'.repeat(41) + String(n).padStart(2, '0');
      expect(await nobody.refused(account.readLink, { token })).toMatchObject({ code: 'LINK_INVALID' });
    }
    await frozen();
    const token = 'A'.repeat(43);
    expect(await nobody.refused(account.readLink, { token })).toMatchObject({ httpStatus: 429 });
    expect(await nobody.refused(account.acceptLink, { token, password })).toMatchObject({ httpStatus: 429 });
  });

  it('lets in a person at once who had tried the old password too often', async () => {
    const { email, id } = await registered(api);
    for (let n = 0; n < 3; n += 1) await nobody.refused(session.login, { email, password: 'wrong' });
    await frozen();
    const next = 'a quite different phrase';
    expect(await nobody.refused(session.login, { email, password })).toMatchObject({ httpStatus: 429 });
    const link = await issueLink(api.db, id, 'reset', { publicUrl: 'https://daybook.example', mails: false });
    await nobody.call(account.acceptLink, { token: link?.split('#')[1] ?? '', password: next });
    await nobody.call(session.login, { email, password: next });
  });
});
