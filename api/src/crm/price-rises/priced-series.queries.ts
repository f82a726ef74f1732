import { sql } from 'kysely';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type { SeriesStatus } from '@daybook/contracts/recurrence/series-status';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { addDays } from '@daybook/contracts/plain-date';
import { eachNominal } from '../../recurrence/occurrences.ts';
import { periodOfOccurrence } from '../../recurrence/plan-series.ts';
import { readAllSeries } from '../../recurrence/series-due.ts';
import type { DueSeries } from '../../recurrence/series-due.ts';
import { inScope } from '../../scope.ts';
import { pricedSubscriptions } from '../subscriptions/subscriptions.queries.ts';
import type { FirstYear, PricedSeries } from './plan-prices.rules.ts';

interface Line {
  id: string;
  qty: string;
  discountPct: string | null;
  upliftPct: string;
  prices: { validFrom: string; unitPrice: string }[];
}

/** In the order of the clients' names. */
const seriesOf = (db: Db, user: CurrentUser, ids: readonly string[]) =>
  db
    .selectFrom('series')
    .innerJoin('recurringInvoice as terms', 'terms.seriesId', 'series.id')
    .innerJoin('client', 'client.id', 'series.clientId')
    .select([
      'series.id',
      'series.version',
      'series.clientId',
      sql<SeriesStatus>`series.status`.as('status'),
      'series.subscriptionId',
      'terms.currency',
      'terms.discountPct',
      sql<
        PricedSeries['billed']
      >`(select jsonb_build_object('from', run.period_from, 'to', run.period_to) from series_run run
        where run.series_id = series.id and run.status = 'created' order by run.period_from desc limit 1)`.as(
        'billed',
      ),
      sql<
        Line[]
      >`(select jsonb_agg(jsonb_build_object('id', line.id, 'qty', line.qty::text, 'discountPct', line.discount_pct::text,
          'upliftPct', line.uplift_pct::text, 'prices', (select jsonb_agg(jsonb_build_object('validFrom', valid_from,
          'unitPrice', unit_price::text)) from recurring_invoice_price where line_id = line.id)) order by line.no)
        from recurring_invoice_line line where line.series_id = series.id)`.as('lines'),
    ])
    .where(sql<boolean>`series.id = any (${ids}::uuid[])`)
    .where(inScope.client(user, sql.ref('series.clientId')))
    .orderBy(sql`client.sort_name collate "und-x-icu"`)
    .orderBy('client.id')
    .orderBy(sql`series.title collate "und-x-icu"`)
    .orderBy('series.id')
    .execute();

const yearAfter = (day: string): string => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
/** A period may begin this long after its day, where a series bills ahead. */
const longestAhead = 800;

/** The periods of a series that begin within a year, from the first one that begins on `day` or later. */
function firstYearOf(series: DueSeries, day: string): FirstYear | null {
  const from = series.periodOffset > 0 ? addDays(day, -longestAhead) : day;
  let found: FirstYear | null = null;
  for (const nominal of eachNominal(series, { from, until: series.lastOn })) {
    const period = periodOfOccurrence(series, nominal, series.fyStart);
    if (period.from < day) continue;
    found ??= { firstFrom: period.from, invoices: 0 };
    if (period.from >= yearAfter(found.firstFrom)) break;
    found.invoices += 1;
  }
  return found;
}

const decimal = (value: string | null): string | null => (value === null ? null : canonicalDecimal(value));

/** These series with their prices, in the order of their clients' names. Those outside the caller's scope are left out. */
export async function pricedSeries(
  db: Db,
  user: CurrentUser,
  ids: readonly string[],
): Promise<(PricedSeries & { clientId: string })[]> {
  const rows = await seriesOf(db, user, ids);
  const ofThem = rows.flatMap(({ subscriptionId }) => subscriptionId ?? []);
  const subscriptions = await pricedSubscriptions(db, user, ofThem);
  const due = new Map(
    (
      await readAllSeries(
        db,
        rows.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  );
  return rows.map(({ subscriptionId, lines, discountPct, ...row }) => ({
    ...row,
    discountPct: decimal(discountPct),
    lines: lines.map((line) => ({
      ...line,
      qty: canonicalDecimal(line.qty),
      discountPct: decimal(line.discountPct),
      prices: line.prices.map((price) => ({ ...price, unitPrice: canonicalDecimal(price.unitPrice) })),
    })),
    subscription: subscriptionId === null ? null : (subscriptions.get(subscriptionId) ?? null),
    firstYear: (day) => {
      const one = due.get(row.id);
      return one ? firstYearOf(one, day) : null;
    },
  }));
}
