import type { Page } from 'playwright-core';

/** Sums the shifts of the layout that no input of the person caused. */
function sumShifts(): void {
  const page = window as unknown as { shifts: number };
  page.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) page.shifts += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Measures each page that this tab opens from now on. */
export const watchShifts = (page: Page): Promise<unknown> => page.addInitScript(sumShifts);

/** How far the layout has shifted since the page was opened, or since the last call. */
export const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const seen = window as unknown as { shifts: number };
    const { shifts } = seen;
    seen.shifts = 0;
    return shifts;
  });
