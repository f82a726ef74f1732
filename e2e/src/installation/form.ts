import type { Locator, Page } from 'playwright-core';

type Place = Page | Locator;

/** Types into the field of this label. */
export const fill = (place: Place, label: string, text: string): Promise<void> =>
  place.getByLabel(label, { exact: true }).fill(text);

/** Opens the list of this label, types what is looked for, and takes the choice; a list of several closes when it is left. */
export async function pick(place: Place, label: string, choice: string, typed = ''): Promise<void> {
  const page = 'page' in place ? place.page() : place;
  const box = place.getByLabel(label, { exact: true });
  const choices = page.locator('.ant-select-item-option:visible');
  const wanted = choices.filter({ hasText: choice }).first();
  // A page that is still settling may close the list again; a person presses once more.
  let pressed = 0;
  do {
    await box.click();
    if (typed !== '') await box.fill(typed);
    await wanted.waitFor({ timeout: 5_000 }).catch(() => undefined);
    pressed += 1;
  } while (pressed < 5 && !(await wanted.isVisible()));
  // The list may still be finding its place on the page.
  await wanted.dispatchEvent('click');
  await box.blur();
  await choices.first().waitFor({ state: 'hidden' });
}

/** Takes a choice of the list that is open, wherever it is just now. */
export const takeChoice = (page: Page, choice: string): Promise<void> =>
  page.locator('.ant-select-item-option:visible').filter({ hasText: choice }).dispatchEvent('click');

/** What is still to come is waited for; what is there and covered by something else will stay so. */
const COVERED_MS = 10_000;

export async function press(place: Place, name: string): Promise<void> {
  await place.getByRole('button', { name, exact: true, disabled: false }).waitFor();
  await place.getByRole('button', { name, exact: true }).click({ timeout: COVERED_MS });
}
