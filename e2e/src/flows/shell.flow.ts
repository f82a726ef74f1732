import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { session } from '@daybook/contracts/auth/session';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { notifications } from '@daybook/contracts/notifications';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { apiClient } from '../house/api-client.ts';
import { fill, press, takeChoice } from '../house/form.ts';
import { makeMasters } from '../house/masters.ts';
import { openHouse } from '../house/open-house.ts';
import type { House, Looks } from '../house/open-house.ts';
import { hire, newPassword } from '../house/people.ts';
import { goByMenu } from '../house/site-screens.ts';
import { wordsOf } from '../house/words.ts';

const words = wordsOf('en');

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house.close());

const menuOf = (page: Page, label = words('host:nav.label')) =>
  page.getByRole('navigation', { name: label, exact: true });

async function openAt(path: string, looks: Looks = {}, token?: string) {
  const visit = await house.visit(looks, token);
  await visit.page.goto(`${house.url}/app/${path}`);
  await visit.page.locator('main h1').waitFor();
  return visit;
}

/** Waits until a style of it comes to this. */
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

/** The keyboard is in the dialog, or on the drawer around it. */
const focusIsInDialog = (page: Page) =>
  page.waitForFunction(() => {
    const { activeElement: focused, body } = document;
    const dialog = document.querySelector('[role="dialog"]');
    return focused !== body && (dialog?.contains(focused) || focused?.contains(dialog));
  });

const colours = { teal: 'rgb(15, 118, 110)', navy: 'rgb(31, 58, 95)' };

/** Makes it dark, from right to left, in Japanese, with a menu on top; each seen at once. */
async function changeTheLook(page: Page): Promise<void> {
  await press(page, words('host:look'));
  const drawer = page.getByRole('dialog');
  const choose = (group: string, choice: string) =>
    drawer.getByLabel(words(group), { exact: true }).getByText(words(choice), { exact: true }).click();
  const paint = (group: string, colour: keyof typeof colours) =>
    drawer
      .getByRole('group', { name: words(group) })
      .getByRole('radio', { name: words(`personal:look.colour.${colour}`) })
      .check();

  const html = page.locator('html');
  const light = await html.evaluate((element) => getComputedStyle(element).backgroundColor);
  await choose('personal:look.theme', 'personal:look.themes.dark');
  await page.waitForFunction(
    (before) => getComputedStyle(document.documentElement).backgroundColor !== before,
    light,
  );
  const side = page.locator('aside', { has: menuOf(page) });
  await comesTo(side, 'width', '250px');
  await drawer.getByRole('switch', { name: words('personal:look.collapsed') }).click();
  await comesTo(side, 'width', '80px');
  await choose('personal:look.menu', 'personal:look.menus.top');
  await side.waitFor({ state: 'detached' });
  await paint('personal:look.topColour', 'teal');
  await comesTo(menuOf(page), 'background-color', colours.teal);
  await paint('personal:look.headerColour', 'navy');
  await comesTo(page.getByRole('banner'), 'background-color', colours.navy);
  await choose('personal:look.direction', 'personal:look.directions.rtl');
  await page.locator('html[dir=rtl] body.dir-rtl').waitFor();
  await drawer.getByLabel(words('personal:look.language'), { exact: true }).click();
  await takeChoice(page, '日本語');
  await page.locator('html[lang=ja]').waitFor();
}

// Half of their time they wait.
describe('the shell', { concurrency: 2 }, () => {
  it('takes its settings at once, and wears them on another machine', async () => {
    const { email, token } = await hire(house, 'managers');
    const { page, context, complaints } = await openAt('clients', {}, token);
    const kept = page.waitForResponse((answer) => {
      const asked = answer.request();
      return answer.url().endsWith('/auth/look') && asked.postData()?.includes('"locale":"ja"') === true;
    });
    await changeTheLook(page);
    assert.equal((await kept).status(), 200);
    assert.deepEqual(complaints, []);
    await context.close();

    const another = await house.visit({}, null);
    await another.page.goto(`${house.url}/app/clients`);
    await fill(another.page, words('host:signIn.email'), email);
    await fill(another.page, words('host:signIn.password'), newPassword);
    await press(another.page, words('host:signIn.submit'));
    await another.page.locator('html[dir=rtl][lang=ja][data-theme=dark]').waitFor();
    const bar = menuOf(another.page, wordsOf('ja')('host:nav.label'));
    await comesTo(bar, 'background-color', colours.teal);
    await comesTo(another.page.getByRole('banner'), 'background-color', colours.navy);
  });

  it('has its menu in a drawer on a phone, which closes behind a link and gives the focus back', async () => {
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

  it('leads to a client and to a screen by the keyboard alone', async () => {
    const { entityId } = await makeMasters(house.api);
    await house.api(clients.create, {
      name: 'Carfax Estates',
      kind: 'company',
      crmId: (await house.api(session.me, {})).id,
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

  it('shows its keys by a question mark, and puts them away by Escape', async () => {
    const { page } = await openAt('profile');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: words('personal:keys.title') });
    await dialog.getByText(words('personal:keys.search')).waitFor();
    await focusIsInDialog(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('counts up on the bell when somebody else assigns work, and takes what is followed as read', async () => {
    const { id, token } = await hire(house, 'managers');
    const { page, complaints } = await house.visit({}, token);
    const listens = page.waitForResponse((answer) => answer.url().endsWith(notifications.stream.path));
    await page.goto(`${house.url}/app/clients`);
    assert.equal((await listens).status(), 200);
    const assign = (title: string) =>
      house.api(tasks.create, { title, internal: true, dueOn: '2030-12-31', assigneeIds: [id] });
    const unread = (count: number) => page.getByText(words('host:bell.unread', { count }), { exact: true });
    // It describes the bell to who hears the page; for the eye it is drawn.
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
    assert.deepEqual(await apiClient(house.url, token)(notifications.unread, {}), { count: 0 });
    assert.deepEqual(complaints, []);
  });
});
