import { sql } from 'kysely';
import { parseDate } from '@daybook/contracts/date-entry';
import { parseDecimal } from '@daybook/contracts/money/amount-entry';
import type { Db } from '../db/database.ts';

type Parse = (text: string, locale: string) => string | undefined;

/** What a column holds whose cells each file writes in its own way. */
export type ColumnContent = 'amount' | 'rate' | 'date';

/** Reads a cell of a field. One that cannot be read stays as it is, to be refused. */
export type CellFormat = (field: string, text: string) => string;

interface Origin {
  /** The locale of the country that the file comes from. */
  usual: string;
  /** A workbook stores its numbers with a point. */
  isWorkbook: boolean;
}

/** The locales to try, the first one in a tie. A rate has many decimals and seldom thousands, so "1.085" is not 1085. */
function localesOf(content: ColumnContent, { usual, isWorkbook }: Origin): string[] {
  if (content === 'date') return [usual, 'en-GB', 'en-US', 'fr-FR', 'ja-JP', 'zh-CN'];
  return content === 'rate' || isWorkbook ? ['en', usual, 'de', 'fr'] : [usual, 'en', 'de', 'fr'];
}

/** The cells that tell one format from another. */
const telling: Record<ColumnContent, string> = {
  amount: String.raw`\d.*[.,’'\s]`,
  rate: String.raw`\d.*[.,’'\s]`,
  date: String.raw`^(?!\d{4}-\d{2}-\d{2}$).*\d`,
};

/** So many cells show how a column is written. */
const enough = 1_000;

const localeOf = (country: string): string =>
  `${new Intl.Locale(`und-${country}`).maximize().language}-${country}-u-nu-latn`;

/** The locale in which most of the texts can be read, and the first of them in a tie. */
function bestOf(texts: readonly string[], locales: readonly string[], parse: Parse): string {
  let [best = 'en', most] = [locales[0], -1];
  for (const locale of locales) {
    const many = texts.filter((text) => parse(text, locale) !== undefined).length;
    if (many > most) [best, most] = [locale, many];
  }
  return best;
}

async function tellingCells(db: Db, importId: string, at: number, content: ColumnContent) {
  const cell = sql`cells[${sql.lit(at + 1)}]`;
  const { rows } = await sql<{ text: string }>`
    select left(${cell}, 60) as text from import_row where import_id = ${importId} and ${cell} ~ ${telling[content]}
    order by no limit ${sql.lit(enough)}`.execute(db);
  return rows.map(({ text }) => text);
}

interface Asked {
  importId: string;
  /** The field of each column. */
  columns: readonly (string | null)[];
  contents: Readonly<Record<string, ColumnContent>>;
  /** Where the file comes from. */
  country: string;
}

/**
 * Finds how each column of a file writes its numbers or dates: in the format in which most of its cells can be read. A single cell can
 * mean two amounts or two days ("12,000", "03/04/2026"); a whole column seldom does. It does not depend on who looks, so the run
 * reads what the dry run has read.
 */
export async function formatOfColumns(
  db: Db,
  { importId, columns, contents, country }: Asked,
): Promise<CellFormat> {
  const { sheet } = await db
    .selectFrom('import')
    .select('sheet')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow();
  const origin = { usual: localeOf(country), isWorkbook: sheet !== null };
  const known = new Map<string, (text: string) => string | undefined>();
  for (const [at, field] of columns.entries()) {
    const content = field === null ? undefined : contents[field];
    if (field === null || content === undefined) continue;
    const parse = content === 'date' ? parseDate : parseDecimal;
    const cells = await tellingCells(db, importId, at, content);
    const locale = bestOf(cells, localesOf(content, origin), parse);
    known.set(field, (text) => parse(text, locale));
  }
  return (field, text) => known.get(field)?.(text) ?? text;
}
