import { sql } from 'kysely';
import type { Period } from '@daybook/contracts/recurrence/period';
import type { Refusal } from '@daybook/contracts/refusals';
import { json } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import type { Occurrence } from './plan-series.ts';
import type { DueSeries } from './series-due.ts';

/** One occurrence of one series. */
export interface Job {
  series: DueSeries;
  occurrence: Occurrence;
  period: Period;
}

type Outcome =
  | { state: 'created' }
  | { state: 'skipped'; reason: string }
  | { state: 'failed'; refusal: Refusal };

const errorOf = ({ code, params, fields }: Refusal) => {
  const { current: _current, ...rest } = params;
  return json({ code, params: rest, fields });
};

/** Rows of one statement: each has eight parameters, and a statement no more than 65,535. */
const mostTogether = 1_000;

/**
 * Says of each what came of it. What failed or was skipped may be tried again and is then written over; what was made is not,
 * and making it a second time breaks the key and with it the transaction.
 */
export async function keepRuns(db: Db, runs: readonly (Job & { outcome: Outcome })[]): Promise<void> {
  for (let from = 0; from < runs.length; from += mostTogether)
    await keepSome(db, runs.slice(from, from + mostTogether));
}

const keepSome = (db: Db, runs: readonly (Job & { outcome: Outcome })[]) =>
  db
    .insertInto('seriesRun')
    .values(
      runs.map(({ series, occurrence, period, outcome }) => ({
        seriesId: series.id,
        nominalDate: occurrence.nominal,
        state: outcome.state,
        dueOn: occurrence.due,
        periodFrom: period.from,
        periodTo: period.to,
        reason: outcome.state === 'skipped' ? outcome.reason : null,
        error: outcome.state === 'failed' ? errorOf(outcome.refusal) : null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['seriesId', 'nominalDate']).doUpdateSet((eb) => ({
        // A made one stays: it would be made twice, and the law on the document refuses that.
        state: eb.ref('excluded.state'),
        dueOn: eb.ref('excluded.dueOn'),
        reason: eb.ref('excluded.reason'),
        error: eb.ref('excluded.error'),
        attempts: sql<number>`series_run.attempts + 1`,
        at: sql<string>`clock_timestamp()`,
      })),
    )
    .execute();

interface Progress {
  seriesId: string;
  doneThrough: string;
  nextNominal: string | null;
  nextOn: string | null;
  failCount: number;
  /** So many minutes from the clock of the run; null is at once. */
  retryIn: number | null;
}

/** How far each series has come, all in one statement. */
export async function keepProgress(
  db: Db,
  now: ReturnType<typeof sql<string>>,
  progress: readonly Progress[],
): Promise<void> {
  if (progress.length === 0) return;
  await sql`
    update series_progress set done_through = fresh."doneThrough", next_nominal = fresh."nextNominal", next_on = fresh."nextOn",
      fail_count = fresh."failCount", next_try_at = ${now} + make_interval(mins => fresh."retryIn"), stale = false
    from jsonb_to_recordset(${json(progress)}) as fresh ("seriesId" uuid, "doneThrough" date, "nextNominal" date, "nextOn" date,
      "failCount" int, "retryIn" int)
    where series_progress.series_id = fresh."seriesId"`.execute(db);
}

/** Nothing of it is left to be made, also where it waited for a person to look at it; one that a person paused stays theirs. */
export async function completeSeries(db: Db, id: string): Promise<void> {
  await db
    .updateTable('series')
    .set({ state: 'completed', pausedFor: null })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('state', '=', 'active'), eb('pausedFor', 'in', ['failures', 'missed'])]))
    .execute();
}
