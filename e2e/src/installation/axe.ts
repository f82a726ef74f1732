import axe from 'axe-core';
import type { AxeResults, ImpactValue } from 'axe-core';
import type { Page } from 'playwright-core';

const allImpacts: readonly ImpactValue[] = ['minor', 'moderate', 'serious', 'critical'];

/** The impacts that bar somebody from using a page. */
export const severeImpacts: readonly ImpactValue[] = ['serious', 'critical'];

/** Skips the rules whose own impact is never among `impacts`; they take a third of the time. */
const run = (impacts: readonly ImpactValue[]) => `axe.run({
  resultTypes: ['violations'],
  rules: Object.fromEntries(
    axe._audit.rules
      .filter(({ impact }) => impact && !${JSON.stringify(impacts)}.includes(impact))
      .map(({ id }) => [id, { enabled: false }]),
  ),
})`;

/** The rules that the page breaks, one line for each rule. axe's script stays in the page: it is large, and a walk checks the page often. */
export async function askAxe(page: Page, impacts = allImpacts): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(run(impacts));
  return violations
    .filter(({ impact }) => impacts.includes(impact ?? 'minor'))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
