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
  | { status: 'created' }
  | { status: 'skipped'; reason: string }
  | { status: 'failed'; refusal: Refusal };

const errorOf = ({ code, params, fields }: Refusal) => {
  const { current: _current, ...rest } = params;
  return json({ code, params: rest, fields });
};

/** The most rows of one statement: each has eight parameters, and a statement can have 65,535. */
const mostTogether = 1_000;

/**
 * Records the result of each occurrence. A failed or skipped one may be tried again, and its row is then replaced. A created
 * one may not: creating it a second time violates the key, and the transaction fails.
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
        status: outcome.status,
        dueOn: occurrence.due,
        periodFrom: period.from,
        periodTo: period.to,
        reason: outcome.status === 'skipped' ? outcome.reason : null,
        error: outcome.status === 'failed' ? errorOf(outcome.refusal) : null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['seriesId', 'nominalDate']).doUpdateSet((eb) => ({
        // The row of a created occurrence stays; a law on the document refuses creating it twice.
        status: eb.ref('excluded.status'),
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
  /** Minutes from the run until the next try; null if nothing has to be retried. */
  retryIn: number | null;
}

/** Stores the progress of each series, in one statement. */
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

/** Completes a series with nothing left to create, even if it was waiting for a person. A series that a person paused stays paused. */
export async function completeSeries(db: Db, id: string): Promise<void> {
  await db
    .updateTable('series')
    .set({ status: 'completed', pausedFor: null })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('status', '=', 'active'), eb('pausedFor', 'in', ['failures', 'missed'])]))
    .execute();
}
