import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import { pricesOf, priceOnDay } from '@daybook/contracts/crm/subscriptions/subscription-prices';
import type { PriceFrom } from '@daybook/contracts/crm/subscriptions/subscription-prices';
import type {
  Subscription,
  SubscriptionRow,
  subscriptions,
} from '@daybook/contracts/crm/subscriptions/subscriptions';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type { Minor } from '@daybook/contracts/money/money';
import { NOTHING } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { whereGiven } from '../../db/where-given.ts';
import { inScope } from '../../scope.ts';

type ListInput = ParsedInputOf<typeof subscriptions.list>;

const ofClient = sql.ref('subscription.clientId');
const today = sql<string>`(now() at time zone entity.timezone)::date`;
const pausedOn = sql<string | null>`(select paused_on from subscription_pause
  where subscription_id = subscription.id and resumed_on is null)`;
const status = sql<SubscriptionRow['status']>`case when subscription.ended_on < ${today} then 'ended'
  when ${pausedOn} is not null then 'paused' else 'active' end`;

// With a limit they are looked up for each row of the page; `exists` may be answered from the whole table.
const goesOn = sql<boolean>`(select true from series
  where series.subscription_id = subscription.id and series.status in ('active', 'paused') limit 1) is not null`;
const isContinued = sql<boolean>`(select true from subscription next where next.predecessor_id = subscription.id limit 1) is not null`;

const found = (db: Db, seen: Expression<SqlBool>, filter: ListInput['filter']) =>
  whereGiven(
    db
      .selectFrom('subscription')
      .innerJoin('package', 'package.id', 'subscription.packageId')
      .innerJoin('billingEntity as entity', 'entity.id', 'package.entityId')
      .innerJoin('packageVersion as sold', 'sold.id', 'subscription.versionId')
      .where(seen),
    filter,
    {
      clientId: 'subscription.clientId',
      packageId: 'subscription.packageId',
      status: (wanted) => [sql<SqlBool>`${status} = ${wanted}`],
    },
  );

const agreedPrices = (part: string, column: string) =>
  sql<
    PriceFrom[]
  >`(select coalesce(jsonb_agg(jsonb_build_object('validFrom', valid_from, 'price', price) order by valid_from), '[]')
    from ${sql.table(part)} where ${sql.ref(column)} = ${sql.ref(part === 'package_price' ? 'sold.id' : 'subscription.id')})`;

const withDetails = (query: ReturnType<typeof found>) =>
  query
    .innerJoin('client', 'client.id', 'subscription.clientId')
    .select([
      'subscription.id',
      'subscription.version',
      sql<Reference>`jsonb_build_object('id', client.id, 'label', client.name)`.as('client'),
      sql<Reference>`jsonb_build_object('id', package.id, 'label', package.name)`.as('package'),
      sql<Reference>`jsonb_build_object('id', entity.id, 'label', entity.name)`.as('entity'),
      'sold.no as versionNo',
      sql<number>`(select max(no) from package_version where package_id = package.id)`.as('latestNo'),
      sql<SubscriptionRow['cycle']>`sold.cycle`.as('cycle'),
      'sold.currency',
      'subscription.discountPct',
      sql<SubscriptionRow['billing']>`subscription.billing`.as('billing'),
      'subscription.startsOn',
      'subscription.endedOn',
      status.as('status'),
      pausedOn.as('pausedOn'),
      sql<boolean>`${status} = 'paused' and ${goesOn}`.as('canResume'),
      sql<boolean>`subscription.ended_on is null or ${goesOn} and not ${isContinued}`.as('canEnd'),
      sql<boolean>`coalesce(subscription_may_go_on(subscription), false) and not ${isContinued}`.as(
        'canGoOn',
      ),
      today.as('today'),
      sql<Minor>`sold.price`.as('soldPrice'),
      agreedPrices('package_price', 'version_id').as('laterPrices'),
      agreedPrices('subscription_price', 'subscription_id').as('own'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const pricesOfRow = ({
  soldPrice,
  laterPrices,
  startsOn,
  own,
}: Pick<Row, 'soldPrice' | 'laterPrices' | 'startsOn' | 'own'>) =>
  pricesOf({ price: soldPrice, laterPrices }, startsOn, own);

function shown(row: Row): SubscriptionRow {
  const { today: day, soldPrice: _sold, laterPrices: _later, own: _own, discountPct, ...rest } = row;
  const on = day < row.startsOn ? row.startsOn : day;
  return {
    ...rest,
    discountPct: discountPct === null ? null : canonicalDecimal(discountPct),
    price: priceOnDay(pricesOfRow(row), on) ?? NOTHING,
  };
}

export async function listSubscriptions(db: Db, user: CurrentUser, input: ListInput) {
  const { descending } = sortOf(input.sort);
  const keys = [
    { by: sql.ref('subscription.startsOn'), of: (row: Row) => row.startsOn },
    { by: sql.ref('subscription.id'), of: (row: Row) => row.id },
  ];
  const query = withDetails(found(db, inScope.client(user, ofClient), input.filter));
  const page = await pageByKeyset(query, keys, descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

export const countSubscriptions = (db: Db, user: CurrentUser, input: ListInput) =>
  totalOf(db, found(db, inScope.client(user, ofClient), input.filter));

/** What a raise of the price of each of these subscriptions has to know, by id. Those of clients outside the scope are left out. */
export async function pricedSubscriptions(db: Db, user: CurrentUser, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await withDetails(found(db, inScope.client(user, ofClient), {}))
    .select([
      'entity.fyStart',
      sql<string | null>`subscription_billed_through(subscription.id)`.as('billedThrough'),
    ])
    .where('subscription.id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, version, cycle, pausedOn: rests, endedOn, fyStart, billedThrough, ...row }) => [
      id,
      { id, version, cycle, pausedOn: rests, endedOn, fyStart, billedThrough, prices: pricesOfRow(row) },
    ]),
  );
}

const reference = (id: string | null, label: string | null): Reference | null =>
  id === null ? null : { id, label: label ?? '' };

/** Refuses NOT_FOUND, including for one of a client outside the scope. */
export async function getSubscription(db: Db, user: CurrentUser, id: string): Promise<Subscription> {
  const row = await withDetails(found(db, inScope.client(user, ofClient), {}))
    .leftJoin('subscription as before', 'before.id', 'subscription.predecessorId')
    .leftJoin('package as beforePackage', 'beforePackage.id', 'before.packageId')
    .leftJoin('subscription as after', 'after.predecessorId', 'subscription.id')
    .leftJoin('package as afterPackage', 'afterPackage.id', 'after.packageId')
    .select([
      'subscription.billedFrom as firstPeriod',
      sql<string | null>`subscription_billed_through(subscription.id)`.as('billedThrough'),
      'before.id as beforeId',
      'beforePackage.name as beforeName',
      'after.id as afterId',
      'afterPackage.name as afterName',
      sql<
        Subscription['series']
      >`(select coalesce(jsonb_agg(jsonb_build_object('id', series.id, 'kind', series.kind, 'title', series.title,
        'status', series.status, 'nextOn', case when series.status = 'active' then progress.next_on end)
        order by series.kind, series.title, series.id), '[]')
        from series join series_progress progress on progress.series_id = series.id
        where series.subscription_id = subscription.id)`.as('series'),
    ])
    .where('subscription.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  const { firstPeriod, billedThrough, series, beforeId, beforeName, afterId, afterName, ...listed } = row;
  return {
    ...shown(listed),
    firstPeriod,
    billedThrough,
    prices: pricesOfRow(row),
    predecessor: reference(beforeId, beforeName),
    successor: reference(afterId, afterName),
    series,
  };
}
