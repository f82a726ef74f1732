import type { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
import { alone } from './alone.ts';
import type { Log } from './alone.ts';
import type { DueSeries } from './series-due.ts';
import { keepRuns } from './series-runs.ts';
import type { Job } from './series-runs.ts';

export type Refused = ReadonlyMap<Job, Refusal>;

/** What can be made of some occurrences, before anything of them is written. */
export interface Prepared {
  /** Those that cannot be made, as far as that is known without trying. */
  refused: Refused;
  /** Makes those that it is given, which are not among the refused. Refuses all together what the database refuses of one. */
  make: (sound: readonly Job[]) => Promise<void>;
}

/** Looks at what the occurrences ask for, all of one kind. */
export type PrepareOccurrences = (db: Db, jobs: readonly Job[]) => Promise<Prepared>;
export type Makers = Record<DueSeries['kind'], PrepareOccurrences>;

/** Somebody made the work of this period by hand: that is no failure. */
export const isThere = ({ code }: Refusal): boolean => code === 'DUPLICATE_PERIOD_TASK';

/** Series of which something failed, and which therefore make nothing more. */
class Stopped {
  readonly #ids = new Set<string>();

  add(refused: Refused): void {
    for (const [{ series }, refusal] of refused) if (!isThere(refusal)) this.#ids.add(series.id);
  }

  without(jobs: readonly Job[]): Job[] {
    return jobs.filter(({ series }) => !this.#ids.has(series.id));
  }
}

/** Those before the first of their series that is refused. */
function soundOf(jobs: readonly Job[], refused: Refused): Job[] {
  const stopped = new Stopped();
  const sound: Job[] = [];
  for (const job of jobs) {
    const refusal = refused.get(job);
    if (refusal) stopped.add(new Map([[job, refusal]]));
    else sound.push(...stopped.without([job]));
  }
  return sound;
}

/** Makes what can be made, and says so, in one transaction; answers what cannot. Refuses what the database refuses. */
async function makeSound(db: Db, makers: Makers, jobs: readonly Job[]): Promise<Refused> {
  const refused = new Map<Job, Refusal>();
  for (const kind of ['task', 'invoice'] as const) {
    const ofKind = jobs.filter(({ series }) => series.kind === kind);
    if (ofKind.length === 0) continue;
    const prepared = await makers[kind](db, ofKind);
    for (const [job, refusal] of prepared.refused) refused.set(job, refusal);
    const sound = soundOf(ofKind, prepared.refused);
    if (sound.length === 0) continue;
    await keepRuns(
      db,
      sound.map((job) => ({ ...job, outcome: { state: 'created' } as const })),
    );
    await prepared.make(sound);
  }
  return refused;
}

/** Makes all of them, and says so, in one transaction. Refuses what the makers and the database do. */
export async function doJobs(db: Db, makers: Makers, jobs: readonly Job[]): Promise<void> {
  const [refusal] = (await makeSound(db, makers, jobs)).values();
  if (refusal) throw refusal;
}

/** Tried together when the database has refused something of more; few enough to be tried one by one. */
const few = 5;

/**
 * Makes what can be made, together, and of a series none after one that failed; answers what was refused. Which of them the
 * database refuses is known of one alone: where it does, they are tried in fives, and of the five each by itself.
 */
export async function makeJobs(db: Db, makers: Makers, log: Log, jobs: readonly Job[]): Promise<Refused> {
  const [first] = jobs;
  if (first === undefined) return new Map();
  let found: Refused = new Map();
  const refusal = await alone(db, log, async () => {
    found = await makeSound(db, makers, jobs);
  });
  if (!refusal) return found;
  if (jobs.length === 1) return new Map([[first, refusal]]);
  const size = jobs.length > few ? few : 1;
  const refused = new Map<Job, Refusal>();
  const stopped = new Stopped();
  for (let from = 0; from < jobs.length; from += size) {
    const own = await makeJobs(db, makers, log, stopped.without(jobs.slice(from, from + size)));
    stopped.add(own);
    for (const [job, why] of own) refused.set(job, why);
  }
  return refused;
}
