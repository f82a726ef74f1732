import fc from 'fast-check';
import { Refusal } from '@daybook/contracts/refusals';
import { theSystem } from '../src/auth/the-system.ts';
import { getSubscription } from '../src/crm/subscriptions/subscriptions.queries.ts';
import type { Db } from '../src/db/database.ts';
import { inTransaction } from '../src/db/in-transaction.ts';
import type { SoldOnce, SoldPackage, Stretch } from './subscription-oracle.ts';

export interface Subscriber {
  clientId: string;
  /** The subscription that the client had last. */
  id: string | null;
  stretches: Stretch[];
  /** What it bought once. */
  once: SoldOnce[];
  /** The days on which work that is done once begins. */
  begun: string[];
}

export const aDraw = fc.record({
  what: fc.nat(1_000),
  /** From today to the day that the command names. */
  days: fc.integer({ min: -70, max: 70 }),
  pick: fc.nat(1_000),
  price: fc.integer({ min: 0, max: 3_000 }).map((units) => units * 500),
});
type Draw = typeof aDraw extends fc.Arbitrary<infer T> ? T : never;

export interface Asked {
  db: Db;
  shop: readonly SoldPackage[];
  /** A package that is sold once. */
  single: { id: string; price: number; currency: string };
  subscriber: Subscriber;
  /** Today. */
  day: string;
  /** The last day on which the server has run: today, or an earlier day if it stood still since. */
  ran: string;
  /** Of the zone of the firm. */
  offset: string;
  /** The day that the command names. */
  named: string;
  draw: Draw;
}

/** What a command did, and what it should have done by the oracle: `done`, or the code of the refusal. */
export interface Outcome {
  command: string;
  day: string;
  did: string;
  should: string;
}

export async function outcomeOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<string> {
  try {
    await inTransaction(db, work);
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return Object.values(error.fields)[0]?.[0]?.code ?? error.code;
    throw error;
  }
}

export const versionOf = async (db: Db, id: string) => (await getSubscription(db, theSystem, id)).version;
export const doers = () => ({ assigneeRule: 'client_executive' as const, assigneeIds: [] });
