import type { Socket } from 'node:net';
import { CamelCasePlugin, CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { shareOf } from './fair-share.ts';
import type { Bounds } from './fair-share.ts';
import { limits } from './limits-of-role.ts';
import { prepareOften } from './prepare-often.ts';
import type { DB } from './schema.ts';

// Money and counts are bigint in SQL and numbers here. Beyond 2^53 a number would change silently, so it is refused.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is outside the safe integers`);
  return value;
});
// The date of a document is a plain date, which no time zone may move.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
// An instant is an ISO string in UTC, to the millisecond.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());

export type Db = Kysely<DB>;

export interface Database {
  db: Db;
  pool: pg.Pool;
  /** Past any pooler, for what needs a session of its own: LISTEN, backups and checks. Without a pooler it is `pool`. */
  direct: pg.Pool;
  /** The database for one person, who may use no more than their share of the pool at a time. */
  dbOf(personId: string): Db;
  /** Gives up all connections of `pool` at once, as if they were lost: what waits for an answer fails as unavailable. */
  giveUp(): void;
  close(): Promise<void>;
}

/** Half of the pool is left to the others. Far more may wait than all tabs of a person request when they come back. */
const boundsOf = (size: number): Bounds => ({
  atOnce: Math.max(1, Math.floor(size / 2)),
  waiting: 1_000,
  waitMs: 10_000,
});

export interface DatabaseOptions {
  /** How long a request waits for a connection. After that the server is overloaded and refuses it. */
  waitMs?: number | undefined;
  /**
   * A connection that is silent for this long is closed. The limit is longer than a statement of this pool may take, and longer
   * than an unused connection stays open.
   */
  silentMs?: number | undefined;
  /** The address past the pooler. If it is given, `url` leads to a pooler that gives a connection to each transaction, not to each client. */
  directUrl?: string | undefined;
  /** Every session refuses to write, wherever the address leads. */
  isReadOnly?: boolean | undefined;
}

/** A property of node-postgres that its types leave out. */
interface Connected {
  connection: { stream: Socket };
}

const streamOf = (client: pg.PoolClient): Socket => (client as unknown as Connected).connection.stream;

const endSilent = (stream: Socket): void =>
  void stream.destroy(Object.assign(new Error('the database fell silent'), { code: 'ETIMEDOUT' }));

/** Closes a connection whose other end vanished. Otherwise it would be awaited, and unavailable to everyone else, for ever. */
function endSilence(client: pg.PoolClient, silentMs: number): void {
  const stream = streamOf(client);
  stream.setTimeout(silentMs, () => endSilent(stream));
}

/** Sends the statements of one turn of the event loop in one packet, because sending a packet takes longer than writing it. */
function leaveTogether(client: pg.PoolClient): void {
  const stream = streamOf(client);
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  const query = (...given: unknown[]) => {
    stream.cork();
    process.nextTick(() => stream.uncork());
    return send(...given);
  };
  client.query = query as typeof client.query;
}

interface PoolOptions {
  url: string;
  size: number;
  waitMs: number;
  silentMs: number;
  isBehindPooler: boolean;
  isReadOnly?: boolean;
}

/** A database that restarts never ends the process: lost connections are logged and replaced. */
function openPool(
  { url, size, waitMs, silentMs, isBehindPooler, isReadOnly = false }: PoolOptions,
  log: Pick<Logger, 'warn'>,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: waitMs,
    // A connection that nobody uses is silent too, and would be given up as lost.
    idleTimeoutMillis: Math.min(10_000, silentMs - 1_000),
    // A pooler refuses to set them for one client; there they belong to the role.
    ...(!isBehindPooler && limits),
    ...(isReadOnly && { options: '-c default_transaction_read_only=on' }),
    application_name: 'daybook',
    // Statements that a transaction starts together leave together (in-transaction.ts).
    pipeline: true,
  });
  const lost = (error: Error) =>
    log.warn({ code: (error as { code?: string }).code }, 'database connection lost');
  pool.on('error', lost);
  pool.on('connect', (client) => {
    client.on('error', lost);
    endSilence(client, silentMs);
    leaveTogether(client);
    // Behind a pooler, the next statement may reach a session in which nothing was prepared.
    if (!isBehindPooler) prepareOften(client);
  });
  return pool;
}

export function openDatabase(
  url: string,
  log: Pick<Logger, 'warn'>,
  size = 10,
  { waitMs = 2_000, silentMs = 12_000, directUrl, isReadOnly = false }: DatabaseOptions = {},
): Database {
  const isBehindPooler = directUrl !== undefined;
  const pool = openPool({ url, size, waitMs, silentMs, isBehindPooler, isReadOnly }, log);
  // One connection listens; whatever else needs a session opens its own.
  const direct = isBehindPooler
    ? openPool({ url: directUrl, size: 1, waitMs, silentMs, isBehindPooler: false }, log)
    : pool;
  // Keys inside jsonb are data and stay as they are stored.
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
  const streams = new Set<Socket>();
  pool.on('connect', (client) => streams.add(streamOf(client)));
  pool.on('remove', (client) => streams.delete(streamOf(client)));
  const giveUp = () => {
    for (const stream of streams) endSilent(stream);
  };
  const close = async () => {
    await db.destroy();
    // Kysely does not close a pool that it has never used, such as that of a server that only answered health checks.
    if (!pool.ended) await pool.end();
    if (!direct.ended) await direct.end();
  };
  return { db, pool, direct, dbOf, giveUp, close };
}

/**
 * Names the actor and the request to the audit triggers and the created_by defaults of this transaction. `address` is that of the
 * request; what Daybook does by itself has none.
 */
export const actAs = (
  actorId: string | null,
  requestId: string,
  action: string,
  address = '',
): CompiledQuery =>
  CompiledQuery.raw(
    `select set_config('daybook.actor', $1, true), set_config('daybook.request', $2, true), set_config('daybook.action', $3, true),
       set_config('daybook.address', $4, true)`,
    [actorId ?? '', requestId, action, address],
  );

/** A value for a jsonb column. Without this the driver would turn a JavaScript array into a PostgreSQL array. */
export const json = (value: unknown): RawBuilder<unknown> => sql`${JSON.stringify(value)}::jsonb`;
