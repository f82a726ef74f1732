import { account } from '@daybook/contracts/auth/account';
import { session } from '@daybook/contracts/auth/session';
import { crms } from '@daybook/contracts/people/staff';
import { callerOf, startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { acceptLink, askForLink } from './one-time-links.ts';

let api: TestApi;
let owner: Caller;
let nobody: Caller;
beforeEach(async () => {
  api = await startTestApi();
  owner = await api.as({ userType: 'super_admin', name: 'Owner' });
  nobody = callerOf(api.app, '', '');
});
afterEach(() => api.stop());

const password = 'naïve café 東京 twelve';
const delivery = { publicUrl: 'https://daybook.example', mails: true };

let people = 0;
async function invited() {
  people += 1;
  const { member, link } = await owner.call(crms.create, {
    name: 'Ada Lovelace',
    email: `lovelace.${people}@firm.test`,
    scope: 'own',
    locale: 'fr',
  });
  return { ...member, token: link?.split('#')[1] ?? '' };
}

const mails = () => api.db.selectFrom('emailMessage').select(['recipient', 'subject', 'body']).execute();
const makeOlder = (age: string) =>
  api.ownerPool.query(
    'update one_time_link set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval',
    [age],
  );

describe('a one-time link', () => {
  it('shows whose it is, sets the password once and lets the person sign in', async () => {
    const { email, token, id } = await invited();
    expect(await nobody.call(account.readLink, { token })).toEqual({
      purpose: 'invitation',
      name: 'Ada Lovelace',
      email,
    });
    expect(await nobody.refused(session.login, { email, password })).toMatchObject({ code: 'AUTH_INVALID' });
    expect(await nobody.call(account.acceptLink, { token, password })).toEqual({ email });
    await nobody.call(session.login, { email, password });
    expect(await owner.call(crms.open, { id })).toMatchObject({ status: 'active' });
    for (const refused of [
      await nobody.refused(account.readLink, { token }),
      await nobody.refused(account.acceptLink, { token, password: 'another good password' }),
    ])
      expect(refused).toMatchObject({ httpStatus: 403, code: 'LINK_INVALID' });
    const { rows } = await api.ownerPool.query(
      `select actor_id, action from audit_event where entity_id = $1 and body -> 'after' ->> 'status' = 'active'`,
      [id],
    );
    expect(rows).toEqual([{ actor_id: id, action: 'auth.acceptLink' }]);
  });

  it('is stored only as its hash', async () => {
    const { token } = await invited();
    const { rows } = await api.ownerPool.query<{ dump: string }>(
      `select coalesce(string_agg(t::text, ''), '') as dump from one_time_link t
       union all select coalesce(string_agg(t::text, ''), '') from idempotency_key t
       union all select coalesce(string_agg(t::text, ''), '') from audit_event t`,
    );
    const dump = rows.map((row) => row.dump).join('\n');
    expect(dump.length).toBeGreaterThan(100);
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  it('works for seven days as an invitation and for one hour after a reset', async () => {
    const { token, id } = await invited();
    await makeOlder('6 days 23 hours 59 minutes');
    await nobody.call(account.readLink, { token });
    await makeOlder('2 minutes');
    expect(await nobody.refused(account.acceptLink, { token, password })).toMatchObject({
      code: 'LINK_INVALID',
    });
    await api.db.updateTable('appUser').set({ status: 'active' }).where('id', '=', id).execute();
    const again = (await owner.call(crms.reset, { id })).link?.split('#')[1] ?? '';
    await makeOlder('59 minutes');
    expect(await nobody.call(account.readLink, { token: again })).toMatchObject({ purpose: 'reset' });
    await makeOlder('2 minutes');
    expect(await nobody.refused(account.readLink, { token: again })).toMatchObject({ code: 'LINK_INVALID' });
  });

  it('works for one of many people who use it at once', async () => {
    const { token, email } = await invited();
    const phrases = ['first good password', 'second good password', 'third good password'];
    const results = await Promise.allSettled(
      phrases.map((phrase) => acceptLink(api.db, token, phrase, { id: 'test', ip: '' })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = phrases[results.findIndex(({ status }) => status === 'fulfilled')] ?? '';
    await nobody.call(session.login, { email, password: winner });
  });

  it('refuses a weak password, and stays valid for a better one', async () => {
    const { token } = await invited();
    for (const weak of ['password1234', 'ada lovelace 1', 'daybook-daybook']) {
      expect((await nobody.refused(account.acceptLink, { token, password: weak })).errors).toMatchObject({
        password: [{ code: 'PASSWORD_COMMON' }],
      });
    }
    await nobody.call(account.acceptLink, { token, password });
  });

  it('ends when the person gets a new address, because it went to the old one', async () => {
    const { token, id } = await invited();
    const form = { id, name: 'Ada', scope: 'own' as const, locale: 'en' as const };
    await owner.call(crms.edit, { ...form, email: 'right@firm.test' }, { version: 1 });
    expect(await nobody.refused(account.readLink, { token })).toMatchObject({ code: 'LINK_INVALID' });
  });
});

describe('a person who forgot their password', () => {
  it('receives a link, at most one a minute, that ends the previous one', async () => {
    const { email, token } = await invited();
    await makeOlder('2 minutes');
    await askForLink(api.db, email, delivery);
    await askForLink(api.db, email, delivery);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: email, subject: 'Votre invitation à Daybook' });
    const sent = /https:\/\/daybook\.example\/auth\/link#([\w-]{43})\n/.exec(mail?.body ?? '')?.[1] ?? '';
    expect(await nobody.refused(account.readLink, { token })).toMatchObject({ code: 'LINK_INVALID' });
    await nobody.call(account.acceptLink, { token: sent, password });
    await askForLink(api.db, email, delivery);
    expect((await mails()).map(({ subject }) => subject)).toContain(
      'Choisissez un nouveau mot de passe Daybook',
    );
  });

  it('receives one mail when many requests for one account come at once', async () => {
    const { email } = await owner.call(session.me, {});
    await Promise.all(Array.from({ length: 8 }, () => askForLink(api.db, email, delivery)));
    expect(await mails()).toHaveLength(1);
  });

  it('receives nothing when unknown, departed, or a client', async () => {
    const client = await api.as({ userType: 'client' });
    const left = await api.as({ userType: 'crm' });
    await api.db.updateTable('appUser').set({ status: 'deactivated' }).where('id', '=', left.id).execute();
    const known = await api.db
      .selectFrom('appUser')
      .select('email')
      .where('id', 'in', [client.id, left.id])
      .execute();
    for (const email of ['nobody@firm.test', ...known.map((one) => one.email)])
      expect(await askForLink(api.db, email, delivery)).toBeUndefined();
    expect(await mails()).toEqual([]);
    expect(await api.db.selectFrom('oneTimeLink').selectAll().execute()).toEqual([]);
  });
});
