import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';

/** How many failures cause no delay, by what factor the delay then grows from one second, and when failures are forgotten. */
interface Patience {
  free: number;
  factor: number;
  forgetAfter: string;
}

const longestSeconds = 900;

/** One second after the third failure, thirty after the fourth, from the fifth on fifteen minutes (docs/rules.md#delays-after-wrong-passwords). */
export const withAccount: Patience = { free: 2, factor: 30, forgetAfter: '1 day' };
/** A whole office may share one IP address. */
export const withAddress: Patience = { free: 19, factor: 2, forgetAfter: '1 hour' };

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Hashed, known or not: people type secrets into the wrong field. */
export const accountSubject = (email: string): string => `account ${digest(email)}`;

/** One IPv6 customer has a whole /64 of addresses. */
export function addressSubject(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (v4 || !isIPv6(ip)) return `address ${v4 ?? ip}`;
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4);
  return `address ${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}`;
}

const waitAfter = (failures: RawBuilder<unknown>, { free, factor }: Patience) => sql`
  make_interval(secs => case when ${failures} <= ${free}::int then 0
    else least(${longestSeconds}::int, power(${factor}::int, least(${failures} - ${free}::int - 1, 20))) end)`;

/** Refuses RATE_LIMITED with the `seconds` that remain while one of the subjects has to wait. */
export async function refuseWhileDelayed(db: Db, ...subjects: string[]): Promise<void> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from max(until) - clock_timestamp()))::int as seconds from sign_in_delay
    where subject = any (${subjects}) and until > clock_timestamp()`.execute(db);
  const seconds = rows[0]?.seconds;
  if (seconds) throw new Refusal('RATE_LIMITED', { seconds: Math.max(seconds, 1) });
}

/**
 * Counts an attempt as failed before it is made, under the lock of its row. Attempts that come at once at several servers get
 * no further than they would one after the other. Returns the count, which `giveBackTry` needs.
 * Refuses RATE_LIMITED. A refused attempt does not count, so nobody locks another person out for ever (docs/rules.md#delays-after-wrong-passwords).
 */
export async function takeTry(db: Db, subject: string, patience: Patience): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_delay as known (subject, failures, last_failed_at, until)
    values (${subject}, 1, clock_timestamp(), clock_timestamp() + ${waitAfter(sql`1`, patience)})
    on conflict (subject) do update set (failures, last_failed_at, until) = (
      select n, clock_timestamp(), clock_timestamp() + ${waitAfter(sql`n`, patience)}
      from (select case when known.last_failed_at < clock_timestamp() - ${patience.forgetAfter}::interval then 1
        else known.failures + 1 end as n) as next)
    where known.until <= clock_timestamp()
    returning failures`.execute(db);
  const taken = rows[0]?.failures;
  if (taken !== undefined) return taken;
  await refuseWhileDelayed(db, subject);
  return takeTry(db, subject, patience);
}

/** Takes back the count of an attempt that did not fail. Earlier failures stay counted. */
export async function giveBackTry(db: Db, subject: string, taken: number): Promise<void> {
  await sql`
    update sign_in_delay set failures = greatest(failures - 1, 0),
      until = case when failures = ${taken}::int then clock_timestamp() else until end
    where subject = ${subject}`.execute(db);
}

/** Forgets earlier failures. */
export async function forgetFailures(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('signInDelay').where('subject', '=', subject).execute();
}

const turns = new Map<string, Promise<unknown>>();

/** Runs one attempt of a subject at a time in this server, so that right passwords that come at once do not delay each other. */
export async function inTurn<T>(subject: string, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(subject) ?? Promise.resolve()).then(work);
  const settled = mine.catch(() => undefined);
  turns.set(subject, settled);
  try {
    return await mine;
  } finally {
    if (turns.get(subject) === settled) turns.delete(subject);
  }
}
