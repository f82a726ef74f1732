import { sql } from 'kysely';
import type { Expression, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Db } from './db/database.ts';
import type { MoneyTotal } from '@daybook/contracts/lists';
import { totalOfAll } from './db/keyset.ts';
import type { AccessPath } from './db/keyset.ts';
import { holdsWord, matches, wordsOf } from './db/search.ts';

type Predicate = RawBuilder<SqlBool>;

/** One text of the document itself: `ids` finds documents by an index, `holds` tests a single row. */
export interface OwnText {
  ids: RawBuilder<unknown>;
  holds: Predicate;
  /** Finds rows of the list directly, if the index is on the list’s own table. */
  finds?: Predicate;
}

/** A list of documents that belong to clients. A word may match the client, under its present name, or the document’s own texts. */
interface Searchable<Db_, Tables extends keyof Db_, Row> {
  id: Expression<unknown>;
  clientId: Expression<unknown>;
  own: (word: string) => readonly OwnText[];
  /** The rows that pass the list’s filters and satisfy `visible`. */
  rows: (visible: Predicate) => SelectQueryBuilder<Db_, Tables, Row>;
  /** The rows within the caller’s scope. */
  visible: Predicate;
  /** `visible` in a form that is tested row by row (`PageScope.near`). */
  near?: Predicate | null;
  /** `visible` by the ids of everything the person sees, if those are few: gathering them is faster than meeting them in order. */
  gathered?: Predicate;
  /** The clients whose documents are searched. */
  ofClients: (clientId: Expression<unknown>) => Predicate;
  /** What each document of these clients must also satisfy, if not all of them are visible. */
  each?: Predicate;
}

/** Where all matches are: the documents of these clients, and the documents with these ids. */
interface Sources {
  clients: RawBuilder<unknown>;
  /** Conditions that a document is one of those found by its own texts, one for each index that found some. */
  named: Predicate[];
  areFewNamed: boolean;
  /** Words still to be tested on the documents of these clients. */
  rest: string[];
  /** Few enough clients to read the first documents of each. */
  areFew: boolean;
  /** Whether a row matches; it uses the lists above if they are short. */
  condition: Predicate;
}

/** Up to this many clients, reading the first documents of each is faster than walking an index until a page is full. */
const fewClients = 300;
/** The same for a person who sees only their own records: with more clients, walking the order is faster than gathering everything. */
const fewOfOwn = 100;
/** Up to this many clients are listed by their ids; with more, the client of each row is tested. */
const mostListed = 1_000;
const fewOwn = 500;
/** If more match, a page is found among this many of the next documents, unless the matches lie together elsewhere. */
const nearest = 2_000;
/** A long search uses this many of its words to find documents, and tests the others on what was found. */
const leading = 4;

/** Without a search, this many of the next rows in order are looked at, within the scope or not. */
const nearInScope = 1_500;

/** One or two Latin letters or digits occur in many texts: counting in how many takes longer than searching. */
const isTelling = (word: string): boolean => word.length > 2 || /[^a-z0-9]/.test(word);

/** Hardly any document holds more short words than these, and testing every document for each of them takes a second. */
const fewShort = 3;

/** Beside a longer word, or among many, a short word is looked for in the client only: any two digits end one number in a hundred. */
const shortOf = (words: readonly string[]): string[] =>
  words.some(isTelling) || words.length > fewShort ? words.filter((word) => !isTelling(word)) : [];

type Any<Db_, Tables extends keyof Db_, Row> = Searchable<Db_, Tables, Row>;

const always = sql<SqlBool>`true`;

const every = (predicates: readonly Predicate[]): Predicate =>
  sql<SqlBool>`(${sql.join([sql`true`, ...predicates], sql` and `)})`;

/** Each word occurs in the row’s client or, unless it is short, in its own texts. Tested row by row, so that no plan starts from it. */
const holding = <Db_, Tables extends keyof Db_, Row>(
  { clientId, own }: Any<Db_, Tables, Row>,
  words: readonly string[],
  short: readonly string[],
): Predicate =>
  every(
    words.map((word) => {
      const ofClient = sql`(select ${holdsWord(sql.ref('named.searchText'), word)} from client named where named.id = ${clientId})`;
      const ofItself = short.includes(word) ? [] : own(word).map(({ holds }) => holds);
      return sql<SqlBool>`(${sql.join([...ofItself, ofClient], sql` or `)})`;
    }),
  );

/** The ids that each own text finds for each word, by word and text. More than `fewOwn` ids mean that there are many. */
async function ownOf(
  db: Db,
  words: readonly string[],
  own: (word: string) => readonly OwnText[],
): Promise<string[][][]> {
  if (words.length === 0) return [];
  const each = words.flatMap((word, index) =>
    own(word).map(
      ({ ids }, text) =>
        sql`(select ${sql.lit(index)} as word, ${sql.lit(text)} as text, id from (${ids} limit ${fewOwn + 1}) as one (id))`,
    ),
  );
  const { rows } = await sql<{ word: number; text: number; id: string }>`
    ${sql.join(each, sql` union all `)}`.execute(db);
  return words.map((one, index) =>
    own(one).map((_, nth) =>
      rows.flatMap(({ word, text, id }) => (word === index && text === nth ? [id] : [])),
    ),
  );
}

const oneOf = <Db_, Tables extends keyof Db_, Row>(
  { id }: Any<Db_, Tables, Row>,
  ids: readonly string[],
): Predicate[] => (ids.length === 0 ? [] : [sql<SqlBool>`${id} = any (${ids}::uuid[])`]);

/** Conditions that find the documents of a frequent word: each text with many matches by its index, the others by their ids. */
function namedOften<Db_, Tables extends keyof Db_, Row>(
  searchable: Any<Db_, Tables, Row>,
  word: string,
  idsOf: readonly string[][],
): Predicate[] {
  const isOften = (nth: number) => (idsOf[nth]?.length ?? fewOwn + 1) > fewOwn;
  const often = searchable
    .own(word)
    .flatMap(({ ids, finds }, nth) =>
      isOften(nth) ? [finds ?? sql<SqlBool>`${searchable.id} in (${ids})`] : [],
    );
  return [...often, ...oneOf(searchable, idsOf.filter((_, nth) => !isOften(nth)).flat())];
}

/**
 * Rare words come first: a document with all of them has them all from its client, or holds at least one itself. If every word
 * is frequent, the longest comes first; if all are short, the client must have them all.
 */
async function sourcesOf<Db_, Tables extends keyof Db_, Row>(
  db: Db,
  searchable: Any<Db_, Tables, Row>,
  words: readonly string[],
): Promise<Sources> {
  const short = shortOf(words);
  const leaders = words
    .filter((word) => !short.includes(word))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, leading);
  const telling = leaders.filter(isTelling);
  const own = await ownOf(db, telling, searchable.own);
  const seldom = telling.filter((_, index) => (own[index]?.flat().length ?? 0) <= fewOwn);
  const led = seldom.length > 0 ? seldom : leaders.slice(0, 1);
  const ofClient = [...led, ...short];
  const rest = words.filter((word) => !ofClient.includes(word));
  const holds = (each: readonly string[]) => holding(searchable, each, short);
  const holders = sql`select client.id from client
    where ${matches('client', ofClient.join(' '))} and (${searchable.ofClients(sql.ref('client.id'))}) is true`;
  const { rows } = await sql<{ id: string }>`${holders} limit ${mostListed + 1}`.execute(db);
  const listed = rows.length <= mostListed ? rows.map(({ id }) => id) : null;
  const clients = listed ? sql`unnest(${listed}::uuid[])` : sql`(${holders})`;
  const [first] = leaders;
  if (seldom.length === 0 && first !== undefined) {
    const named = namedOften(searchable, first, own[telling.indexOf(first)] ?? []);
    const areFew = searchable.gathered !== undefined && rows.length <= fewOfOwn;
    return { clients, named, areFewNamed: false, rest, areFew, condition: holds(words) };
  }
  const named = oneOf(searchable, own.filter((texts) => texts.flat().length <= fewOwn).flat(2));
  const isListed = sql<SqlBool>`(${sql.join([sql`${searchable.clientId} = any (${listed}::uuid[])`, ...named], sql` or `)})`;
  return {
    clients,
    named,
    areFewNamed: true,
    rest,
    areFew: rows.length <= fewClients,
    // One of several words may occur in the document and another in the client: then each word is tested.
    condition:
      listed === null || led.length > 1 ? holds(words) : every([isListed, holds([...rest, ...short])]),
  };
}

/** First the next rows in order, within the scope or not; then everything the person sees. Empty if the scope costs nothing to test. */
export function accessPathsInScope<Db_, Tables extends keyof Db_, Row>({
  rows,
  visible,
  near,
}: Pick<Any<Db_, Tables, Row>, 'rows' | 'visible' | 'near'>): AccessPath[] {
  if (!near) return [];
  const next = { condition: near, most: nearInScope };
  return [
    (firstOf) => [sql`(select * from ${firstOf(rows(always), next)} as next where condition)`],
    (firstOf) => [firstOf(rows(visible))],
  ];
}

/** The ways to find a page of the matches or, without a search, of the whole list. Empty if the order alone finds it. */
export async function accessPaths<Db_, Tables extends keyof Db_, Row>(
  db: Db,
  q: string | undefined,
  searchable: Any<Db_, Tables, Row>,
): Promise<AccessPath[]> {
  const words = wordsOf(q ?? '');
  if (words.length === 0) return accessPathsInScope(searchable);
  const { clients, named, areFewNamed, rest, areFew, condition } = await sourcesOf(db, searchable, words);
  const { clientId, rows, visible, near, gathered, each = always } = searchable;
  const all: AccessPath = (firstOf) => {
    const ofOne = rows(sql<SqlBool>`${clientId} = one.client_id and ${each}`).where(
      holding(searchable, rest, []),
    );
    const ofClients = sql`(select picked.* from ${clients} as one (client_id) cross join lateral ${firstOf(ofOne)} as picked)`;
    const seen = (areFewNamed ? near : gathered) ?? visible;
    const ofThemselves = named.map((isNamed) => {
      const found = rows(seen)
        .where(isNamed)
        .where(holding(searchable, words, shortOf(words)));
      // These are found by their own text, even if the planner expects to meet them soon in order.
      return firstOf(found, { isGathered: true });
    });
    return [ofClients, ...ofThemselves];
  };
  if (areFew) return [all];
  const inOrder: AccessPath = (firstOf) => [
    sql`(select * from ${firstOf(rows(visible), { condition, most: nearest })} as next where condition)`,
  ];
  return [inOrder, all];
}

/** All matches, as queries that share no row. */
export async function allSearched<Db_, Tables extends keyof Db_, Row>(
  db: Db,
  q: string | undefined,
  searchable: Any<Db_, Tables, Row>,
): Promise<SelectQueryBuilder<Db_, Tables, Row>[]> {
  const words = wordsOf(q ?? '');
  const { clientId, rows, visible, near, gathered, each = always } = searchable;
  if (words.length === 0) return [rows(visible)];
  const { clients, named, areFewNamed, rest } = await sourcesOf(db, searchable, words);
  const isOfThem = sql<SqlBool>`${clientId} in (select client_id from ${clients} as one (client_id))`;
  const ofClients = rows(sql<SqlBool>`${isOfThem} and ${each}`).where(holding(searchable, rest, []));
  const ofThemselves = named.map((isNamed, index) => {
    const isOfOthers = [isOfThem, ...named.slice(0, index)].map((one) => sql<SqlBool>`(${one}) is not true`);
    return rows((areFewNamed ? near : gathered) ?? visible)
      .where(isNamed)
      .where(every(isOfOthers))
      .where(holding(searchable, words, shortOf(words)));
  });
  return [ofClients, ...ofThemselves];
}

const countAll = <Db_, Tables extends keyof Db_, Row>(
  db: Db,
  all: readonly SelectQueryBuilder<Db_, Tables, Row>[],
): Promise<{ total: number; isCapped: boolean }> => {
  const one = sql`1`.as('one');
  return totalOfAll(
    db,
    all.map((found) => sql`(${found.clearSelect().select(one)})`),
  );
};

/** The number of matches, counted to the cap. */
export const countSearched = async <Db_, Tables extends keyof Db_, Row>(
  db: Db,
  q: string | undefined,
  searchable: Any<Db_, Tables, Row>,
): Promise<{ total: number; isCapped: boolean }> => countAll(db, await allSearched(db, q, searchable));

/**
 * The number of matches, counted to the cap, and below the cap their sums by currency. `figures` selects `currency`, `amount`
 * and `open` (minor units) from the rows.
 */
export async function totalSearched<Db_, Tables extends keyof Db_, Row>(
  db: Db,
  q: string | undefined,
  searchable: Any<Db_, Tables, Row>,
  figures: (rows: SelectQueryBuilder<Db_, Tables, Row>) => Expression<unknown>,
): Promise<MoneyTotal> {
  const all = await allSearched(db, q, searchable);
  const total = await countAll(db, all);
  if (total.isCapped || total.total === 0) return { ...total, sums: [] };
  const found = sql.join(
    all.map((rows) => sql`(${figures(rows)})`),
    sql` union all `,
  );
  // Leaves out a sum that a JSON number cannot hold.
  const { rows } = await sql<MoneyTotal['sums'][number]>`
    select currency, sum(amount)::bigint as amount, sum(open)::bigint as open from (${found}) as found
    group by currency having sum(abs(amount)) <= ${sql.lit(Number.MAX_SAFE_INTEGER)} order by currency`.execute(
    db,
  );
  return { ...total, sums: rows };
}
