import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Statement } from '@daybook/api/test/watch-statements';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { openFilledInstallation } from './filled-installation.ts';
import type { FilledInstallation, Viewer } from './filled-installation.ts';
import { openRecorder } from './record-statements.ts';
import { casesOf, halfWay, lists, totalOf } from './list-cases.ts';
import { kb, ms, print } from './print.ts';

// pnpm bench:reads [--folder …] [--only receipts] [--over 1500]: counts the pages of 8 KB that PostgreSQL reads for every list, by every
// sort and filter. Unlike times, these counts do not depend on the load, so they show where an index is missing.

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(tmpdir(), 'daybook-million') },
    only: { type: 'string', default: '' },
    /** Cases that read more pages than this are printed. */
    over: { type: 'string', default: '1500' },
  },
});

interface Way {
  name: string;
  reads: number;
  time: number;
}

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}
type Explained = [{ Plan: Plan; 'Execution Time': number }];

async function openReader(installation: FilledInstallation, { token }: Viewer) {
  const recorder = await openRecorder(installation.appUrl, token);
  const straight = new pg.Client({ connectionString: installation.appUrl });
  await straight.connect();

  async function explain({ text, values: given }: Statement): Promise<[number, number]> {
    const { rows } = await straight.query<{ 'QUERY PLAN': Explained }>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      given,
    );
    const explained = rows[0]?.['QUERY PLAN'][0];
    if (!explained) throw new Error(`no plan of ${text}`);
    const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = explained.Plan;
    return [hit + read, explained['Execution Time']];
  }
  return {
    /** The pages read, and the cursor of the next page; undefined if the person may not call the endpoint. */
    async way(endpoint: Endpoint, name: string, input: object): Promise<[Way, string | null] | undefined> {
      const { statusCode, body, statements } = await recorder.ask(endpoint, input);
      if (statusCode === 403) return undefined;
      if (statusCode !== 200) {
        console.error(`GET ${endpoint.path}, ${name}: ${body}`);
        return undefined;
      }
      const way = { name: `${endpoint.path}, ${name}`, reads: 0, time: 0 };
      for (const statement of statements.filter(({ text }) => /^(select|with)/i.test(text))) {
        const [reads, time] = await explain(statement);
        way.reads += reads;
        way.time += time;
      }
      const { data } = JSON.parse(body) as { data: { next?: string | null } };
      return [way, data.next ?? null];
    },
    async close() {
      await recorder.close();
      await straight.end();
    },
  };
}

async function readAll(installation: FilledInstallation, viewer: Viewer): Promise<Way[]> {
  const reader = await openReader(installation, viewer);
  const ways: Way[] = [];
  const take = async (endpoint: Endpoint, name: string, input: object) => {
    const read = await reader.way(endpoint, name, input);
    if (read) ways.push(read[0]);
    return read?.[1] ?? null;
  };
  const counted = new Set<string>();
  for (const endpoint of lists.filter(({ path }) => path.includes(values.only)))
    for (const { name, inputs } of await casesOf(installation.owner, endpoint)) {
      const { sort: _sort, cursor, ...rest } = inputs[0] ?? {};
      const next = await take(endpoint, name, inputs[0] ?? {});
      if (next !== null && cursor === undefined)
        await take(endpoint, `${name}, half-way`, { ...inputs[0], cursor: halfWay(next) });
      const total = totalOf(endpoint);
      const key = `${endpoint.path} ${JSON.stringify(rest)}`;
      if (total && !counted.has(key)) await take(total, name, rest);
      counted.add(key);
    }
  await reader.close();
  return ways;
}

const installation = await openFilledInstallation(values.folder);
for (const viewer of installation.viewers) {
  const ways = await readAll(installation, viewer);
  const over = ways.filter(({ reads }) => reads > Number(values.over)).toSorted((a, b) => b.reads - a.reads);
  print(
    `scope ${viewer.name}: ${over.length} of ${ways.length} cases read more than ${values.over} pages`,
    over.map(({ name, reads, time }) => ({ way: name, pages: kb(reads), ms: ms(time) })),
  );
}
await installation.close();
