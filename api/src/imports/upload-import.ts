import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Language } from '@daybook/contracts/fields';
import { mostImportBytes, mostImportColumns, mostImportRows } from '@daybook/contracts/imports/imports';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import { json } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import type { SpooledFile } from '../http/spool-upload.ts';
import { knownHeadings, plainHeading } from './headings.ts';
import type { ImportKind } from './import-kind.ts';
import { getImport } from './imports.queries.ts';
import type { Import } from './imports.queries.ts';
import { readFileApart } from './reading/read-file.ts';
import type { Table } from './reading/table.ts';

/** Titles may stand above the headings. */
const rowsWithHeadings = 10;
/** So many rows are stored by one statement. */
export const rowsTogether = 1_000;

const maximumOf = { FILE_TOO_MANY_ROWS: mostImportRows, FILE_TOO_MANY_COLUMNS: mostImportColumns };

/** Refuses FILE_TOO_LARGE, UNAVAILABLE if many files wait to be read, and what `NotRead` names. */
async function readTable(upload: SpooledFile, kind: ImportKind): Promise<Table> {
  if (upload.size > mostImportBytes) throw new Refusal('FILE_TOO_LARGE');
  const read = await readFileApart({
    path: upload.path,
    // The headings, and titles above them, are no rows of the import.
    most: { rows: mostImportRows + 1, columns: mostImportColumns },
    headings: [...kind.headings.keys()],
  });
  if ('table' in read) return read.table;
  const maximum = maximumOf[read.refused as keyof typeof maximumOf];
  throw new Refusal(read.refused, {
    ...(maximum !== undefined && { maximum }),
    ...(read.row !== undefined && { row: read.row }),
  });
}

/** The row with the headings, the one among the first in which most are known; else the first. */
function split({ rows }: Table, kind: ImportKind) {
  const known = knownHeadings(new Set(kind.headings.keys()));
  let at = 0;
  for (const [index, { cells }] of rows.slice(0, rowsWithHeadings).entries())
    if (known(cells) > Math.max(1, known(rows[at]?.cells ?? []))) at = index;
  const below = rows.slice(at + 1);
  if (below.length === 0) throw new Refusal('FILE_UNREADABLE');
  if (below.length > mostImportRows) throw new Refusal('FILE_TOO_MANY_ROWS', { maximum: mostImportRows });
  const width = below.reduce((most, { cells }) => Math.max(most, cells.length), rows[at]?.cells.length ?? 0);
  const headings = Array.from({ length: width }, (_none, column) =>
    (rows[at]?.cells[column] ?? '').slice(0, 200),
  );
  return { headings, below };
}

/** The field of each column: what the firm chose before for its heading, else what the heading says; each field once. */
async function columnsOf(db: Db, kind: ImportKind, headings: readonly string[]): Promise<(string | null)[]> {
  const plain = headings.map(plainHeading);
  const chosen = await db
    .selectFrom('importHeading')
    .select(['heading', 'field'])
    .where('kind', '=', kind.name)
    .where(sql<boolean>`heading = any (${plain}::text[])`)
    .execute();
  const byHeading = new Map(chosen.map(({ heading, field }) => [heading, field]));
  const taken = new Set<string>();
  return plain.map((heading) => {
    const before = byHeading.get(heading);
    const field = before === undefined ? kind.headings.get(heading) : before;
    if (field === undefined || field === null || taken.has(field) || !kind.fields.includes(field))
      return null;
    taken.add(field);
    return field;
  });
}

/** Reads the file and stores its cells. Refuses what `readTable` refuses, and ALREADY_EXISTS for an id that is taken. */
export async function uploadImport(
  db: Db,
  user: CurrentUser,
  kind: ImportKind,
  { id = uuidv7(), name }: { id?: string | undefined; name: string },
  upload: SpooledFile,
  language: Language,
): Promise<Import> {
  const table = await readTable(upload, kind);
  const { headings, below } = split(table, kind);
  await db
    .insertInto('import')
    .values({
      id,
      kind: kind.name,
      fileName: name,
      sha256: upload.sha256,
      sheet: table.sheet,
      otherSheets: table.otherSheets,
      headings,
      rowCount: below.length,
      columns: json(await columnsOf(db, kind, headings)),
      rules: json({}),
    })
    .execute();
  for (let from = 0; from < below.length; from += rowsTogether) {
    const rows = below.slice(from, from + rowsTogether);
    await sql`
      insert into import_row (import_id, no, cells)
      select ${id}, (given ->> 'no')::int, array(select jsonb_array_elements_text(given -> 'cells'))
      from jsonb_array_elements(${json(rows)}) as given`.execute(db);
  }
  return getImport(db, user, kind, id, language);
}
