import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { actAs } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { planOutdated } from '../db/prepare-often.ts';

const attempts = 4;
/** Serialization failure, deadlock, and a plan from before a migration: the whole transaction may be run again (docs/rules.md#order-of-a-request). */
const retriable = new Set(['40001', '40P01', planOutdated]);

interface Write {
  action: string;
  request: FastifyRequest;
  endpoint: Endpoint;
}

interface Remembered {
  actorId: string;
  route: string;
  key: string;
  bodyHash: Buffer;
}

const anyone = '00000000-0000-0000-0000-000000000000';

function remembered({ action, request }: Write): Remembered | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\w.:-]{8,100}$/.test(key)) throw new Refusal('IDEMPOTENCY_KEY_INVALID');
  const body = JSON.stringify([request.params, request.body ?? {}, request.headers['if-match'] ?? null]);
  return {
    actorId: request.caller?.id ?? anyone,
    route: action,
    key,
    bodyHash: createHash('sha256').update(body).digest(),
  };
}

/**
 * The stored reply of the same request, or null when it is new. Refuses one that is still running, another body
 * (docs/rules.md#idempotency), and one whose reply went with an erased client.
 */
async function replay(
  db: Db,
  { actorId, route, key, bodyHash }: Remembered,
): Promise<{ reply: unknown } | null> {
  const [lock, stored] = await Promise.all([
    sql<{
      locked: boolean;
    }>`select pg_try_advisory_xact_lock(hashtextextended(${`${actorId} ${route} ${key}`}, 0)) as locked`.execute(
      db,
    ),
    db
      .selectFrom('idempotencyKey')
      .select(['bodyHash', 'reply'])
      .where('actorId', '=', actorId)
      .where('route', '=', route)
      .where('key', '=', key)
      .executeTakeFirst(),
  ]);
  if (!lock.rows[0]?.locked) throw new Refusal('IDEMPOTENCY_IN_FLIGHT');
  if (!stored) return null;
  if (!stored.bodyHash.equals(bodyHash)) throw new Refusal('IDEMPOTENCY_MISMATCH');
  if (stored.reply === null) throw new Refusal('NOT_FOUND');
  return { reply: stored.reply };
}

/** The reply as it is stored for a replay. */
const keptOf = ({ shownOnce }: Endpoint, reply: unknown): string =>
  JSON.stringify(reply, (name, value: unknown) => (shownOnce.includes(name) ? null : value));

async function writeOnce<T>(root: Db, write: Write, work: (db: Db) => Promise<T>): Promise<T> {
  const memory = remembered(write);
  return inTransaction(root, async (db) => {
    const [earlier] = await Promise.all([
      memory && replay(db, memory),
      db.executeQuery(
        actAs(write.request.caller?.id ?? null, write.request.id, write.action, write.request.ip),
      ),
    ]);
    if (earlier) return earlier.reply as T;
    const reply = await work(db);
    if (memory) {
      await db
        .insertInto('idempotencyKey')
        .values({ ...memory, status: 200, reply: keptOf(write.endpoint, reply) })
        .execute();
    }
    return reply;
  });
}

/** Runs a whole transaction again that lost against another one, a few times. */
export async function runAgain<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      const again = retriable.has((error as { code?: string }).code ?? '') && attempt < attempts;
      if (!again) throw error;
      await wait(Math.random() * 20 * attempt);
    }
  }
}

/** One transaction: the work, its audit rows and the stored reply commit together or not at all. */
export const runWrite = <T>(root: Db, write: Write, work: (db: Db) => Promise<T>): Promise<T> =>
  runAgain(() => writeOnce(root, write, work));
