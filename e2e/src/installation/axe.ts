import axe from 'axe-core';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** The rules that the page breaks, one line for each rule. axe's script stays in the page: it is large, and a walk checks the page often. */
export async function askAxe(
  page: Page,
  isGrave: (impact: string) => boolean = () => true,
): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => isGrave(impact ?? 'minor'))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
