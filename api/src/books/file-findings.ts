import { sql } from 'kysely';
import type { BookFinding } from '@daybook/contracts/settings/book-checks/book-checks';
import { minor } from '@daybook/contracts/money/money';
import type { Db } from '../db/database.ts';
import { namesOfContent } from '../files/file-content.ts';

/** So many files of up to 25 MB are read by one statement, within seconds. */
const contentsAtOnce = 50;
const documentsAtOnce = 1_000;

/** Sizes in bytes; null for what is unknown, or where the size is right and the bytes are not. */
interface Wrong {
  document: string;
  expected: number | null;
  actual: number | null;
}

interface Read extends Wrong {
  key: string;
  isWrong: boolean;
}

const named = (hash: string, name: string | null): string =>
  name === null ? hash.slice(0, 16) : `${name} ${hash.slice(0, 16)}`;

/** Reads pages of `next` until there is none, and returns what was wrong. */
async function wrongOf(atOnce: number, next: (after: string) => Promise<Read[]>): Promise<Wrong[]> {
  const found: Wrong[] = [];
  for (let after = ''; ;) {
    const page = await next(after);
    found.push(...page.filter(({ isWrong }) => isWrong));
    const last = page.at(-1);
    if (last === undefined || page.length < atOnce) return found;
    after = last.key;
  }
}

/** The pieces of each file have its size and its hash. */
const findAltered = (db: Db) =>
  wrongOf(contentsAtOnce, async (after) => {
    const { rows } = await sql<{
      key: string;
      name: string | null;
      size: number;
      bytes: number;
      is: boolean;
    }>`
      select encode(content.sha256, 'hex') as key, content.size, coalesce(stored.bytes, 0)::int as bytes,
        (select min(name) from attachment where sha256 = content.sha256) as name,
        coalesce(stored.hash = content.sha256 and stored.pieces = stored.last + 1, false) as is
      from (select sha256, size from file_content where sha256 > decode(${after}, 'hex') order by sha256 limit ${contentsAtOnce}) as content
      left join lateral (
        select sum(length(bytes)) as bytes, count(*) as pieces, max(no) as last, sha256(string_agg(bytes, ''::bytea order by no)) as hash
        from file_piece where file_piece.sha256 = content.sha256) as stored on true
      order by content.sha256`.execute(db);
    return rows.map(({ key, name, size, bytes, is }) => {
      const differs = size !== bytes;
      const sizes = { expected: differs ? size : null, actual: differs ? bytes : null };
      return { key, document: named(key, name), isWrong: !is || differs, ...sizes };
    });
  });

/** The PDF of an invoice as it was first sent. */
const findAlteredInvoices = (db: Db) =>
  wrongOf(documentsAtOnce, async (after) => {
    const { rows } = await sql<Read>`
      select sent.invoice_id::text as key, invoice.number as document, sha256(sent.content) <> sent.pdf_sha256 as is_wrong
      from (select * from invoice_file where ${after} = '' or invoice_id > nullif(${after}, '')::uuid
        order by invoice_id limit ${documentsAtOnce}) as sent
      join invoice on invoice.id = sent.invoice_id
      order by sent.invoice_id`.execute(db);
    return rows.map((row) => ({ ...row, expected: null, actual: null }));
  });

/** Records that name a file of which nothing is stored. */
async function findLost(db: Db): Promise<Wrong[]> {
  const parts = namesOfContent.map(
    ({ table, column, label }) => sql`
      select ${sql.ref(column)} as hash, ${label === null ? sql`null::text` : sql.ref(label)} as name from ${sql.table(table)}
      where ${sql.ref(column)} is not null`,
  );
  const { rows } = await sql<{ hash: string; name: string | null }>`
    select encode(hash, 'hex') as hash, min(name) as name
    from (${sql.join(parts, sql` union all `)}) as wanted
    where not exists (select from file_content where sha256 = wanted.hash)
    group by hash`.execute(db);
  return rows.map(({ hash, name }) => ({ document: named(hash, name), expected: null, actual: 0 }));
}

/** Bytes that belong to no file. Files that nothing refers to are no fault: they are purged every hour. */
async function findStray(db: Db): Promise<Wrong[]> {
  const { rows } = await sql<{ hash: string; bytes: number }>`
    select encode(sha256, 'hex') as hash, sum(length(bytes))::int as bytes
    from file_piece where not exists (select from file_content where sha256 = file_piece.sha256)
    group by sha256`.execute(db);
  return rows.map(({ hash, bytes }) => ({ document: named(hash, null), expected: 0, actual: bytes }));
}

const figure = (value: number | null) => (value === null ? null : minor(value));

/** Stored files whose bytes are not those of their hash, files without bytes, and bytes without a file. */
export async function findFileFaults(db: Db): Promise<BookFinding[]> {
  const wrong = [
    ...(await findAltered(db)),
    ...(await findAlteredInvoices(db)),
    ...(await findLost(db)),
    ...(await findStray(db)),
  ];
  return wrong.map(({ document, expected, actual }) => ({
    rule: 'files_are_as_stored',
    entity: null,
    document,
    currency: null,
    expected: figure(expected),
    actual: figure(actual),
  }));
}
