import { openDatabase } from '@daybook/api/db/database';
import { requestOf } from '@daybook/api/http/request-of';
import { buildServer } from '@daybook/api/http/server';
import { watchStatements } from '@daybook/api/test/watch-statements';
import type { Statement } from '@daybook/api/test/watch-statements';
import type { Endpoint } from '@daybook/contracts/endpoint';

export interface Recorded {
  statusCode: number;
  body: string;
  statements: Statement[];
}

export interface Recorder {
  ask(endpoint: Endpoint, input: object): Promise<Recorded>;
  close(): Promise<void>;
}

/** Records the statements that requests of this person send to PostgreSQL, in a server inside this process on the same database. */
export async function openRecorder(appUrl: string, token: string): Promise<Recorder> {
  const database = openDatabase(appUrl, console, 2);
  const heard = watchStatements(database.pool);
  const app = await buildServer(database, { LOG_LEVEL: 'error', SITE_DIR: undefined, TRUST_PROXY: false });
  const headers = { authorization: `Bearer ${token}` };
  return {
    async ask(endpoint, input) {
      heard.length = 0;
      const { statusCode, body } = await app.inject(requestOf(endpoint, input, { headers }));
      return { statusCode, body, statements: [...heard] };
    },
    async close() {
      await app.close();
      await database.close();
    },
  };
}

/** The statements of one request. Throws the server's answer if it is not 200. */
export async function statementsOf(
  recorder: Recorder,
  endpoint: Endpoint,
  input: object,
): Promise<Statement[]> {
  const { statusCode, body, statements } = await recorder.ask(endpoint, input);
  if (statusCode !== 200) throw new Error(`GET ${endpoint.path}: ${body}`);
  return statements;
}
