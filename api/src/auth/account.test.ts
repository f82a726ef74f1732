import { loadImage } from '@napi-rs/canvas';
import { account } from '@daybook/contracts/auth/account';
import { session } from '@daybook/contracts/auth/session';
import { services } from '@daybook/contracts/settings/services/services';
import { password, registered, startOtherServer } from '../../test/fixtures/registered.ts';
import { pictureOf } from '../../test/files/pictures.ts';
import { callerOf, startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { purgeSignIns } from './purge-sign-ins.ts';

let api: TestApi;
let nobody: Caller;

beforeEach(async () => {
  api = await startTestApi();
  nobody = callerOf(api.app, '', '');
});
afterEach(() => api.stop());

const next = 'a quite different phrase';

const appearance = {
  navCollapsed: true,
  sideNavTheme: 'dark',
  locale: 'ja',
  navType: 'top',
  topNavColor: '',
  headerNavColor: '#3e82f7',
  currentTheme: 'dark',
  direction: 'rtl',
  region: 'JP',
} as const;

/** A further session of the same person. */
async function signedIn(email: string, phrase = password): Promise<Caller> {
  const { token } = await nobody.call(session.login, { email, password: phrase });
  const caller = callerOf(api.app, '', token);
  return { ...caller, id: (await caller.call(session.me, {})).id };
}

describe('one’s own account', () => {
  it('changes at the version that the person saw', async () => {
    const person = await registered(api);
    const { version } = await person.call(account.open, {});
    const fields = { name: 'Ada King', phone: '+31201234567', locale: 'fr' } as const;
    const edited = await person.call(account.edit, fields, { version });
    expect(edited).toMatchObject({ ...fields, email: person.email, version: version + 1 });
    expect(await person.call(session.me, {})).toMatchObject({ name: 'Ada King', locale: 'fr' });
    const stale = await person.refused(account.edit, fields, { version });
    expect(stale).toMatchObject({ httpStatus: 412, data: { version: version + 1 } });
    const other = await api.as({});
    expect(await other.refused(account.edit, fields, { version: 1 })).toMatchObject({
      code: 'ALREADY_EXISTS',
      errors: { phone: [{ code: 'ALREADY_EXISTS' }] },
    });
  });

  it('stores the appearance of the shell for every device, without a new version of the person', async () => {
    const person = await api.as({});
    expect(await person.call(session.me, {})).toMatchObject({ appearance: null });
    await person.call(account.putAppearance, appearance);
    expect(await person.call(session.me, {})).toMatchObject({ appearance });
    expect(await person.call(account.open, {})).toMatchObject({ version: 1 });
    const colour = { ...appearance, topNavColor: 'red' };
    expect(await person.refused(account.putAppearance, colour)).toMatchObject({ httpStatus: 400 });
  });

  it('shows a picture, PNG or JPEG of at most 300 KB', async () => {
    const person = await api.as({});
    expect(await person.refused(account.photo, {})).toMatchObject({ code: 'NOT_FOUND' });
    await person.call(account.putPhoto, { image: pictureOf('jpeg', 600, 400).toString('base64') });
    const shown = await person.inject({ url: '/api/v1/auth/photo' });
    expect(shown.headers['content-type']).toBe('image/jpeg');
    expect(await loadImage(shown.rawPayload)).toMatchObject({ width: 256, height: 171 });
    expect(await person.call(session.me, {})).toMatchObject({ hasPhoto: true });
    const script = Buffer.from('<script/>').toString('base64');
    expect(await person.refused(account.putPhoto, { image: script })).toMatchObject({
      errors: { image: [{ code: 'IMAGE_KIND' }] },
    });
    await person.call(account.putPhoto, { image: null });
    expect(await person.call(account.open, {})).toMatchObject({ hasPhoto: false });
  });
});

describe('the password', () => {
  it('can be changed by a person who knows the current one, to one that is neither weak nor the same', async () => {
    const person = await registered(api);
    const refusedWith = async (current: string, wanted: string) =>
      (await person.refused(account.changePassword, { current, next: wanted })).errors;
    expect(await refusedWith('wrong', next)).toMatchObject({ current: [{ code: 'PASSWORD_WRONG' }] });
    expect(await refusedWith(password, 'password1234')).toMatchObject({
      next: [{ code: 'PASSWORD_COMMON' }],
    });
    expect(await refusedWith(password, person.email)).toMatchObject({ next: [{ code: 'PASSWORD_COMMON' }] });
    expect(await refusedWith(password, password)).toMatchObject({ next: [{ code: 'PASSWORD_SAME' }] });
    expect((await person.call(account.open, {})).passwordChangedAt).toBeNull();
    await person.call(account.changePassword, { current: password, next });
    expect((await person.call(account.open, {})).passwordChangedAt).not.toBeNull();
    await signedIn(person.email, next);
    expect(await nobody.refused(session.login, { email: person.email, password })).toMatchObject({
      code: 'AUTH_INVALID',
    });
  });

  it('cannot be guessed at a screen that was left unlocked', async () => {
    const person = await registered(api);
    for (let n = 0; n < 5; n += 1) {
      expect(await person.refused(account.changePassword, { current: 'wrong', next })).toMatchObject({
        code: 'PASSWORD_WRONG',
      });
      if (n < 4) await api.ownerPool.query(`update sign_in_delay set until = now() - interval '1 second'`);
    }
    expect(await person.refused(account.changePassword, { current: password, next })).toMatchObject({
      httpStatus: 429,
    });
    expect(await person.refused(account.beginTotp, { password })).toMatchObject({ httpStatus: 429 });
    await signedIn(person.email);
  });
});

describe('sessions', () => {
  // docs/rules.md#sessions
  it('are listed, and ending one keeps the others open', async () => {
    const { email } = await registered(api);
    await api.ownerPool.query('delete from session');
    const [first, second, third] = [await signedIn(email), await signedIn(email), await signedIn(email)];
    const { rows } = await second.call(account.sessions, {});
    expect(rows.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
    expect(rows[0]).toMatchObject({ address: '127.0.0.1', userAgent: 'lightMyRequest' });
    const { rows: ofFirst } = await first.call(account.sessions, {});
    await second.call(account.endSession, { id: ofFirst[0]?.id ?? '' });
    expect(await first.refused(session.me, {})).toMatchObject({ httpStatus: 401 });
    await third.call(session.me, {});
    expect((await second.call(account.sessions, {})).rows).toHaveLength(2);
    expect(await second.refused(account.endSession, { id: ofFirst[0]?.id })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await second.call(account.endOthers, {})).toEqual({ ended: 1 });
    expect(await third.refused(session.me, {})).toMatchObject({ httpStatus: 401 });
    await second.call(session.me, {});
  });

  it('of another person are not found', async () => {
    const [one, other] = [await api.as({}), await api.as({ userType: 'super_admin' })];
    const [own] = (await one.call(account.sessions, {})).rows;
    expect(await other.refused(account.endSession, { id: own?.id })).toMatchObject({ code: 'NOT_FOUND' });
    await one.call(session.me, {});
  });

  it('are purged when they ended long ago, as are attempts of a year ago, and nothing else', async () => {
    const { email } = await registered(api);
    const caller = await signedIn(email);
    await api.ownerPool.query(`insert into session (token_hash, user_id, created_at)
      select 'old', id, now() - interval '31 days' from app_user`);
    await api.ownerPool.query(`insert into sign_in (id, user_id, outcome, at)
      select gen_random_uuid(), id, 'signed_in', now() - interval '366 days' from app_user`);
    await api.ownerPool.query(
      `insert into sign_in_delay values ('old', 5, now() - interval '2 days', now() - interval '1 day')`,
    );
    await nobody.refused(session.login, { email, password: 'wrong' });
    await purgeSignIns(api.db);
    const { rows } = await api.ownerPool.query(`select (select count(*)::int from sign_in) as tries,
      (select count(*)::int from sign_in_delay where subject like 'account%') as waiting,
      (select count(*)::int from session where token_hash = 'old') as old,
      (select count(*)::int from known_device) as devices`);
    expect(rows).toEqual([{ tries: 2, waiting: 1, old: 0, devices: 1 }]);
    await caller.call(session.me, {});
  });
});

describe('with two servers', () => {
  // docs/rules.md#rights-take-effect-at-once
  it('a session or a right that ends at one has ended at the other with the next request', async () => {
    const other = await startOtherServer(api);
    try {
      const owner = await api.as({ userType: 'super_admin' });
      const refusedThere = async (caller: Caller, status: number) =>
        expect(await other.as(caller).refused(services.list, {})).toMatchObject({
          httpStatus: status,
        });
      const makeOne = async () => {
        const { email, id } = await registered(api, { userType: 'admin' });
        const caller = { ...(await signedIn(email)), id };
        await other.as(caller).call(session.me, {});
        return { caller, email };
      };
      for (let round = 0; round < 10; round += 1) {
        const { caller: leaving } = await makeOne();
        await leaving.call(session.logout, {});
        await refusedThere(leaving, 401);

        const { caller: changing, email } = await makeOne();
        const changer = await signedIn(email);
        await changer.call(account.changePassword, { current: password, next });
        await refusedThere(changing, 401);
        await other.as(changer).call(session.me, {});

        const { caller: gone } = await makeOne();
        await api.db
          .updateTable('appUser')
          .set({ status: 'deactivated' })
          .where('id', '=', gone.id)
          .execute();
        await refusedThere(gone, 401);

        const { caller: demoted } = await makeOne();
        await api.db.deleteFrom('userGrant').where('userId', '=', demoted.id).execute();
        await refusedThere(demoted, 403);
      }
      await other.as(owner).call(session.me, {});
    } finally {
      await other.stop();
    }
  });
});
