import fc from 'fast-check';
import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { addDays } from '@daybook/contracts/plain-date';
import { requestOf } from '../../src/http/request-of.ts';
import type { Caller, TestApi } from '../test-api.ts';
import type { Market } from './markets.ts';
import { anyInvoice } from './random-invoice.ts';
import type { Documents } from './documents.ts';

/** The random choices of one command; each command uses those it needs. */
export const dice = fc.record({
  pick: fc.nat(1000),
  percent: fc.integer({ min: 1, max: 110 }),
  size: fc.integer({ min: 1, max: 300_000 }),
  isOther: fc.boolean(),
  /** The record is chosen among all, whether or not it fits the command. */
  isWild: fc.integer({ min: 0, max: 7 }).map((n) => n === 7),
  /** Days that pass before the command, and days by which the command is backdated. */
  wait: fc.nat(3),
  back: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(6) }),
  invoice: anyInvoice,
});
export type Dice = typeof dice extends fc.Arbitrary<infer One> ? One : never;

/** The people who work on the books of one billing entity, on a day. */
export interface Fixture {
  api: TestApi;
  market: Market;
  entityId: string;
  categoryId: string;
  departmentIds: readonly string[];
  /** True if the billing entity issues only what another person has approved. */
  isStrict: boolean;
  writer: Caller;
  partner: Caller;
  /** A third person, for what neither giver nor receiver of cash may do. */
  clerk: Caller;
  day: string;
  /** The endpoints that succeeded at least once. */
  done: Set<string>;
  /** The results so far, for the report of a failure. */
  said: string[];
}

/** Runs a command and returns its day in the ledger; null if it was refused or posts nothing. */
export type Command = (fixture: Fixture, documents: Documents, dice: Dice) => Promise<string | null>;

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** The data of the answer, or null for a legitimate refusal. A 5xx fails the test. */
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

/** One of the records that fit, or of all if the dice are wild. */
export function oneOf<T>(all: readonly T[], fits: (one: T) => boolean, { pick, isWild }: Dice): T | null {
  const choice = isWild ? all : all.filter(fits);
  return choice[pick % Math.max(1, choice.length)] ?? null;
}

export const dated = ({ day }: Fixture, { back }: Dice): string => addDays(day, -back);

export const partOf = (amount: number, { percent }: Dice): number =>
  Math.max(1, Math.ceil((amount * percent) / 100));
