import type { Locator, Page } from 'playwright-core';

type Place = Page | Locator;

/** Types into the field with this label. */
export const fill = (place: Place, label: string, text: string): Promise<void> =>
  place.getByLabel(label, { exact: true }).fill(text);

/** Opens the select with this label, types the search, and takes the choice. A select of several values closes when it loses the focus. */
export async function pick(place: Place, label: string, choice: string, typed = ''): Promise<void> {
  const page = 'page' in place ? place.page() : place;
  const box = place.getByLabel(label, { exact: true });
  const choices = page.locator('.ant-select-item-option:visible');
  const wanted = choices.filter({ hasText: choice }).first();
  // A page that is still loading may close the list again; a person would click again.
  let pressed = 0;
  do {
    await box.click();
    if (typed !== '') await box.fill(typed);
    await wanted.waitFor({ timeout: 5_000 }).catch(() => undefined);
    pressed += 1;
  } while (pressed < 5 && !(await wanted.isVisible()));
  // The list may still be moving, so the click is dispatched and not aimed.
  await wanted.dispatchEvent('click');
  await box.blur();
  await choices.first().waitFor({ state: 'hidden' });
}

/** Takes a choice of the open list, even while the list moves. */
export const takeChoice = (page: Page, choice: string): Promise<void> =>
  page.locator('.ant-select-item-option:visible').filter({ hasText: choice }).dispatchEvent('click');

/** How long a visible button may be covered by something else; a button that is not there yet is waited for without this limit. */
const COVERED_MS = 10_000;

export async function press(place: Place, name: string): Promise<void> {
  await place.getByRole('button', { name, exact: true, disabled: false }).waitFor();
  await place.getByRole('button', { name, exact: true }).click({ timeout: COVERED_MS });
}
