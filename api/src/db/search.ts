import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';

/**
 * Text as it is searched: full-width and half-width alike, lower case, Latin accents folded. Kana keep their voicing
 * marks, which are other letters and no accents (docs/rules.md#search).
 */
export const normalise = (...parts: (string | null | undefined)[]): string =>
  parts
    .filter(Boolean)
    .join(' ')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Whether a text of a small table contains `q`, both normalised; without an index. */
export const contains = (text: Expression<unknown>, q: string): RawBuilder<SqlBool> => sql<SqlBool>`
  strpos(normalize(regexp_replace(normalize(lower(normalize(${text}, NFKC)), NFD), '[\\u0300-\\u036f]', '', 'g'), NFC),
    ${normalise(q)}) > 0`;

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** The most words of a search, because each one costs as much again in every row. A row with this many matches is specific enough. */
const mostWords = 12;
/** The longest text to search, because one character may expand to eighteen letters. */
const mostLetters = 200;

/** The words that were typed, up to the limit; a match contains each of them. */
export const wordsOf = (q: string): string[] =>
  [...new Set(normalise(q).slice(0, mostLetters).split(' '))].filter(Boolean).slice(0, mostWords);

/** Whether a normalised text contains a word; a single letter must begin one. */
export const holdsWord = (text: Expression<unknown>, word: string): RawBuilder<SqlBool> =>
  word.length === 1 && word.charCodeAt(0) < 128
    ? sql<SqlBool>`(' ' || ${text}) like ${`% ${escapeLike(word)}%`}`
    : sql<SqlBool>`${text} like ${`%${escapeLike(word)}%`}`;

/** Whether a normalised text begins or ends with a word, as served by indexes on the text and on the reversed text. */
export const beginsWith = (text: Expression<unknown>, word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${text} like ${`${escapeLike(word)}%`}`;
export const endsWith = (text: Expression<unknown>, word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`reverse(${text}) like ${`${escapeLike(Array.from(word).toReversed().join(''))}%`}`;

/** Every word of `q` occurs; the GIN index on the pieces finds candidates, LIKE makes it exact. `table` has search_text and search_grams. */
export function matches(table: string, q: string): RawBuilder<SqlBool> {
  const words = wordsOf(q);
  const text: Expression<string> = sql.ref(`${table}.searchText`);
  const grams: Expression<string[]> = sql.ref(`${table}.searchGrams`);
  const each = words.map((word) => holdsWord(text, word));
  // Where rows are read in the order of a page, LIKE is asked first: it is cheaper than to compare the pieces.
  return sql<SqlBool>`(${sql.join([...each, sql`${grams} @> search_query_grams(${words.join(' ')})`], sql` and `)})`;
}
