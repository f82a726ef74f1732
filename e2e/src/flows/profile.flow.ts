import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { codeOf } from '@daybook/api/test/totp-codes';
import { session } from '@daybook/contracts/auth/session';
import { apiClient } from '../installation/api-client.ts';
import { fill, press } from '../installation/form.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';
import { hire, newPassword } from '../installation/people.ts';
import { follow } from '../installation/site-screens.ts';
import { wordsOf } from '../installation/words.ts';

const words = wordsOf('en');
const otherPassword = 'a lantern under the bridge';

let installation: Installation;
before(async () => {
  installation = await openInstallation();
});
after(() => installation.close());

const asksToSignIn = (page: Page) =>
  page.getByRole('heading', { name: words('host:signIn.title') }).waitFor();

async function openProfile(token: string) {
  const visit = await installation.visit({}, token);
  await visit.page.goto(`${installation.url}/app/profile`);
  await visit.page.getByRole('heading', { name: words('personal:profile.title'), level: 1 }).waitFor();
  return visit;
}

/** Fills in the sign-in form and submits it. */
async function signIn(page: Page, email: string, password: string): Promise<void> {
  await fill(page, words('host:signIn.email'), email);
  await fill(page, words('host:signIn.password'), password);
  await press(page, words('host:signIn.submit'));
}

const accountMenu = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function signOut(page: Page, name: string): Promise<void> {
  await accountMenu(page, name).click();
  await page.getByRole('menuitem', { name: words('host:signOut') }).click();
  await asksToSignIn(page);
}

/** A picture like one from a phone, wider than high. */
const drawPicture = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 400 });
    canvas.getContext('2d')?.fillRect(100, 100, 200, 200);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });

// These tests wait half of their time.
describe('the profile', { concurrency: 2 }, () => {
  it('changes the name and the photo, which the header shows at once and after a reload', async () => {
    const { token } = await hire(installation, 'managers');
    const { page, complaints } = await openProfile(token);
    await fill(page, words('personal:profile.name'), 'Wilhelmina Murray');
    await press(page, words('shared:form.save'));
    const menu = accountMenu(page, 'Wilhelmina Murray');
    await menu.waitFor();
    const buffer = Buffer.from(await drawPicture(page), 'base64');
    await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await menu.locator('img').waitFor();
    await page.reload();
    await menu.locator('img').waitFor();
    assert.deepEqual(complaints, []);
    await press(page, words('personal:profile.removePhoto'));
    await menu.locator('img').waitFor({ state: 'detached' });
  });

  it('changes the password, which ends the session on another machine', async () => {
    const { email, token } = await hire(installation, 'managers');
    const elsewhere = await installation.visit({}, token);
    const { token: here } = await apiClient(installation.url, '')(session.login, {
      email,
      password: newPassword,
    });
    await elsewhere.page.goto(`${installation.url}/app/clients`);
    await elsewhere.page.getByRole('heading', { name: 'Clients', level: 1 }).waitFor();

    const { page, complaints } = await openProfile(here);
    await press(page, words('personal:password.change'));
    const dialog = page.getByRole('dialog');
    await fill(dialog, words('personal:password.current'), newPassword);
    await fill(dialog, words('personal:password.new'), otherPassword);
    await press(dialog, words('personal:password.set'));
    await page.getByText(words('personal:password.changed')).waitFor();
    await follow(elsewhere.page, '/app/tasks');
    await asksToSignIn(elsewhere.page);
    await page.reload();
    await page.getByRole('heading', { name: words('personal:profile.title'), level: 1 }).waitFor();
    assert.deepEqual(complaints, []);

    await signIn(elsewhere.page, email, newPassword);
    await elsewhere.page.getByText('The e-mail address or the password is wrong.').waitFor();
    await signIn(elsewhere.page, email, otherPassword);
    await elsewhere.page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  });

  it('signs out everywhere else, and stays signed in here', async () => {
    const { email, token } = await hire(installation, 'managers');
    const { token: here } = await apiClient(installation.url, '')(session.login, {
      email,
      password: newPassword,
    });
    const elsewhere = await installation.visit({}, token);
    await elsewhere.page.goto(`${installation.url}/app/clients`);
    await elsewhere.page.getByRole('heading', { name: 'Clients', level: 1 }).waitFor();
    const { page, complaints } = await openProfile(here);
    await press(page, words('personal:sessions.endOthers'));
    await press(page.getByRole('dialog'), words('personal:sessions.endOthers'));
    await page.getByText(words('personal:sessions.ended_one')).waitFor();
    await follow(elsewhere.page, '/app/tasks');
    await asksToSignIn(elsewhere.page);
    await page
      .getByRole('button', { name: words('personal:sessions.endOthers') })
      .waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);
  });

  it('sets up two factors, after which sign-in asks for a code and each recovery code works once', async () => {
    const { name, email, token } = await hire(installation, 'managers');
    const { page } = await openProfile(token);
    await press(page, words('personal:totp.setUp'));
    await fill(page, words('personal:password.current'), newPassword);
    await press(page, words('personal:totp.begin'));
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
    await page.getByLabel(words('personal:totp.code')).fill(codeOf(secret));
    await press(page, words('personal:totp.confirm'));
    await page.getByRole('heading', { name: words('personal:totp.recoveryTitle') }).waitFor();
    const [recovery = ''] = await page.getByRole('listitem').locator('code').allInnerTexts();
    await press(page, words('personal:totp.kept'));
    await page.getByText(words('personal:totp.codesLeft_other', { count: 10 })).waitFor();
    await signOut(page, name);

    await signIn(page, email, newPassword);
    // The code of the next half minute: the current one is used up, and the server already accepts the next one.
    await page.getByLabel(words('personal:code.otp')).fill(codeOf(secret, 1));
    await press(page, words('host:signIn.submit'));
    await accountMenu(page, name).waitFor();
    await signOut(page, name);

    for (const isGood of [true, false]) {
      await signIn(page, email, newPassword);
      await press(page, words('personal:code.useRecovery'));
      await page.getByLabel(words('personal:code.recovery')).fill(recovery);
      await press(page, words('host:signIn.submit'));
      if (isGood) {
        await accountMenu(page, name).waitFor();
        await signOut(page, name);
      } else {
        await page.getByText(words('personal:code.wrong')).waitFor();
      }
    }
    assert.equal(await page.evaluate(() => localStorage.getItem('auth_token')), null);
  });
});
