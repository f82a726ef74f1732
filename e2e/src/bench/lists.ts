import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openFilledInstallation } from './filled-installation.ts';
import type { Viewer } from './filled-installation.ts';
import { casesOf, halfWay, lists, totalOf } from './list-cases.ts';
import type { ListCase } from './list-cases.ts';
import { measured, tellGoals } from './goals.ts';
import { kb, ms, print } from './print.ts';
import { openRequests } from './requests.ts';
import type { Requests } from './requests.ts';
import type { Samples } from './samples.ts';
import { timeWork } from './work-times.ts';

// pnpm bench:lists [--folder …] [--only receipts] [--minutes 20]: times every list of a firm with a million invoices, by every sort and filter.
// The figures depend on the machine and its load, so no test uses them (docs/rules.md#figures-are-not-tests).

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(tmpdir(), 'daybook-million') },
    /** Only lists whose address contains this; `work` stands for everything that is not a list. */
    only: { type: 'string', default: '' },
    /** How many of the slowest cases are printed for each list. */
    slow: { type: 'string', default: '3' },
    runs: { type: 'string', default: '40' },
    /** Cases that have not begun by then are left out and counted. */
    minutes: { type: 'string', default: '20' },
  },
});
const goalMs = 25;
/** First pages a second, for a person who sees all and for people who see a part. */
const goalPerSecond = { all: 1_000, part: 600 };
const goalMb = 400;
const endsAt = performance.now() + Number(values.minutes) * 60_000;

const load = (): string => loadavg()[0]?.toFixed(1) ?? '';

interface Timed {
  name: string;
  http: Samples;
  sql: Samples;
}
/** The times of all pages and of all totals. */
const ways: Record<'page' | 'total', Timed[]> = { page: [], total: [] };
let leftOut = 0;
const failed: string[] = [];

/** The case itself, and if the list has a next page, a page in the middle of the years. */
async function withDepth(requests: Requests, one: ListCase): Promise<ListCase[]> {
  if (one.name.includes('last page') || one.endpoint.path.endsWith('/total')) return [one];
  const [input = {}] = one.inputs;
  const { next } = await requests.page(one.endpoint, input);
  if (!next) return [one];
  return [one, { ...one, name: `${one.name}, half-way`, inputs: [{ ...input, cursor: halfWay(next) }] }];
}

/** A case that fails is recorded, and the others continue. */
async function timeCases(requests: Requests, cases: ListCase[]): Promise<Timed[]> {
  const times: Timed[] = [];
  for (const [index, one] of cases.entries()) {
    if (performance.now() > endsAt) {
      leftOut += cases.length - index;
      break;
    }
    try {
      for (const deep of await withDepth(requests, one))
        times.push({ name: deep.name, ...(await requests.time(deep, Number(values.runs), goalMs)) });
    } catch (error) {
      failed.push(`GET ${one.endpoint.path}, ${one.name}: ${String(error).slice(0, 200)}`);
    }
  }
  return times;
}

async function timeList(viewer: Viewer, requests: Requests, kind: 'page' | 'total', cases: ListCase[]) {
  const times = await timeCases(requests, cases);
  const path = cases[0]?.endpoint.path ?? '';
  ways[kind].push(...times.map((one) => ({ ...one, name: `${path}, ${one.name}, scope ${viewer.name}` })));
  const slowest = times.toSorted((a, b) => b.http.p95 - a.http.p95);
  const median = times.toSorted((a, b) => a.http.p50 - b.http.p50)[Math.floor(times.length / 2)];
  const rows = [
    ...(median ? [{ ...median, name: `(the median of ${times.length} cases)` }] : []),
    ...slowest.slice(0, Number(values.slow)),
  ];
  const over = times.filter(({ http }) => http.p95 > goalMs);
  print(
    `GET ${path}, scope ${viewer.name}: ${over.length} of ${times.length} cases over ${goalMs} ms; load ${load()}`,
    rows.map(({ name, http, sql }) => ({
      way: name,
      p50: ms(http.p50),
      p95: ms(http.p95),
      'SQL p50': ms(sql.p50),
      'SQL p95': ms(sql.p95),
      ratio: ms(http.p50 / sql.p50),
    })),
  );
}

const chosen = lists.filter(({ path }) => path.includes(values.only));

async function timeThroughput(viewer: Viewer, requests: Requests): Promise<void> {
  const throughputs = [];
  const goal = goalPerSecond[viewer.name === 'all' ? 'all' : 'part'];
  for (const endpoint of chosen)
    if (await requests.isOpen(endpoint))
      throughputs.push({ list: endpoint.path, ...(await requests.throughput(endpoint)) });
  if (throughputs.length === 0) return;
  print(
    `First pages a second with 10 clients, scope ${viewer.name} (goal: ${goal}); load ${load()}`,
    throughputs.map(({ list, http, sql }) => ({
      list,
      'requests/s': kb(http),
      'SQL/s': kb(sql),
      ratio: ms(sql / http),
    })),
  );
  const least = throughputs.toSorted((a, b) => a.http - b.http)[0];
  if (least)
    measured(
      `first pages a second at 10 clients, scope ${viewer.name}: ${goal}`,
      `${kb(least.http)} at least (${least.list}), ${throughputs.filter(({ http }) => http >= goal).length} of ${throughputs.length} lists reach it`,
      least.http >= goal,
    );
}

async function timeWays(viewer: Viewer, requests: Requests): Promise<void> {
  for (const endpoint of chosen) {
    if (!(await requests.isOpen(endpoint))) continue;
    const cases = await casesOf(installation.owner, endpoint);
    await timeList(viewer, requests, 'page', cases);
    const total = totalOf(endpoint);
    if (!total) continue;
    const totals = cases
      .filter(({ name }) => !name.includes('last page'))
      .map((one) => ({ ...one, endpoint: total }));
    await timeList(viewer, requests, 'total', await requests.withoutSort(totals));
  }
}

function tellWays(kind: 'page' | 'total', name: string): void {
  if (ways[kind].length === 0) return;
  const over = ways[kind].filter(({ http }) => http.p95 > goalMs).toSorted((a, b) => b.http.p95 - a.http.p95);
  const [worst] = over;
  measured(
    `${name}: p95 < ${goalMs} ms`,
    `${ways[kind].length - over.length} of ${ways[kind].length} cases${worst ? `; ${ms(worst.http.p95)} ms for ${worst.name}` : ''}`,
    over.length === 0 && failed.length === 0,
  );
  if (over.length > 0)
    print(
      `${name} over ${goalMs} ms`,
      over.slice(0, 40).map((one) => ({
        way: one.name,
        p50: ms(one.http.p50),
        p95: ms(one.http.p95),
        'SQL p50': ms(one.sql.p50),
      })),
    );
}

const installation = await openFilledInstallation(values.folder);
try {
  const opened = [];
  for (const viewer of installation.viewers)
    opened.push({ viewer, requests: await openRequests(installation, viewer) });
  for (const { viewer, requests } of opened) await timeThroughput(viewer, requests);
  if (values.only === '' || values.only === 'work') await timeWork(installation, load);
  for (const { viewer, requests } of opened) await timeWays(viewer, requests);
  for (const { requests } of opened) await requests.close();
  tellWays('page', 'every page of every list');
  tellWays('total', 'every total of every list');
  const { now, most } = installation.memory();
  measured(
    `memory of the server < ${goalMb} MB`,
    `${kb(most / 1024)} MB at most, ${kb(now / 1024)} now`,
    most / 1024 < goalMb,
  );
  for (const one of failed) console.log(`failed: ${one}`);
  if (leftOut > 0)
    console.log(`\n${leftOut} cases left out after ${values.minutes} minutes (--minutes, --only)`);
  tellGoals(load());
} finally {
  await installation.close();
}
