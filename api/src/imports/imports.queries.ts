import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Language } from '@daybook/contracts/fields';
import { undoDays } from '@daybook/contracts/imports/imports';
import type { ImportEndpoints, ImportRow, ImportSummary } from '@daybook/contracts/imports/imports';
import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import { isAdmin } from '../auth/current-user.ts';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../db/keyset.ts';
import { whereGiven } from '../db/where-given.ts';
import type { Change, Default, ImportKind, Remark, ShownRecord } from './import-kind.ts';
import { shownRemark } from './remark-text.ts';

type ListInput = ParsedInputOf<ImportEndpoints['list']>;
type RowInput = ParsedInputOf<ImportEndpoints['rows']>;
export type Import = OutputOf<ImportEndpoints['open']>;

const theirs = (db: Db, user: CurrentUser, { name }: Pick<ImportKind, 'name'>) => {
  const ofKind = db.selectFrom('import').where('import.kind', '=', name);
  return isAdmin(user) ? ofKind : ofKind.where('import.createdBy', '=', user.id);
};

/**
 * The status follows from the rows, and from whether a job is under way; one that was purged has ended. A job may end without some of
 * its rows: it was stopped, or whoever began it lost the permission. Then it can be begun again.
 */
const statusSql = sql<ImportSummary['status']>`case
  when undo_job.id is not null and undo_job.ended_at is null then 'undoing'
  when counts.undone + counts.kept > 0 and counts.undone + counts.kept = counts.made + counts.changed then 'undone'
  when import.only_valid is not null then case
    when job.id is not null and job.ended_at is null then 'running' when counts.waiting > 0 then 'cancelled' else 'done' end
  when import.checked_at is not null then 'checked' else 'read' end`;

const counted = (condition: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${condition})`;

/** What rows make beside their records, as far as they have not failed and were not undone. */
const alsoMade = (
  what: keyof ImportSummary['alsoMakes'],
) => sql<number>`coalesce(sum((row.verdict -> 'alsoMakes' ->> ${sql.lit(what)})::int)
  filter (where coalesce(row.outcome in ('made', 'changed'), true) and row.undo is distinct from 'undone'), 0)::int`;

const summaries = (query: ReturnType<typeof theirs>) =>
  query
    .innerJoin('appUser', 'appUser.id', 'import.createdBy')
    .leftJoin('job', 'job.id', 'import.jobId')
    .leftJoin('job as undoJob', 'undoJob.id', 'import.undoJobId')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('importRow as row')
          .whereRef('row.importId', '=', 'import.id')
          .select([
            counted(sql`row.state = 'new'`).as('newRows'),
            counted(sql`row.state = 'changed'`).as('changedRows'),
            counted(sql`row.state = 'same'`).as('sameRows'),
            counted(sql`row.state = 'left'`).as('leftRows'),
            counted(sql`row.state = 'refused'`).as('refusedRows'),
            counted(sql`row.is_warned`).as('warnedRows'),
            counted(sql`row.outcome = 'made'`).as('made'),
            counted(sql`row.outcome = 'changed'`).as('changed'),
            counted(sql`row.outcome = 'same'`).as('same'),
            counted(sql`row.outcome = 'left'`).as('left'),
            counted(sql`row.outcome = 'refused'`).as('refused'),
            counted(sql`row.undo = 'undone'`).as('undone'),
            counted(sql`row.undo = 'kept'`).as('kept'),
            counted(sql`row.outcome is null`).as('waiting'),
            alsoMade('subscriptions').as('subscriptions'),
            alsoMade('invoices').as('invoices'),
          ])
          .as('counts'),
      (join) => join.onTrue(),
    )
    .select([
      'import.id',
      'import.version',
      'import.fileName',
      'import.rowCount',
      'import.createdAt',
      'appUser.name as by',
      statusSql.as('status'),
      sql<string>`coalesce(job.ended_at, import.checked_at, import.created_at) + make_interval(days => ${sql.lit(undoDays)})`.as(
        'undoUntil',
      ),
      sql<boolean>`coalesce(job.ended_at, import.checked_at, import.created_at) > now() - make_interval(days => ${sql.lit(undoDays)})`.as(
        'isRecent',
      ),
    ])
    .selectAll('counts');

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['executeTakeFirstOrThrow']>>;

const shownSummary = (row: SummaryRow): ImportSummary => {
  const { made, changed, same, left, refused, undone, kept } = row;
  const isOver = row.status === 'done' || row.status === 'cancelled';
  const canUndo = isOver && made + changed > undone + kept && row.isRecent;
  return {
    id: row.id,
    version: row.version,
    fileName: row.fileName,
    status: row.status,
    by: row.by,
    at: row.createdAt,
    rows: row.rowCount,
    counts: {
      new: row.newRows,
      changed: row.changedRows,
      same: row.sameRows,
      left: row.leftRows,
      refused: row.refusedRows,
      warned: row.warnedRows,
    },
    outcomes: { made, changed, same, left, refused },
    alsoMakes: { subscriptions: row.subscriptions, invoices: row.invoices },
    undone,
    kept,
    undoUntil: canUndo ? row.undoUntil : null,
  };
};

export async function listImports(db: Db, user: CurrentUser, kind: ImportKind, input: ListInput) {
  // Ids ascend with time.
  const keys = [{ by: sql.ref('import.id'), of: (row: SummaryRow) => row.id }];
  const page = await pageByKeyset(
    summaries(theirs(db, user, kind)),
    keys,
    sortOf(input.sort).descending,
    input,
  );
  return { ...page, rows: page.rows.map(shownSummary) };
}

export const countImports = (db: Db, user: CurrentUser, kind: ImportKind) =>
  totalOf(db, theirs(db, user, kind));

/** Refuses NOT_FOUND, including for another person's import unless the caller is an admin. */
export async function getImport(
  db: Db,
  user: CurrentUser,
  kind: ImportKind,
  id: string,
  language: Language,
): Promise<Import> {
  const row = await summaries(theirs(db, user, kind))
    .where('import.id', '=', id)
    .select([
      'import.sheet',
      'import.otherSheets',
      'import.headings',
      'import.columns',
      'import.rules',
      'import.onlyValid',
      'import.jobId',
    ])
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  const samples = await db
    .selectFrom('importRow')
    .select('cells')
    .where('importId', '=', id)
    .orderBy('no')
    .limit(3)
    .execute();
  const { sheet, otherSheets, headings, onlyValid, jobId } = row;
  return {
    ...shownSummary(row),
    sheet,
    otherSheets,
    headings,
    onlyValid,
    jobId,
    samples: samples.map(({ cells }) => cells.map((text) => text.slice(0, 60))),
    columns: row.columns as Import['columns'],
    fields: kind.fields.map((name) => ({ name, label: kind.labelOf(name, language) })),
    rules: kind.rulesOf(row.rules) as Import['rules'],
  };
}

interface Verdict {
  faults?: Remark[];
  warnings?: Remark[];
  changes?: Change[];
  defaults?: Default[];
}

/** The rows of one import; the caller may see it. */
const rowsOf = (db: Db, { id, q, filter }: Pick<RowInput, 'id' | 'q' | 'filter'>) =>
  whereGiven(
    db.selectFrom('importRow as row').where('row.importId', '=', id).where('row.state', 'is not', null),
    { ...filter, q },
    {
      state: 'row.state',
      outcome: 'row.outcome',
      warned: 'row.isWarned',
      q: (text) => sql<boolean>`strpos(lower(row.name), lower(${text})) > 0`,
    },
  );

const rowFields = (query: ReturnType<typeof rowsOf>) =>
  query.select([
    'row.no',
    'row.name',
    'row.state',
    'row.verdict',
    'row.recordId',
    'row.outcome',
    'row.undo',
    'row.undoCode',
    'row.cells',
    sql<Import['columns']>`(select columns from import where import.id = row.import_id)`.as('columns'),
  ]);

/** So much of a refused cell is shown. */
const shownOfCell = 80;

/** What the row has in the column of a field. */
const cellOf = ({ cells, columns }: Pick<StoredRow, 'cells' | 'columns'>, field: string | null) =>
  (field === null ? '' : cells[columns.indexOf(field)])?.slice(0, shownOfCell) || null;

type StoredRow = Awaited<ReturnType<ReturnType<typeof rowFields>['executeTakeFirstOrThrow']>>;

function shownRow(
  row: StoredRow,
  kind: ImportKind,
  language: Language,
  records: ReadonlyMap<string, ShownRecord>,
): ImportRow {
  const { faults = [], warnings = [], changes = [], defaults = [] } = row.verdict as Verdict;
  const shown = (remark: Remark) => ({
    ...shownRemark(remark, kind, language),
    value: cellOf(row, remark.field),
  });
  const record = row.recordId === null ? undefined : records.get(row.recordId);
  return {
    id: `${row.no}`,
    name: row.name ?? '',
    state: row.state as ImportRow['state'],
    record: row.recordId === null || record === undefined ? null : { id: row.recordId, ...record },
    changes: changes.map(({ field, before, after }) => ({
      field,
      label: kind.labelOf(field, language),
      before: kind.inWords(field, before, language),
      after: kind.inWords(field, after, language),
    })),
    defaults: defaults.map(({ field, value }) => ({
      field,
      label: kind.labelOf(field, language),
      value: kind.inWords(field, value, language),
    })),
    faults: faults.map(shown),
    warnings: warnings.map(shown),
    outcome: row.outcome as ImportRow['outcome'],
    undo: row.undo as ImportRow['undo'],
    undoReason: row.undoCode === null ? null : shown({ field: null, code: row.undoCode }).message,
  };
}

const shownRows = async (
  db: Db,
  user: CurrentUser,
  kind: ImportKind,
  rows: readonly StoredRow[],
  language: Language,
): Promise<ImportRow[]> => {
  const ids = rows.flatMap(({ recordId }) => recordId ?? []);
  const records = await kind.shown(db, user, ids);
  return rows.map((row) => shownRow(row, kind, language, records));
};

/** Refuses NOT_FOUND. */
export async function listImportRows(
  db: Db,
  user: CurrentUser,
  kind: ImportKind,
  input: RowInput,
  language: Language,
) {
  await requireImport(db, user, kind, input.id);
  const keys = [{ by: sql.ref('row.no'), of: (row: StoredRow) => row.no }];
  const page = await pageByKeyset(rowFields(rowsOf(db, input)), keys, sortOf(input.sort).descending, input);
  return { ...page, rows: await shownRows(db, user, kind, page.rows, language) };
}

/** Refuses NOT_FOUND. */
export async function countImportRows(db: Db, user: CurrentUser, kind: ImportKind, input: RowInput) {
  await requireImport(db, user, kind, input.id);
  return totalOf(db, rowsOf(db, input));
}

export async function allImportRows(
  db: Db,
  user: CurrentUser,
  kind: ImportKind,
  id: string,
  language: Language,
) {
  const rows = await rowFields(rowsOf(db, { id, filter: {} }))
    .orderBy('row.no')
    .execute();
  return shownRows(db, user, kind, rows, language);
}

/** Refuses NOT_FOUND. */
export async function requireImport(db: Db, user: CurrentUser, kind: ImportKind, id: string): Promise<void> {
  const found = await theirs(db, user, kind)
    .where('import.id', '=', id)
    .select('import.id')
    .executeTakeFirst();
  if (!found) throw new Refusal('NOT_FOUND');
}
