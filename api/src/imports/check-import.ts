import { sql } from 'kysely';
import type { Language } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import { json } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { nextVersion } from '../db/versions.ts';
import { plainHeading } from './headings.ts';
import type { GivenRow, ImportKind, Judged } from './import-kind.ts';
import { getImport } from './imports.queries.ts';
import type { Import } from './imports.queries.ts';

/** So many rows are judged together. */
const together = 500;

type Columns = readonly (string | null)[];

/** The cells of a stored row by their fields. */
export const givenRow = (no: number, cells: readonly string[], columns: Columns): GivenRow => ({
  no,
  cells: new Map(columns.flatMap((field, at) => (field === null ? [] : [[field, cells[at] ?? ''] as const]))),
});

/** Refuses a column that is no field, or the field of another column, on `columns.2`. */
function checkColumns(kind: ImportKind, columns: Columns, headings: readonly string[]): void {
  const fields: FieldRefusals = {};
  for (const [at, field] of columns.entries()) {
    if (field === null) continue;
    if (!kind.fields.includes(field)) fields[`columns.${at}`] = [{ code: 'NOT_A_CHOICE' }];
    else if (columns.indexOf(field) < at) fields[`columns.${at}`] = [{ code: 'TWICE' }];
  }
  if (columns.length !== headings.length) fields['columns'] = [{ code: 'WRONG_TYPE' }];
  if (Object.keys(fields).length > 0) throw new Refusal('INPUT_INVALID', {}, fields);
}

/** The firm's next file with these headings is mapped alike. */
async function remember(
  db: Db,
  kind: ImportKind,
  headings: readonly string[],
  columns: Columns,
): Promise<void> {
  const chosen = new Map(headings.map((heading, at) => [plainHeading(heading), columns[at] ?? null]));
  chosen.delete('');
  const values = [...chosen]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([heading, field]) => ({ kind: kind.name, heading, field }));
  if (values.length === 0) return;
  await db
    .insertInto('importHeading')
    .values(values)
    .onConflict((on) => on.columns(['kind', 'heading']).doUpdateSet({ field: sql`excluded.field` }))
    .execute();
}

export async function storeVerdicts(db: Db, id: string, rows: readonly Judged<unknown>[]): Promise<void> {
  const said = rows.map(
    ({ no, name, state, recordId, seen, faults, warnings, changes, defaults, alsoMakes }) => ({
      no,
      name: Array.from(name).slice(0, 200).join(''),
      state,
      warned: warnings.length > 0,
      record: recordId,
      seen,
      verdict: { faults, warnings, changes, ...(defaults && { defaults }), ...(alsoMakes && { alsoMakes }) },
    }),
  );
  await sql`
    update import_row set state = said.state, is_warned = said.warned, name = said.name, record_id = said.record,
      seen = said.seen, verdict = said.verdict
    from jsonb_to_recordset(${json(said)})
      as said (no int, name text, state text, warned boolean, record uuid, seen int, verdict jsonb)
    where import_id = ${id} and import_row.no = said.no`.execute(db);
}

/**
 * Judges every row and changes nothing else. Refuses NOT_FOUND, STATE_NOT_ALLOWED once the import was run, and columns and
 * rules that do not fit.
 */
export async function checkImport(
  db: Db,
  user: CurrentUser,
  kind: ImportKind,
  { id, columns, rules }: { id: string; columns: Columns; rules: unknown },
  language: Language,
): Promise<Import> {
  await sql`select from import where id = ${id} for update`.execute(db);
  const { status, headings } = await getImport(db, user, kind, id, language);
  if (status !== 'read' && status !== 'checked')
    throw new Refusal('STATE_NOT_ALLOWED', { from: status, to: 'checked' });
  checkColumns(kind, columns, headings);
  await kind.checkRules(db, user, rules, columns);
  const { sha256 } = await db
    .selectFrom('import')
    .select('sha256')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const run = { user, language, rules, importId: id, sha256, columns, isDryRun: true };
  const judge = await kind.begin(db, run);
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('importRow')
      .select(['no', 'cells'])
      .where('importId', '=', id)
      .where('no', '>', after)
      .orderBy('no')
      .limit(together)
      .execute();
    const last = rows.at(-1);
    if (!last) break;
    after = last.no;
    await storeVerdicts(db, id, await judge.judge(rows.map(({ no, cells }) => givenRow(no, cells, columns))));
  }
  await remember(db, kind, headings, columns);
  await db
    .updateTable('import')
    .set({
      columns: json(columns),
      rules: json(rules),
      locale: language,
      checkedAt: sql<string>`now()`,
      ...nextVersion,
    })
    .where('id', '=', id)
    .execute();
  return getImport(db, user, kind, id, language);
}
