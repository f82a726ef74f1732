import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import type { Language } from '@daybook/contracts/fields';
import { undoDays } from '@daybook/contracts/imports/imports';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import { json } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { asRefusal } from '../http/refuse.ts';
import type { Item, Result } from '../jobs/job-kind.ts';
import { makeJob } from '../jobs/request-job.ts';
import type { ImportKind, RowToUndo } from './import-kind.ts';
import { getImport } from './imports.queries.ts';
import type { Import } from './imports.queries.ts';
import { rowsOfBatch } from './run-import.ts';

const Batch = z.object({ importId: z.uuid(), from: z.int(), to: z.int() });

/** Starts the job that takes back what an import did. Refuses NOT_FOUND, IMPORT_NOT_UNDONE when it is too late or nothing was done. */
export async function undoImport(
  db: Db,
  user: CurrentUser,
  kind: ImportKind,
  id: string,
  language: Language,
): Promise<Import> {
  await sql`select from import where id = ${id} for update`.execute(db);
  const current = await getImport(db, user, kind, id, language);
  if (current.undoUntil === null) throw new Refusal('IMPORT_NOT_UNDONE');
  const batches = await sql<{ from: number; to: number }>`
    select min(no) as from, max(no) as to
    from (select no, (row_number() over (order by no) - 1) / ${sql.lit(rowsOfBatch)} as batch
      from import_row where import_id = ${id} and outcome in ('made', 'changed') and undo is null) as numbered
    group by batch order by batch desc`.execute(db);
  const job = await makeJob(
    db,
    user,
    kind.undoJob,
    batches.rows.map((batch) => ({ subject: uuidv7(), payload: { importId: id, ...batch } })),
    id,
  );
  await db.updateTable('import').set({ undoJobId: job.id }).where('id', '=', id).execute();
  return getImport(db, user, kind, id, language);
}

/** Takes rows back together, or each on its own if one fails; what the database refuses to take back is kept. */
async function takeBack(
  db: Db,
  user: CurrentUser,
  kind: ImportKind,
  rows: readonly RowToUndo[],
  importId: string,
): Promise<Map<number, string>> {
  await sql`savepoint rows`.execute(db);
  try {
    return await kind.undo(db, user, rows, importId);
  } catch (error) {
    const { code } = asRefusal(error as Error);
    if (code === 'UNAVAILABLE') throw error;
    await sql`rollback to savepoint rows`.execute(db);
    const [first, ...others] = rows;
    if (first && others.length === 0) return new Map([[first.no, code]]);
    const kept = new Map<number, string>();
    for (const row of rows)
      for (const [no, why] of await takeBack(db, user, kind, [row], importId)) kept.set(no, why);
    return kept;
  }
}

export async function undoBatch(
  db: Db,
  user: CurrentUser,
  kind: ImportKind,
  { payload }: Pick<Item, 'payload'>,
): Promise<Result> {
  const { importId, from, to } = Batch.parse(payload);
  const rows = await db
    .selectFrom('importRow')
    .select(['no', 'outcome', 'recordId', 'madeVersion', 'before'])
    .where('importId', '=', importId)
    .where('no', '>=', from)
    .where('no', '<=', to)
    .where('outcome', 'in', ['made', 'changed'])
    .where('undo', 'is', null)
    .orderBy('no', 'desc')
    .execute();
  await sql`select set_config('daybook.quiet', 'on', true)`.execute(db);
  const written = rows.flatMap(({ no, outcome, recordId, madeVersion, before }) =>
    recordId === null || madeVersion === null
      ? []
      : [{ no, outcome: outcome as RowToUndo['outcome'], recordId, version: madeVersion, before }],
  );
  const kept = await takeBack(db, user, kind, written, importId);
  const undone = written.map(({ no }) => ({ no, code: kept.get(no) ?? null }));
  await sql`
    update import_row set undo = case when said.code is null then 'undone' else 'kept' end, undo_code = said.code
    from jsonb_to_recordset(${json(undone)}) as said (no int, code text)
    where import_id = ${importId} and import_row.no = said.no`.execute(db);
  await kind.tidy(db, importId);
  return {};
}

/** Deletes imports with their cells and results after 30 days, but none that can still be undone. */
export async function purgeImports(db: Db): Promise<void> {
  await sql`delete from import where created_at < now() - interval '30 days'
    and not exists (select from job where job.id in (import.job_id, import.undo_job_id)
      and coalesce(job.ended_at, now()) > now() - make_interval(days => ${sql.lit(undoDays)}))`.execute(db);
}
