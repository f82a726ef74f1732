import pg from 'pg';
import type { Statement } from '@daybook/api/test/watch-statements';
import { apiBase } from '@daybook/contracts/endpoint';
import type { Endpoint } from '@daybook/contracts/endpoint';
import type { DemoInstallation } from './demo-installation.ts';
import { openRecorder, statementsOf } from './record-statements.ts';
import { lists } from './list-cases.ts';
import { timed } from './samples.ts';
import type { Samples } from './samples.ts';

export interface ListTime {
  path: string;
  statements: number;
  endpoint: Samples;
  sql: Samples;
}

async function statementsOfAll(installation: DemoInstallation): Promise<Map<Endpoint, Statement[]>> {
  const recorder = await openRecorder(installation.appUrl, installation.token);
  const found = new Map<Endpoint, Statement[]>();
  for (const endpoint of lists) found.set(endpoint, await statementsOf(recorder, endpoint, {}));
  await recorder.close();
  return found;
}

async function ask(installation: DemoInstallation, { path }: Endpoint): Promise<void> {
  const headers = { authorization: `Bearer ${installation.token}` };
  const answer = await fetch(installation.url + apiBase + path, { headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`);
}

/** Times each list over HTTP, one request after the other, and the same statements sent straight to PostgreSQL. */
export async function timeLists(installation: DemoInstallation): Promise<ListTime[]> {
  const found = await statementsOfAll(installation);
  const client = new pg.Client({ connectionString: installation.appUrl });
  await client.connect();
  const times: ListTime[] = [];
  for (const [endpoint, statements] of found) {
    const overHttp = await timed(() => ask(installation, endpoint));
    const straight = await timed(async () => {
      for (const { text, values } of statements) await client.query(text, values);
    });
    times.push({ path: endpoint.path, statements: statements.length, endpoint: overHttp, sql: straight });
  }
  await client.end();
  return times;
}
