import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { build } from '@daybook/tooling/build';
import { siteFolder } from '@daybook/tooling/workspace';
import { watchQuiet } from '../installation/quiet.ts';
import { follow } from '../installation/site-screens.ts';
import { openDemoInstallation } from './demo-installation.ts';
import { measured, tellGoals } from './goals.ts';
import { openBrowser, openContext } from './browser.ts';
import { ms, print } from './print.ts';
import { samplesOf, type Samples } from './samples.ts';

// pnpm bench:board: opens the board of a firm with many open tasks from another screen, and scrolls it.

const { values } = parseArgs({ options: { tasks: { type: 'string', default: '5000' } } });
const count = Number(values.tasks);
const goalMs = 1000;
/** At sixty frames a second a frame takes 17 ms; people notice a frame that takes longer than this. */
const goalFrameMs = 34;

/** Adds open tasks like those of the demo firm, most of them not begun, as at the start of a busy season. */
async function fill(appUrl: string): Promise<void> {
  const database = new pg.Client({ connectionString: appUrl, statement_timeout: 0 });
  await database.connect();
  const fresh = `insert into task (id, no, title, client_id, service_id, due_on, priority, status, search_text)
    select gen_random_uuid(), 'B-' || nth, title, client_id, service_id, current_date - 20 + (nth % 90)::int, priority,
      (array['todo', 'todo', 'todo', 'in_progress', 'in_review'])[1 + nth % 5], search_text
    from (select row_number() over () as nth, task.* from task, generate_series(1, 100)
      where client_id is not null limit ${count}) as task`;
  try {
    for (const statement of ['set statement_timeout = 0', fresh]) await database.query(statement);
  } finally {
    await database.end();
  }
}

const list = '/app/clients';
const board = '/app/tasks?view=board';

async function openBoard(page: Page, url: string): Promise<number> {
  const quiet = watchQuiet(page);
  await page.goto(url + list);
  await page.getByRole('main').getByRole('link').first().waitFor();
  await quiet();
  const startedAt = performance.now();
  await follow(page, board);
  await page.waitForFunction(() => document.querySelectorAll('[data-card]').length >= 20);
  return performance.now() - startedAt;
}

/** How long each frame takes while a column is scrolled through the cards loaded so far. */
const frames = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const column = document.querySelector('[data-drop=todo] [data-card]')?.closest('[data-drop=todo] > div');
    const times: number[] = [];
    let last = performance.now();
    for (let frame = 0; frame < 180; frame += 1) {
      if (column) column.scrollTop += 120;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      times.push(performance.now() - last);
      last = performance.now();
    }
    return times;
  });

async function tryWidth(browser: Browser, { url, token }: { url: string; token: string }, width: number) {
  const context = await openContext(browser, token, width);
  const opened: number[] = [];
  let drawn: Samples = samplesOf([]);
  for (let run = 0; run < 7; run += 1) {
    const page = await context.newPage();
    const time = await openBoard(page, url);
    // The first run also fetches the script of the screen, so it does not count.
    if (run > 0) opened.push(time);
    if (run === 6) drawn = samplesOf(await frames(page));
    await page.close();
  }
  await context.close();
  return { width, opened: samplesOf(opened), drawn };
}

if (!process.env.SITE_DIR) await build();
const installation = await openDemoInstallation(process.env.SITE_DIR ?? siteFolder);
try {
  await fill(installation.appUrl);
  const browser = await openBrowser();
  const widths = [await tryWidth(browser, installation, 1440), await tryWidth(browser, installation, 390)];
  await browser.close();
  print(
    `The board with ${count} more open tasks, opened from the list of clients, and its first column scrolled`,
    widths.map(({ width, opened, drawn }) => ({
      width,
      'opened p50 ms': ms(opened.p50),
      'slowest ms': ms(opened.p95),
      'frame p50 ms': ms(drawn.p50),
      'frame p95 ms': ms(drawn.p95),
    })),
  );
  for (const { width, opened, drawn } of widths) {
    measured(`the board opens in < ${goalMs} ms at ${width} px`, `${ms(opened.p95)} ms`, opened.p95 < goalMs);
    measured(
      `its frames take < ${goalFrameMs} ms at ${width} px, p95`,
      `${ms(drawn.p95)} ms`,
      drawn.p95 < goalFrameMs,
    );
  }
  tellGoals(loadavg()[0]?.toFixed(1) ?? '');
} finally {
  await installation.close();
}
