import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { FxRate, canonicalDecimal } from '@daybook/contracts/money/decimal';
import { Refusal } from '@daybook/contracts/refusals';
import type {
  ExchangeRate,
  KnownRate,
  exchangeRates,
} from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { onceEach } from '../../db/once-each.ts';
import { contains } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';

type ListInput = ParsedInputOf<typeof exchangeRates.list>;

const found = (db: Db, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db.selectFrom('exchangeRate'),
    { ...filter, q },
    {
      currency: (currency, eb) =>
        eb.or([eb('exchangeRate.fromCurrency', '=', currency), eb('exchangeRate.toCurrency', '=', currency)]),
      from: ['>=', 'exchangeRate.rateDate'],
      to: ['<=', 'exchangeRate.rateDate'],
      q: (text) =>
        contains(
          sql`(exchange_rate.from_currency || ' ' || exchange_rate.to_currency || ' ' || coalesce(exchange_rate.source, ''))`,
          text,
        ),
    },
  );

const withFields = (query: ReturnType<typeof found>) =>
  query.select([
    'exchangeRate.id',
    'exchangeRate.version',
    'exchangeRate.fromCurrency as from',
    'exchangeRate.toCurrency as to',
    'exchangeRate.rateDate as date',
    'exchangeRate.rate',
    'exchangeRate.source',
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withFields>['executeTakeFirstOrThrow']>>;

const shown = (row: Row): ExchangeRate => ({ ...row, rate: canonicalDecimal(row.rate) });

export async function listExchangeRates(db: Db, input: ListInput) {
  const keys = [
    { by: sql.ref('exchange_rate.rate_date'), of: (row: Row) => row.date },
    { by: sql.ref('exchange_rate.id'), of: (row: Row) => row.id },
  ];
  const page = await pageByKeyset(withFields(found(db, input)), keys, sortOf(input.sort).descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

export const countExchangeRates = (db: Db, input: ListInput) => totalOf(db, found(db, input));

/** Refuses NOT_FOUND. */
export async function getExchangeRate(db: Db, id: string): Promise<ExchangeRate> {
  const row = await withFields(found(db, { filter: {} }))
    .where('exchangeRate.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shown(row);
}

interface Pair {
  from: string;
  to: string;
  date: string;
}

interface Found {
  place: number;
  date: string;
  rate: string;
  source: string | null;
}

/** The latest rate on or before a day, inverted if only the other direction is stored; null if there is none that a document could store. */
export async function knownRate(db: Db, pair: Pair): Promise<KnownRate | null> {
  const [known = null] = await knownRates(db, [pair]);
  return known;
}

/** As `knownRate`, for many pairs, in their order. */
export async function knownRates(db: Db, pairs: readonly Pair[]): Promise<(KnownRate | null)[]> {
  if (pairs.every(({ from, to }) => from === to)) return pairs.map(() => null);
  return onceEach(
    pairs.map(({ from, to, date }) => ({ from, to, date })),
    (distinct) => readRates(db, distinct),
  );
}

async function readRates(db: Db, pairs: readonly Pair[]): Promise<(KnownRate | null)[]> {
  const all = (name: keyof Pair) => pairs.map((pair) => pair[name]);
  const { rows } = await sql<Found>`
    select asked.place, known.rate_date as date, known.rate, known.source
    from unnest(${all('from')}::bpchar[], ${all('to')}::bpchar[], ${all('date')}::date[]) with ordinality as asked (a, b, day, place)
    cross join lateral (
      (select true as straight, rate_date, rate, source from exchange_rate
        where from_currency = a and to_currency = b and rate_date <= day order by rate_date desc limit 1)
      union all
      (select false, rate_date, round(1 / rate, 10), source from exchange_rate
        where from_currency = b and to_currency = a and rate_date <= day order by rate_date desc limit 1)
      order by rate_date desc, straight desc limit 1) as known`.execute(db);
  const found = new Map(rows.map((row) => [row.place, row]));
  return pairs.map((_pair, index) => {
    const kept = found.get(index + 1);
    if (kept === undefined) return null;
    const rate = canonicalDecimal(kept.rate);
    return FxRate.safeParse(rate).success ? { date: kept.date, rate, source: kept.source } : null;
  });
}
