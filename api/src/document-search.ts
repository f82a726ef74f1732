import { sql } from 'kysely';
import type { Expression, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Db } from './db/database.ts';
import type { MoneyTotal } from '@daybook/contracts/lists';
import { totalOfAll } from './db/keyset.ts';
import type { AccessPath } from './db/keyset.ts';
import { holdsWord, matches, wordsOf } from './db/search.ts';

type Predicate = RawBuilder<SqlBool>;

/** A text of the document itself: the query that finds it by an index, and what a row is asked. */
export interface OwnText {
  ids: RawBuilder<unknown>;
  holds: Predicate;
  /** What the list's own rows are found by, where the index is theirs. */
  finds?: Predicate;
}

/** A list of documents of clients. A word is of the client, under the name of today, or of the document's own texts. */
interface Searchable<Db_, Tables extends keyof Db_, Row> {
  id: Expression<unknown>;
  clientId: Expression<unknown>;
  own: (word: string) => readonly OwnText[];
  /** Rows under the list's filters, of those that `visible` is true of. */
  rows: (visible: Predicate) => SelectQueryBuilder<Db_, Tables, Row>;
  /** Of a row, and of a client: those outside are not looked for. */
  visible: Predicate;
  /** What is `visible`, asked of each row, as the scope has it for a page. */
  near?: Predicate | null;
  /** The same by the ids of all that the person sees, where those are few: sooner gathered than come upon in order. */
  gathered?: Predicate;
  /** Clients whose documents are looked for. */
  ofClients: (clientId: Expression<unknown>) => Predicate;
  /** What each document of these clients is asked, where not all of them are visible. */
  each?: Predicate;
}

/** What finds all that is searched for: the documents of these clients, and those with these ids. */
interface Sources {
  clients: RawBuilder<unknown>;
  /** That a document is one of those with these ids, by each index that finds some; none when there are none. */
  named: Predicate[];
  areFewNamed: boolean;
  /** What is left to be asked of a document of these clients. */
  rest: string[];
  /** Few enough to read the first documents of each. */
  areFew: boolean;
  /** That a row holds the words: told by the lists above when they are short. */
  condition: Predicate;
}

/** So many clients' first documents are read sooner than an index in order comes upon a page of them. */
const fewClients = 300;
/** Of what one person sees alone, the order comes upon the documents of more than these sooner than all of it is gathered. */
const fewOfOwn = 100;
/** So many are known by their ids; of more, each row's client is asked. */
const mostListed = 1_000;
const fewOwn = 500;
/** Where more match, a page is among so many of the next documents, unless they lie together elsewhere. */
const nearest = 2_000;
/** What was typed at length is found by some of its words; the others are asked of what was found. */
const leading = 4;

/** Of an order alone so many of the next rows are looked at, of whatever scope they are. */
const nearInScope = 1_500;

/** One or two Latin letters or digits are in many texts: to ask in how many takes longer than to look. */
const isTelling = (word: string): boolean => word.length > 2 || /[^a-z0-9]/.test(word);

/** Hardly any document holds more short words than these, and testing every document for each of them takes a second. */
const fewShort = 3;

/** Beside a longer word, or many others, a short one is of the client alone: each hundredth number ends with any two digits. */
const shortOf = (words: readonly string[]): string[] =>
  words.some(isTelling) || words.length > fewShort ? words.filter((word) => !isTelling(word)) : [];

type Any<Db_, Tables extends keyof Db_, Row> = Searchable<Db_, Tables, Row>;

const always = sql<SqlBool>`true`;

const every = (predicates: readonly Predicate[]): Predicate =>
  sql<SqlBool>`(${sql.join([sql`true`, ...predicates], sql` and `)})`;

/** That each word is of the row's client or, unless it is short, of its own texts; asked row by row, so that no plan begins with it. */
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

/** What the texts of the documents themselves find for one word, text by text; of what finds more than a few, no more ids than show that. */
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

/** What finds the documents of a word that many hold: each text of many by its index, and the few of all the others by their ids. */
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
 * A document has the words that few documents have of themselves either all of its client, or one of them of itself.
 * Where each word is of many documents, the longest leads; where all are short, they are all of its client.
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
    // One of several words may be of the document itself, and another one not: then each is asked.
    condition:
      listed === null || led.length > 1 ? holds(words) : every([isListed, holds([...rest, ...short])]),
  };
}

/** The next rows in order, of whatever scope they are; then all that the person sees. None where a scope costs nothing. */
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

/** How a page of what is searched for is found, or of all when nothing is; none when the order finds it. */
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
      // Found by their own text, however soon the planner thinks that the order would come upon them.
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

/** All that is searched for, by queries that have no row in common. */
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

/** How many are found, counted to the cap. */
export const countSearched = async <Db_, Tables extends keyof Db_, Row>(
  db: Db,
  q: string | undefined,
  searchable: Any<Db_, Tables, Row>,
): Promise<{ total: number; isCapped: boolean }> => countAll(db, await allSearched(db, q, searchable));

/**
 * How many are found, counted to the cap, and up to there what they come to by currency. `figures` selects `currency`,
 * `amount` and `open`, minor units, of the rows.
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
  // A sum beyond what a JSON number holds is not told.
  const { rows } = await sql<MoneyTotal['sums'][number]>`
    select currency, sum(amount)::bigint as amount, sum(open)::bigint as open from (${found}) as found
    group by currency having sum(abs(amount)) <= ${sql.lit(Number.MAX_SAFE_INTEGER)} order by currency`.execute(
    db,
  );
  return { ...total, sums: rows };
}
