import pg from 'pg';
import { openDatabase } from '@daybook/api/db/database';
import { requestOf } from '@daybook/api/http/request-of';
import { buildServer } from '@daybook/api/http/server';
import { watchStatements } from '@daybook/api/test/watch-statements';
import type { Statement } from '@daybook/api/test/watch-statements';
import { apiBase } from '@daybook/contracts/endpoint';
import type { Endpoint } from '@daybook/contracts/endpoint';
import type { DemoHouse } from './demo-house.ts';
import { lists } from './list-cases.ts';
import { timed } from './samples.ts';
import type { Samples } from './samples.ts';

export interface ListTime {
  path: string;
  statements: number;
  endpoint: Samples;
  sql: Samples;
}

/** What the endpoint asks of PostgreSQL for one request: seen in a server of this process, on the same database. */
async function statementsOf(house: DemoHouse): Promise<Map<Endpoint, Statement[]>> {
  const database = openDatabase(house.appUrl, console, 2);
  const seen = watchStatements(database.pool);
  const app = await buildServer(database, { LOG_LEVEL: 'error', SITE_DIR: undefined, TRUST_PROXY: false });
  const found = new Map<Endpoint, Statement[]>();
  const headers = { authorization: `Bearer ${house.token}` };
  for (const endpoint of lists) {
    seen.length = 0;
    const answer = await app.inject(requestOf(endpoint, {}, { headers }));
    if (answer.statusCode !== 200) throw new Error(`GET ${endpoint.path}: ${answer.body}`);
    found.set(endpoint, [...seen]);
  }
  await app.close();
  await database.close();
  return found;
}

async function ask(house: DemoHouse, { path }: Endpoint): Promise<void> {
  const headers = { authorization: `Bearer ${house.token}` };
  const answer = await fetch(house.url + apiBase + path, { headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`);
}

/** Each list over HTTP, one request after the other, beside its own statements sent straight to PostgreSQL. */
export async function timeLists(house: DemoHouse): Promise<ListTime[]> {
  const found = await statementsOf(house);
  const client = new pg.Client({ connectionString: house.appUrl });
  await client.connect();
  const times: ListTime[] = [];
  for (const [endpoint, statements] of found) {
    const overHttp = await timed(() => ask(house, endpoint));
    const straight = await timed(async () => {
      for (const { text, values } of statements) await client.query(text, values);
    });
    times.push({ path: endpoint.path, statements: statements.length, endpoint: overHttp, sql: straight });
  }
  await client.end();
  return times;
}
