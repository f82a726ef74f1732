import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openFilledInstallation } from './filled-installation.ts';
import type { FilledInstallation, Viewer } from './filled-installation.ts';
import { measured, tellGoals } from './goals.ts';
import { lists } from './list-cases.ts';
import { ms, print } from './print.ts';
import { openRequests } from './requests.ts';
import type { Requests } from './requests.ts';
import { termsOf, walkOf } from './walk-cases.ts';
import type { Records } from './walk-cases.ts';

// pnpm bench:walk [--folder …] [--only search]: times every reading endpoint except the lists (pnpm bench:lists) for each of four people,
// in a firm with a million invoices. It ends with the endpoints that exceed their goal.

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(tmpdir(), 'daybook-million') },
    /** Only endpoints whose address contains this. */
    only: { type: 'string', default: '' },
    runs: { type: 'string', default: '40' },
  },
});

interface Timed {
  way: string;
  goalMs: number;
  p50: number;
  p95: number;
  'SQL p50': number;
}

/** The first and the last records of each list that the person sees. */
async function recordsOf(installation: FilledInstallation, requests: Requests): Promise<Records> {
  const records = new Map<string, { id: string }[]>();
  for (const list of lists) {
    if (!(await requests.isOpen(list))) continue;
    const pages = [];
    for (const cursor of [{}, { cursor: 'end' }])
      pages.push((await requests.page(list, { pageSize: 10, ...cursor })).rows);
    records.set(list.path, pages.flat());
  }
  const clients = records.get('/clients') ?? [];
  const terms = await termsOf(
    installation.owner,
    clients.map(({ id }) => id),
  );
  return new Map([...records, ['terms', terms]]);
}

async function walk(installation: FilledInstallation, viewer: Viewer): Promise<Timed[]> {
  const requests = await openRequests(installation, viewer);
  const { cases, unasked } = walkOf(await recordsOf(installation, requests));
  const times: Timed[] = [];
  for (const one of cases.filter(({ endpoint }) => endpoint.path.includes(values.only))) {
    const way = `${one.endpoint.path}${one.name && `, ${one.name}`}, ${viewer.name}`;
    try {
      const { http, sql } = await requests.time(one, Number(values.runs), one.goalMs);
      times.push({ way, goalMs: one.goalMs, ...http, 'SQL p50': sql.p50 });
    } catch (error) {
      console.log(`not answered: ${way}: ${String(error).slice(0, 200)}`);
    }
  }
  await requests.close();
  console.log(
    `${viewer.name}: ${times.length} cases; no input for ${unasked.map(({ path }) => path).join(', ')}`,
  );
  return times;
}

const installation = await openFilledInstallation(values.folder);
try {
  const times: Timed[] = [];
  for (const viewer of installation.viewers) times.push(...(await walk(installation, viewer)));
  const over = times.filter(({ p95, goalMs }) => p95 > goalMs).toSorted((a, b) => b.p95 - a.p95);
  const load = loadavg()[0]?.toFixed(1) ?? '';
  print(
    `Over their goal: ${over.length} of ${times.length} cases; load ${load}`,
    over.map(({ way, goalMs, p50, p95, 'SQL p50': sql }) => ({
      way,
      goal: goalMs,
      p50: ms(p50),
      p95: ms(p95),
      'SQL p50': ms(sql),
    })),
  );
  const worst = (part: Timed[]) => part.toSorted((a, b) => b.p95 - a.p95)[0];
  for (const [name, part] of [
    ['search', times.filter(({ way }) => way.startsWith('/search'))],
    ['what is read beside the lists', times.filter(({ way }) => !way.startsWith('/search'))],
  ] as const) {
    const slowest = worst(part);
    if (slowest)
      measured(
        `${name}: p95 < ${slowest.goalMs} ms`,
        `${ms(slowest.p95)} ms at most (${slowest.way})`,
        part.every(({ p95, goalMs }) => p95 <= goalMs),
      );
  }
  tellGoals(load);
} finally {
  await installation.close();
}
