import fc from 'fast-check';
import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { addDays } from '@daybook/contracts/plain-date';
import { requestOf } from '../../src/http/request-of.ts';
import type { Caller, TestApi } from '../test-api.ts';
import type { Market } from './markets.ts';
import { anyInvoice } from './random-invoice.ts';
import type { Documents } from './documents.ts';

/** What chance says about one command; each reads of it what it needs. */
export const dice = fc.record({
  pick: fc.nat(1000),
  percent: fc.integer({ min: 1, max: 110 }),
  size: fc.integer({ min: 1, max: 300_000 }),
  isOther: fc.boolean(),
  /** Taken of anything, whether the command fits it or not. */
  isWild: fc.integer({ min: 0, max: 7 }).map((n) => n === 7),
  /** Days that pass before, and days back that the command is dated. */
  wait: fc.nat(3),
  back: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(6) }),
  invoice: anyInvoice,
});
export type Dice = typeof dice extends fc.Arbitrary<infer One> ? One : never;

/** Who works on the books of one billing entity, on a day. */
export interface Fixture {
  api: TestApi;
  market: Market;
  entityId: string;
  categoryId: string;
  /** Issues only what another person approved. */
  isStrict: boolean;
  writer: Caller;
  partner: Caller;
  day: string;
  /** The endpoints that ever answered with yes. */
  done: Set<string>;
  /** The last refusal, for the report of a failure. */
  said: string[];
}

/** Runs a command, and answers the day it is of in the ledger; null when it was refused or is no matter of the ledger. */
export type Command = (fixture: Fixture, documents: Documents, dice: Dice) => Promise<string | null>;

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** What the endpoint answers, or null when it refuses as it may; an answer of 5xx fails the test. */
export async function attempt<E extends Endpoint>(
  fixture: Fixture,
  endpoint: E,
  input: InputOf<E>,
  { version, by = fixture.writer }: { version?: number | undefined; by?: Caller } = {},
): Promise<OutputOf<E> | null> {
  const answer = await by.inject(requestOf(endpoint, input, { version }));
  const body = answer.json<{ status: boolean; code?: string; data: never }>();
  fixture.said.push(`${nameOf(endpoint)}: ${body.code ?? 'done'}`);
  if (answer.statusCode >= 500) throw new Error(`${nameOf(endpoint)} answered ${answer.body}`);
  if (!body.status) return null;
  fixture.done.add(nameOf(endpoint));
  return body.data;
}

/** One of those that fit, or of all when chance is wild. */
export function oneOf<T>(all: readonly T[], fits: (one: T) => boolean, { pick, isWild }: Dice): T | null {
  const choice = isWild ? all : all.filter(fits);
  return choice[pick % Math.max(1, choice.length)] ?? null;
}

export const dated = ({ day }: Fixture, { back }: Dice): string => addDays(day, -back);

export const partOf = (amount: number, { percent }: Dice): number =>
  Math.max(1, Math.ceil((amount * percent) / 100));
