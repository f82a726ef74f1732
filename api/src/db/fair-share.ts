import type pg from 'pg';
import { Refusal } from '@daybook/contracts/refusals';

/** The share of a pool that one person may hold at a time, and how long and how many of their statements may wait for it. */
export interface Bounds {
  atOnce: number;
  waiting: number;
  waitMs: number;
}

/** The methods of a pool that Kysely uses. */
export interface Share {
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
  options: object;
}

interface Waiter {
  go: () => void;
}

/** The turns of one person, in the order of their requests. */
function turnsOf({ atOnce, waiting, waitMs }: Bounds) {
  const queue = new Set<Waiter>();
  let held = 0;
  return {
    async take(): Promise<void> {
      if (held < atOnce) {
        held += 1;
        return;
      }
      if (queue.size >= waiting) throw new Refusal('UNAVAILABLE', { waiting: queue.size });
      await new Promise<void>((resolve, reject) => {
        const tooLong = setTimeout(() => {
          queue.delete(waiter);
          reject(new Refusal('UNAVAILABLE', { waitedMs: waitMs }));
        }, waitMs);
        const waiter: Waiter = {
          go() {
            clearTimeout(tooLong);
            queue.delete(waiter);
            resolve();
          },
        };
        queue.add(waiter);
      });
    },
    /** Passes the turn to the next one. */
    give(): void {
      const [next] = queue;
      if (next) next.go();
      else held -= 1;
    },
  };
}

/**
 * A pool that lends one person no more than their share. Forty slow reads of one person wait for each other and delay nobody else.
 * Returns the pool for that person.
 */
export function shareOf(pool: pg.Pool, bounds: Bounds): Share {
  const turns = turnsOf(bounds);
  return {
    async connect() {
      await turns.take();
      try {
        const client = await pool.connect();
        const release = client.release.bind(client);
        client.release = (error) => {
          release(error);
          turns.give();
        };
        return client;
      } catch (error) {
        turns.give();
        throw error;
      }
    },
    // Only the pool itself is ended.
    end: async () => undefined,
    options: pool.options,
  };
}
