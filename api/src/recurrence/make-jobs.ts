import type { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
import { alone } from './alone.ts';
import type { Log } from './alone.ts';
import type { DueSeries } from './series-due.ts';
import { keepRuns } from './series-runs.ts';
import type { Job } from './series-runs.ts';

export type Refused = ReadonlyMap<Job, Refusal>;

/** A check of some occurrences, before anything is written. */
export interface Prepared {
  /** Occurrences that cannot be created, as far as reads can tell. */
  refused: Refused;
  /** Creates the given occurrences, none of which was refused. Refuses all of them if the database refuses one. */
  make: (sound: readonly Job[]) => Promise<void>;
}

/** Checks the occurrences, all of one kind. */
export type PrepareOccurrences = (db: Db, jobs: readonly Job[]) => Promise<Prepared>;
export type Makers = Record<DueSeries['kind'], PrepareOccurrences>;

/** A person created the work of this period by hand: not a failure. */
export const isThere = ({ code }: Refusal): boolean => code === 'DUPLICATE_PERIOD_TASK';

/** Series with a failure; nothing more is created for them. */
class Stopped {
  readonly #ids = new Set<string>();

  add(refused: Refused): void {
    for (const [{ series }, refusal] of refused) if (!isThere(refusal)) this.#ids.add(series.id);
  }

  without(jobs: readonly Job[]): Job[] {
    return jobs.filter(({ series }) => !this.#ids.has(series.id));
  }
}

/** The occurrences before the first refused one of their series. */
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

/** Creates and records what can be created, in one transaction. Returns the refused occurrences. Throws what the database refuses. */
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
      sound.map((job) => ({ ...job, outcome: { status: 'created' } as const })),
    );
    await prepared.make(sound);
  }
  return refused;
}

/** Creates and records all of them in one transaction. Refuses as the makers and the database do. */
export async function doJobs(db: Db, makers: Makers, jobs: readonly Job[]): Promise<void> {
  const [refusal] = (await makeSound(db, makers, jobs)).values();
  if (refusal) throw refusal;
}

/** The number tried together after the database has refused a larger batch; few enough to try one by one next. */
const few = 5;

/**
 * Creates what can be created, together, and nothing of a series after its first failure. Returns the refused occurrences. A
 * refusal by the database does not show which occurrence it concerns, so they are then tried in fives, and those five one by
 * one.
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
