import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openFilledHouse } from './filled-house.ts';
import type { Viewer } from './filled-house.ts';
import { casesOf, halfWay, lists, totalOf } from './list-cases.ts';
import type { ListCase } from './list-cases.ts';
import { kb, ms, print } from './print.ts';
import { openRequests } from './requests.ts';
import type { Requests } from './requests.ts';
import { timeWork } from './work-times.ts';

// pnpm bench:lists [--folder …] [--only receipts] [--slow 10]: every list of a firm of a million invoices, every way it can be looked at.
// Figures to read, never a test: what is measured depends on the machine and on what else it does (rulings 34).

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(tmpdir(), 'daybook-million') },
    /** Lists whose address has this in it. */
    only: { type: 'string', default: '' },
    /** How many of the slowest ways are printed for each list. */
    slow: { type: 'string', default: '3' },
    runs: { type: 'string', default: '30' },
  },
});
const goalMs = 25;

const load = (): string => loadavg()[0]?.toFixed(1) ?? '';

/** The pages of a case, and, where the list goes on, one half-way through the years. */
async function withDepth(requests: Requests, cases: ListCase[]): Promise<ListCase[]> {
  const deep: ListCase[] = [];
  for (const one of cases) {
    if (one.name.includes('last page')) continue;
    const [input = {}] = one.inputs;
    const { next } = await requests.page(one.endpoint, input);
    if (next)
      deep.push({ ...one, name: `${one.name}, half-way`, inputs: [{ ...input, cursor: halfWay(next) }] });
  }
  return [...cases, ...deep];
}

async function timeList(viewer: Viewer, requests: Requests, cases: ListCase[]) {
  const times = [];
  for (const one of await withDepth(requests, cases))
    times.push({ ...(await requests.time(one, Number(values.runs))), name: one.name });
  const slowest = times.toSorted((a, b) => b.http.p95 - a.http.p95);
  const [{ endpoint } = { endpoint: undefined }] = cases;
  const median = times.toSorted((a, b) => a.http.p50 - b.http.p50)[Math.floor(times.length / 2)];
  const rows = [
    ...(median ? [{ ...median, name: `(the middle of ${times.length} ways)` }] : []),
    ...slowest.slice(0, Number(values.slow)),
  ];
  const over = times.filter(({ http }) => http.p95 > goalMs);
  print(
    `GET ${endpoint?.path}, scope ${viewer.name}: ${over.length} of ${times.length} ways over ${goalMs} ms; load ${load()}`,
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

const house = await openFilledHouse(values.folder);
try {
  for (const viewer of house.viewers) {
    const requests = await openRequests(house, viewer);
    const throughputs = [];
    for (const endpoint of lists.filter(({ path }) => path.includes(values.only))) {
      if (!(await requests.isOpen(endpoint))) continue;
      const cases = await casesOf(house.owner, endpoint);
      await timeList(viewer, requests, cases);
      const total = totalOf(endpoint);
      if (total) {
        const totals = cases
          .filter(({ name }) => !name.includes('last page'))
          .map(({ inputs, ...one }) => ({ ...one, endpoint: total, inputs }));
        await timeList(viewer, requests, await requests.withoutSort(totals));
      }
      throughputs.push({ list: endpoint.path, ...(await requests.throughput(endpoint)) });
    }
    print(
      `First pages a second with 10 clients, scope ${viewer.name} (goal: 1,000); load ${load()}`,
      throughputs.map(({ list, http, sql }) => ({
        list,
        'requests/s': kb(http),
        'SQL/s': kb(sql),
        ratio: ms(sql / http),
      })),
    );
    await requests.close();
  }
  if (!values.only) await timeWork(house, load);
  const { now, most } = house.memory();
  console.log(`\nThe server holds ${kb(now / 1024)} MB, ${kb(most / 1024)} MB at most (goal: < 400 MB)`);
} finally {
  await house.close();
}
