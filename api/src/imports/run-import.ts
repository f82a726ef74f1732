import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import type { Language } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import { json } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { nextVersion } from '../db/versions.ts';
import { asRefusal } from '../http/refuse.ts';
import type { Item, Result } from '../jobs/job-kind.ts';
import { makeJob } from '../jobs/request-job.ts';
import { givenRow } from './check-import.ts';
import type { ImportKind, Judge, Judged, Remark, Written } from './import-kind.ts';
import { getImport } from './imports.queries.ts';
import type { Import } from './imports.queries.ts';
import { remarksOf } from './remarks-of.ts';

/** So many rows are written in one transaction. */
export const rowsOfBatch = 200;

const Batch = z.object({ importId: z.uuid(), batch: z.int() });

/**
 * Starts the job. Refuses NOT_FOUND, VERSION_CONFLICT after another dry run, STATE_NOT_ALLOWED unless the import was checked or
 * its job was stopped, and IMPORT_HAS_REFUSED.
 */
export async function runImport(
  db: Db,
  user: CurrentUser,
  kind: ImportKind,
  { id, onlyValid }: { id: string; onlyValid: boolean },
  version: number,
  language: Language,
): Promise<Import> {
  await sql`select from import where id = ${id} for update`.execute(db);
  const current = await getImport(db, user, kind, id, language);
  if (current.version !== version) throw new Refusal('VERSION_CONFLICT', { current });
  if (current.status !== 'checked' && current.status !== 'cancelled')
    throw new Refusal('STATE_NOT_ALLOWED', { from: current.status, to: 'running' });
  if (current.counts.refused > 0 && !onlyValid) throw new Refusal('IMPORT_HAS_REFUSED');
  await sql`update import_row set outcome = state
    where import_id = ${id} and outcome is null and state in ('same', 'left', 'refused')`.execute(db);
  const batches = await sql<{ batch: number }>`
    with numbered as (select no, (row_number() over (order by no) - 1) / ${sql.lit(rowsOfBatch)} + 1 as batch
      from import_row where import_id = ${id} and outcome is null),
    batched as (update import_row set batch = numbered.batch from numbered
      where import_id = ${id} and import_row.no = numbered.no returning numbered.batch)
    select distinct batch from batched order by batch`.execute(db);
  const job =
    batches.rows.length === 0
      ? null
      : await makeJob(
          db,
          user,
          kind.job,
          batches.rows.map(({ batch }) => ({ subject: uuidv7(), payload: { importId: id, batch } })),
          id,
        );
  await db
    .updateTable('import')
    .set({ onlyValid, jobId: job?.id ?? null, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getImport(db, user, kind, id, language);
}

interface Outcome {
  no: number;
  outcome: 'made' | 'changed' | 'same' | 'refused';
  recordId: string | null;
  version: number | null;
  before: unknown;
  faults: Remark[] | null;
}

const refusedRow = (
  { no, recordId }: Pick<Judged<unknown>, 'no' | 'recordId'>,
  faults: Remark[],
): Outcome => ({
  no,
  outcome: 'refused',
  recordId,
  version: null,
  before: null,
  faults,
});

const writtenRow = ({ no, outcome, recordId, version, before }: Written): Outcome => ({
  no,
  outcome,
  recordId,
  version,
  before,
  faults: null,
});

/** Writes rows together. If one of them fails, each is written on its own, so that only that one is refused. */
async function writeAll(db: Db, judge: Judge<unknown>, rows: readonly Judged<unknown>[]): Promise<Outcome[]> {
  if (rows.length === 0) return [];
  await sql`savepoint rows`.execute(db);
  try {
    return (await judge.write(rows)).map(writtenRow);
  } catch (error) {
    const [first, ...others] = rows;
    if (asRefusal(error as Error).code === 'UNAVAILABLE' || first === undefined) throw error;
    await sql`rollback to savepoint rows`.execute(db);
    if (others.length === 0) return [refusedRow(first, remarksOf(asRefusal(error as Error)))];
    const outcomes: Outcome[] = [];
    for (const row of rows) outcomes.push(...(await writeAll(db, judge, [row])));
    return outcomes;
  }
}

/** A row does what the person saw in the dry run, or nothing: someone may have changed the record since. */
function isAsSeen(
  judged: Judged<unknown>,
  stored: { state: string | null; recordId: string | null; seen: number | null },
): boolean {
  return judged.state === stored.state && judged.recordId === stored.recordId && judged.seen === stored.seen;
}

async function storeOutcomes(db: Db, importId: string, outcomes: readonly Outcome[]): Promise<void> {
  await sql`
    update import_row set outcome = done.outcome, record_id = coalesce(done."recordId", record_id),
      made_version = done.version, before = done.before,
      verdict = case when done.faults is null then verdict else jsonb_set(verdict, '{faults}', done.faults) end
    from jsonb_to_recordset(${json(outcomes)})
      as done (no int, outcome text, "recordId" uuid, version int, before jsonb, faults jsonb)
    where import_id = ${importId} and import_row.no = done.no`.execute(db);
}

/**
 * Writes the rows of one batch in the transaction that also stores what each did, so that a killed server leaves a batch either
 * done or not begun.
 */
export async function runBatch(
  db: Db,
  user: CurrentUser,
  kind: ImportKind,
  { payload }: Pick<Item, 'payload'>,
): Promise<Result> {
  const { importId, batch } = Batch.parse(payload);
  const one = await db
    .selectFrom('import')
    .select(['columns', 'rules', 'sha256', 'locale'])
    .where('id', '=', importId)
    .executeTakeFirst();
  if (!one) throw new Refusal('NOT_FOUND');
  const stored = await db
    .selectFrom('importRow')
    .select(['no', 'cells', 'state', 'recordId', 'seen'])
    .where('importId', '=', importId)
    .where('batch', '=', batch)
    .where('outcome', 'is', null)
    .orderBy('no')
    .execute();
  const columns = one.columns as (string | null)[];
  // Whoever is assigned many clients is told once.
  await sql`select set_config('daybook.quiet', 'on', true)`.execute(db);
  const judge = await kind.begin(db, {
    user,
    // An import that was checked before the language was kept has none.
    language: (one.locale as Language | null) ?? user.locale,
    rules: kind.rulesOf(one.rules),
    importId,
    sha256: one.sha256,
    columns,
    isDryRun: false,
  });
  const judged = await judge.judge(stored.map(({ no, cells }) => givenRow(no, cells, columns)));
  const outcomes: Outcome[] = [];
  const wanted: Judged<unknown>[] = [];
  for (const [index, row] of judged.entries()) {
    const seen = stored[index];
    if (row.state === 'refused') outcomes.push(refusedRow(row, row.faults));
    else if (row.state === 'same') outcomes.push({ ...refusedRow(row, []), outcome: 'same', faults: null });
    else if (!seen || !isAsSeen(row, seen))
      outcomes.push(refusedRow(row, [{ field: null, code: 'CHANGED_SINCE' }]));
    else wanted.push(row);
  }
  const written = await writeAll(db, judge, wanted);
  await storeOutcomes(db, importId, [...outcomes, ...written]);
  await kind.tell(
    db,
    importId,
    written.flatMap(({ no, outcome, recordId, version, before }) =>
      (outcome === 'made' || outcome === 'changed') && recordId !== null && version !== null
        ? [{ no, outcome, recordId, version, before }]
        : [],
    ),
  );
  return {};
}
