import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { askAxe, severeImpacts } from '../installation/axe.ts';
import { pick, press } from '../installation/form.ts';
import { openInstallation, owner } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';
import { startWalk } from '../installation/walk.ts';
import type { Walk } from '../installation/walk.ts';

let installation: Installation;
const dueOn = new Date().toISOString().slice(0, 10);
before(async () => {
  installation = await openInstallation();
  for (const title of ['Close the books', 'File the return'])
    await installation.api(tasks.create, { title, internal: true, dueOn });
});
after(() => installation.close());

const statusOf = async (title: string) =>
  (await installation.api(tasks.list, {})).rows.find((task) => task.title === title);

const choose = async ({ page, words }: Walk, view: string) => {
  await page.getByText(words(`tasks:view.${view}`), { exact: true }).click();
  await page.waitForURL((url) => view === 'list' || url.searchParams.get('view') === view);
};

/** A long press followed by a drag, like a finger on a tablet. */
async function dragByFinger({ page }: Walk, from: Locator, to: Locator): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [await middleOf(from)]);
  await page.locator('[data-lifted="true"]').waitFor();
  await touch('touchMove', [await middleOf(to)]);
  await touch('touchEnd', []);
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const nothingWrong = async ({ page, complaints }: Walk) => {
  assert.deepEqual([...(await askAxe(page, severeImpacts)), ...complaints.splice(0)], []);
};

describe('tasks', () => {
  it('are assigned, begun and moved by keyboard, by mouse and by finger', async () => {
    const walk = await startWalk(installation, { language: 'en', width: 1440 });
    const { page, words, go } = walk;
    await go('tasks');
    await page.getByRole('checkbox').first().focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: words('tasks:bulk.people'), exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await pick(dialog, words('tasks:field.assignees'), owner.name, owner.name);
    await press(dialog, words('tasks:bulk.run'));
    await press(page, words('tasks:bulk.undo'));
    await page.getByText(words('tasks:bulk.undone_other', { count: 2 })).waitFor();
    assert.deepEqual((await statusOf('Close the books'))?.assignees, []);

    // Opened by its address, because the switch would store the view for this person, who also does the next walk.
    await page.goto(`${installation.url}/app/tasks?view=board`);
    const todo = page.locator('[data-drop="todo"]');
    await todo.getByRole('link', { name: 'Close the books' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: words('tasks:status.on_hold') }).press('Enter');
    await page.getByRole('dialog').getByRole('textbox').fill('The bank is asked');
    await page.getByRole('dialog').getByRole('textbox').press('Control+Enter');
    await page.locator('[data-drop="on_hold"]').getByRole('link', { name: 'Close the books' }).waitFor();
    // The task has no assignee: its card returns and shows the refusal.
    const card = todo.locator('li', { hasText: 'File the return' });
    await card.dragTo(page.locator('[data-drop="in_progress"]'));
    await card.getByRole('alert').waitFor();
    assert.equal(walk.complaints.splice(0).length, 1);
    assert.equal((await statusOf('File the return'))?.status, 'todo');
    const held = page.locator('[data-drop="on_hold"]');
    await dragByFinger(walk, held.locator('li', { hasText: 'Close the books' }), todo);
    await todo.locator('li[aria-busy="false"]', { hasText: 'Close the books' }).waitFor();
    await nothingWrong(walk);
  });

  it('are moved to another day on a phone', async () => {
    const walk = await startWalk(installation, {
      language: 'ja',
      theme: 'dark',
      direction: 'rtl',
      width: 390,
    });
    const { page, words } = walk;
    await page.goto(`${installation.url}/app/tasks?view=board`);
    await page.getByText('File the return').waitFor();
    await nothingWrong(walk);
    await choose(walk, 'calendar');
    await page.getByRole('button', { name: words('tasks:calendar.change') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^期限… T-00002/ }).click();
    await dialog.getByRole('textbox').fill('2099-01-05');
    await dialog.getByRole('button', { name: words('tasks:calendar.save') }).click();
    await page.getByRole('button', { name: words('tasks:bulk.undo') }).waitFor();
    assert.equal((await statusOf('File the return'))?.dueOn, '2099-01-05');
    await page.keyboard.press('Escape');
    await nothingWrong(walk);
  });
});
