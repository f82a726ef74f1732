import { Writable } from 'node:stream';
import { pino } from 'pino';
import { throughPooler } from '@daybook/tooling/postgres/pooler';
import { createTestDatabase } from '@daybook/tooling/test-database';
import { openDatabase } from '../src/db/database.ts';
import { buildServer } from '../src/http/server.ts';

interface Line {
  msg: string;
  event?: string;
  route?: string;
  log?: string;
}

/** A server whose log can be read. */
export async function loggedServer(level: 'info' | 'warn' = 'info') {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString().split('\n').filter(Boolean));
      done();
    },
  });
  const testDatabase = await createTestDatabase();
  const { url, directUrl } = throughPooler(testDatabase.appUrl);
  const database = openDatabase(url, pino({ level: 'silent' }), 10, { directUrl });
  const config = { LOG_LEVEL: level, SITE_DIR: undefined, TRUST_PROXY: false } as const;
  const app = await buildServer(database, config, undefined, sink);
  const stop = async () => {
    await app.close();
    await database.close();
    await testDatabase.drop();
  };
  const taken = () => lines.splice(0).map((line) => JSON.parse(line) as Line);
  return { app, database, ownerUrl: testDatabase.ownerUrl, raw: () => lines.join('\n'), taken, stop };
}
