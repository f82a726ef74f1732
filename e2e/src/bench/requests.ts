import pg from 'pg';
import { requestOf } from '@daybook/api/http/request-of';
import type { Statement } from '@daybook/api/test/watch-statements';
import type { Endpoint } from '@daybook/contracts/endpoint';
import type { FilledInstallation, Viewer } from './filled-installation.ts';
import { openRecorder, statementsOf } from './record-statements.ts';
import { askerOf, perSecond } from './keep-alive.ts';
import type { ListCase } from './list-cases.ts';
import { timed } from './samples.ts';
import type { Samples } from './samples.ts';

interface Compared<Figure> {
  http: Figure;
  /** The same statements sent straight to PostgreSQL. */
  sql: Figure;
}

export interface Requests {
  isOpen(endpoint: Endpoint): Promise<boolean>;
  page(endpoint: Endpoint, input: object): Promise<{ next: string | null; rows: { id: string }[] }>;
  time(one: Pick<ListCase, 'endpoint' | 'inputs'>, runs: number, goalMs: number): Promise<Compared<Samples>>;
  throughput(endpoint: Endpoint): Promise<Compared<number>>;
  /** A total has no order, so each filter remains only once. */
  withoutSort(cases: ListCase[]): Promise<ListCase[]>;
  close(): Promise<void>;
}

const clients = 10;
const throughputMs = 2_000;
/** Requests that stay well within their goal are repeated only a few times; the others often enough for a 95th percentile. */
const fewRuns = 8;
const wellWithin = 0.5;

const urlOf = (endpoint: Endpoint, input: object): string => requestOf(endpoint, input).url;

/** Times requests of one person, and the statements that they send to PostgreSQL. */
export async function openRequests(installation: FilledInstallation, { token }: Viewer): Promise<Requests> {
  const ask = askerOf(installation.url, token, clients);
  const recorder = await openRecorder(installation.appUrl, token);
  const straight = new pg.Pool({ connectionString: installation.appUrl, max: clients });

  async function send(statements: Statement[]): Promise<void> {
    const client = await straight.connect();
    for (const { text, values } of statements) await client.query(text, values);
    client.release();
  }

  return {
    async isOpen(endpoint) {
      return (await recorder.ask(endpoint, {})).statusCode === 200;
    },
    async page(endpoint, input) {
      const body = JSON.parse((await ask(urlOf(endpoint, input))).toString()) as {
        data: { next: string | null; rows: { id: string }[] };
      };
      return body.data;
    },
    async time({ endpoint, inputs }, runs, goalMs) {
      const urls = inputs.map((input) => urlOf(endpoint, input));
      let at = 0;
      const overHttp = () => ask(urls[(at += 1) % urls.length] ?? '');
      const statements = await statementsOf(recorder, endpoint, inputs[0] ?? {});
      let http = await timed(overHttp, { runs: fewRuns, warmUp: 3 });
      const isClear = http.p95 < goalMs * wellWithin || http.p50 > goalMs * 10;
      if (!isClear) http = await timed(overHttp, { runs, warmUp: 0 });
      const sql = await timed(() => send(statements), { runs: isClear ? fewRuns : runs, warmUp: 1 });
      return { http, sql };
    },
    async throughput(endpoint) {
      const url = urlOf(endpoint, {});
      const statements = await statementsOf(recorder, endpoint, {});
      await perSecond(clients, 500, () => ask(url));
      const http = await perSecond(clients, throughputMs, () => ask(url));
      return { http, sql: await perSecond(clients, throughputMs / 2, () => send(statements)) };
    },
    async withoutSort(cases) {
      const seen = new Set<string>();
      return cases
        .map((one) => ({
          ...one,
          inputs: one.inputs.map(({ sort: _sort, cursor: _cursor, ...input }) => input),
          name: one.name.replace(/^[^,]*(, )?/, '') || 'no filter',
        }))
        .filter(({ name }) => !seen.has(name) && seen.add(name));
    },
    async close() {
      await recorder.close();
      await straight.end();
    },
  };
}
