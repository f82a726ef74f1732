import type { Socket } from 'node:net';
import { CamelCasePlugin, CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { shareOf } from './fair-share.ts';
import type { Bounds } from './fair-share.ts';
import { prepareOften } from './prepare-often.ts';
import type { DB } from './schema.ts';

// Money and counts are bigint in SQL and numbers here; beyond 2^53 a figure would change silently, so it is refused.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is outside the safe integers`);
  return value;
});
// A date of a document is a date: no time zone may move it.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
// An instant leaves as it goes over the wire.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());

export type Db = Kysely<DB>;

export interface Database {
  db: Db;
  pool: pg.Pool;
  /** As one person may use it: no more than their share of the pool at a time. */
  dbOf(personId: string): Db;
  close(): Promise<void>;
}

/** How long somebody waits for a connection; beyond it the server is overloaded and says so. */
const longestWaitMs = 2_000;

/** Half of the pool is left to the others. What waits behind it is far more than all tabs of a person ask for as they come back. */
const boundsOf = (size: number): Bounds => ({
  atOnce: Math.max(1, Math.floor(size / 2)),
  waiting: 1_000,
  waitMs: 10_000,
});

/** Longer than a statement may take, and than a connection stays that nobody uses: what is silent for so long is cut off. */
const longestSilenceMs = 12_000;

/** As node-postgres has it; its types leave it out. */
interface Connected {
  connection: { stream: Socket };
}

/** A connection whose other end has gone without a word would be waited for, and be kept from everyone else, for ever. */
function endSilence(client: pg.PoolClient, silentMs: number): void {
  const { stream } = (client as unknown as Connected).connection;
  stream.setTimeout(silentMs, () =>
    stream.destroy(Object.assign(new Error('the database fell silent'), { code: 'ETIMEDOUT' })),
  );
}

/** What is asked for in one turn of the program leaves in one packet: to send one takes longer than to write it. */
function leaveTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as Connected).connection;
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  const query = (...given: unknown[]) => {
    stream.cork();
    process.nextTick(() => stream.uncork());
    return send(...given);
  };
  client.query = query as typeof client.query;
}

/** Opens the pool. A database that restarts never ends the process: lost connections are logged and replaced. */
export function openDatabase(
  url: string,
  log: Pick<Logger, 'warn'>,
  size = 10,
  silentMs = longestSilenceMs,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: longestWaitMs,
    statement_timeout: 5_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'daybook',
    // What a transaction asks for together leaves together (in-transaction.ts).
    pipeline: true,
  });
  const lost = (error: Error) =>
    log.warn({ code: (error as { code?: string }).code }, 'database connection lost');
  pool.on('error', lost);
  pool.on('connect', (client) => {
    client.on('error', lost);
    endSilence(client, silentMs);
    leaveTogether(client);
    prepareOften(client);
  });
  // Keys inside jsonb are data and stay as they were stored.
  const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins });
  const ofPeople = new Map<string, Db>();
  const dbOf = (personId: string): Db => {
    const known = ofPeople.get(personId);
    if (known) return known;
    const made = new Kysely<DB>({
      dialect: new PostgresDialect({ pool: shareOf(pool, boundsOf(size)) }),
      plugins,
    });
    ofPeople.set(personId, made);
    return made;
  };
  const close = async () => {
    await db.destroy();
    // Kysely leaves a pool alone that it has never used itself: a server that was only asked for its health.
    if (!pool.ended) await pool.end();
  };
  return { db, pool, dbOf, close };
}

/** Who acts and by what request, for the audit triggers and the created_by defaults of this transaction. */
export const actAs = (actorId: string | null, requestId: string, action: string): CompiledQuery =>
  CompiledQuery.raw(
    `select set_config('daybook.actor', $1, true), set_config('daybook.request', $2, true), set_config('daybook.action', $3, true)`,
    [actorId ?? '', requestId, action],
  );

/** A value for a jsonb column: the driver would make a PostgreSQL array of a JavaScript one. */
export const json = (value: unknown): RawBuilder<unknown> => sql`${JSON.stringify(value)}::jsonb`;
