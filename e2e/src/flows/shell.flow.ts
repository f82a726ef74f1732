import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { session } from '@daybook/contracts/auth/session';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { notifications } from '@daybook/contracts/notifications';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { apiClient } from '../installation/api-client.ts';
import { fill, press, takeChoice } from '../installation/form.ts';
import { makeMasters } from '../installation/masters.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation, Appearance } from '../installation/open-installation.ts';
import { hire, newPassword } from '../installation/people.ts';
import { goByMenu } from '../installation/site-screens.ts';
import { wordsOf } from '../installation/words.ts';

const words = wordsOf('en');

let installation: Installation;
before(async () => {
  installation = await openInstallation();
});
after(() => installation.close());

const menuOf = (page: Page, label = words('host:nav.label')) =>
  page.getByRole('navigation', { name: label, exact: true });

async function openAt(path: string, appearance: Appearance = {}, token?: string) {
  const visit = await installation.visit(appearance, token);
  await visit.page.goto(`${installation.url}/app/${path}`);
  await visit.page.locator('main h1').waitFor();
  return visit;
}

/** Waits until a style property of the element has this value. */
async function comesTo(thing: Locator, property: string, value: string): Promise<void> {
  const element = await thing.elementHandle();
  await thing
    .page()
    .waitForFunction(([one, name, wanted]) => getComputedStyle(one).getPropertyValue(name) === wanted, [
      element,
      property,
      value,
    ] as const);
}

/** Waits until the focus is in the dialog, or on the drawer around it. */
const focusIsInDialog = (page: Page) =>
  page.waitForFunction(() => {
    const { activeElement: focused, body } = document;
    const dialog = document.querySelector('[role="dialog"]');
    return focused !== body && (dialog?.contains(focused) || focused?.contains(dialog));
  });

const colours = { teal: 'rgb(15, 118, 110)', navy: 'rgb(31, 58, 95)' };

/** Chooses dark, right to left, Japanese and a menu at the top; each change is visible at once. */
async function changeTheLook(page: Page): Promise<void> {
  await press(page, words('host:appearance'));
  const drawer = page.getByRole('dialog');
  const choose = (group: string, choice: string) =>
    drawer.getByLabel(words(group), { exact: true }).getByText(words(choice), { exact: true }).click();
  const paint = (group: string, colour: keyof typeof colours) =>
    drawer
      .getByRole('group', { name: words(group) })
      .getByRole('radio', { name: words(`personal:appearance.colour.${colour}`) })
      .check();

  const html = page.locator('html');
  const light = await html.evaluate((element) => getComputedStyle(element).backgroundColor);
  await choose('personal:appearance.theme', 'personal:appearance.themes.dark');
  await page.waitForFunction(
    (before) => getComputedStyle(document.documentElement).backgroundColor !== before,
    light,
  );
  const side = page.locator('aside', { has: menuOf(page) });
  await comesTo(side, 'width', '250px');
  await drawer.getByRole('switch', { name: words('personal:appearance.collapsed') }).click();
  await comesTo(side, 'width', '80px');
  await choose('personal:appearance.menu', 'personal:appearance.menus.top');
  await side.waitFor({ state: 'detached' });
  await paint('personal:appearance.topColour', 'teal');
  await comesTo(menuOf(page), 'background-color', colours.teal);
  await paint('personal:appearance.headerColour', 'navy');
  await comesTo(page.getByRole('banner'), 'background-color', colours.navy);
  await choose('personal:appearance.direction', 'personal:appearance.directions.rtl');
  await page.locator('html[dir=rtl] body.dir-rtl').waitFor();
  await drawer.getByLabel(words('personal:appearance.language'), { exact: true }).click();
  await takeChoice(page, '日本語');
  await page.locator('html[lang=ja]').waitFor();
}

// These tests wait half of their time.
describe('the shell', { concurrency: 2 }, () => {
  it('applies display options at once, and on another machine too', async () => {
    const { email, token } = await hire(installation, 'managers');
    const { page, context, complaints } = await openAt('clients', {}, token);
    const kept = page.waitForResponse((answer) => {
      const asked = answer.request();
      return (
        answer.url().endsWith('/auth/appearance') && asked.postData()?.includes('"locale":"ja"') === true
      );
    });
    await changeTheLook(page);
    assert.equal((await kept).status(), 200);
    assert.deepEqual(complaints, []);
    await context.close();

    const another = await installation.visit({}, null);
    await another.page.goto(`${installation.url}/app/clients`);
    await fill(another.page, words('host:signIn.email'), email);
    await fill(another.page, words('host:signIn.password'), newPassword);
    await press(another.page, words('host:signIn.submit'));
    await another.page.locator('html[dir=rtl][lang=ja][data-theme=dark]').waitFor();
    const bar = menuOf(another.page, wordsOf('ja')('host:nav.label'));
    await comesTo(bar, 'background-color', colours.teal);
    await comesTo(another.page.getByRole('banner'), 'background-color', colours.navy);
  });

  it('has its menu in a drawer on a phone, which closes after a link and returns the focus', async () => {
    const { page, complaints } = await openAt('clients', { width: 390 });
    const menu = menuOf(page);
    const toggle = page.getByRole('button', { name: words('host:nav.toggle') });
    await menu.waitFor({ state: 'detached' });
    await goByMenu(page, 'tasks', 'en', words);
    await menu.waitFor({ state: 'detached' });
    await toggle.focus();
    await page.keyboard.press('Enter');
    await menu.waitFor();
    await focusIsInDialog(page);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.locator(':focus').and(toggle).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('leads to a client and to a screen without a mouse', async () => {
    const { entityId } = await makeMasters(installation.api);
    await installation.api(clients.create, {
      name: 'Carfax Estates',
      kind: 'company',
      crmId: (await installation.api(session.me, {})).id,
      defaultEntityId: entityId,
      taxTreatment: 'unregistered',
    });
    const { page, complaints } = await openAt('tasks');
    const search = page.getByRole('combobox', { name: words('personal:search.label') });
    for (const [typed, found] of [
      ['carfax', 'Carfax Estates'],
      ['billing ent', 'Billing entities'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.locator(':focus').and(search).waitFor();
      await page.keyboard.type(typed);
      await page.getByRole('option', { name: found, selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: found, level: 1 }).waitFor();
      await search.waitFor({ state: 'detached' });
    }
    assert.deepEqual(complaints, []);
  });

  it('lists its keyboard shortcuts on a question mark, and closes the list on Escape', async () => {
    const { page } = await openAt('profile');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: words('personal:keys.title') });
    await dialog.getByText(words('personal:keys.search')).waitFor();
    await focusIsInDialog(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('increases the count on the bell when somebody else assigns work, and marks a followed notification as read', async () => {
    const { id, token } = await hire(installation, 'managers');
    const { page, complaints } = await installation.visit({}, token);
    const listens = page.waitForResponse((answer) => answer.url().endsWith(notifications.stream.path));
    await page.goto(`${installation.url}/app/clients`);
    assert.equal((await listens).status(), 200);
    const assign = (title: string) =>
      installation.api(tasks.create, { title, internal: true, dueOn: '2030-12-31', assigneeIds: [id] });
    const unread = (count: number) => page.getByText(words('host:bell.unread', { count }), { exact: true });
    // This text describes the bell to screen readers; it is not visible.
    const counts = (count: number) => unread(count).waitFor({ state: 'attached' });
    const bell = page.getByRole('button', { name: words('host:bell.label') });
    const drawer = page.getByRole('dialog');

    await assign('Close the books');
    await counts(1);
    await assign('Count the stamps');
    await counts(2);
    await bell.click();
    await drawer.getByRole('link', { name: /Close the books/ }).click();
    await page.getByRole('heading', { name: /Close the books/, level: 1 }).waitFor();
    await counts(1);
    await bell.click();
    await press(drawer, words('personal:bell.markAll'));
    await unread(1).waitFor({ state: 'detached' });
    assert.deepEqual(await apiClient(installation.url, token)(notifications.unread, {}), { count: 0 });
    assert.deepEqual(complaints, []);
  });
});
