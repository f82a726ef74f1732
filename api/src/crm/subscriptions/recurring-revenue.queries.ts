import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { recurringRevenue } from '@daybook/contracts/crm/subscriptions/recurring-revenue';
import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import type { CurrentUser } from '../../auth/current-user.ts';
import { nextInvoices } from '../../billing/recurring-invoices/recurring-amounts.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import { revenuePeriod } from './revenue-period.ts';
import type { Revenue } from './monthly-revenue.rules.ts';
import { revenueRows, revenueTotals } from './recurring-revenue.rules.ts';

type Input = Pick<ParsedInputOf<typeof recurringRevenue.list>, 'filter'>;
type Report = OutputOf<typeof recurringRevenue.list>;

/** How many recurring invoices without a package are named. */
const mostNamed = 20;

const dated = (rows: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('validFrom', valid_from, 'price', price) order by valid_from), '[]')
    from ${rows})`;

async function readSubscriptions(
  db: Db,
  user: CurrentUser,
  { filter }: Input,
  to: string,
): Promise<Revenue[]> {
  const ofEntity =
    filter.entityId === undefined ? sql`true` : sql`package.entity_id = ${filter.entityId}::uuid`;
  const { rows } = await sql<Revenue>`
    select subscription.id, subscription.predecessor_id, subscription.client_id,
      jsonb_build_object('id', package.id, 'label', package.name) as package, sold.currency, sold.cycle, sold.price,
      ${dated(sql`package_price where version_id = sold.id`)} as later_prices,
      ${dated(sql`subscription_price where subscription_id = subscription.id`)} as own,
      subscription.discount_pct::text as discount_pct, subscription.starts_on, subscription.ended_on,
      (select coalesce(jsonb_agg(jsonb_build_object('pausedOn', paused_on, 'resumedOn', resumed_on)), '[]')
        from subscription_pause where subscription_id = subscription.id) as pauses,
      (select jsonb_agg(jsonb_build_object('department', case when department.id is not null
          then jsonb_build_object('id', department.id, 'label', department.name) end, 'share', part.share) order by part.no)
        from package_service part join service on service.id = part.service_id
          left join department on department.id = service.department_id
        where part.version_id = sold.id) as shares
    from subscription join package on package.id = subscription.package_id join package_version sold on sold.id = subscription.version_id
    where sold.cycle <> 'once' and subscription.starts_on <= ${to} and ${ofEntity}
      and ${inScope.client(user, sql.ref('subscription.client_id'))}
    order by subscription.id`.execute(db);
  return rows;
}

/** Active recurring invoices that belong to no subscription. */
async function besideOf(db: Db, user: CurrentUser, { filter }: Input): Promise<Report['beside']> {
  const ofEntity = filter.entityId === undefined ? sql`true` : sql`own.entity_id = ${filter.entityId}::uuid`;
  const { rows } = await sql<{
    id: string;
    title: string;
    client: Reference;
    currency: string;
    nextNominal: string | null;
    nextOn: string | null;
    total: number;
  }>`
    select series.id, series.title, jsonb_build_object('id', client.id, 'label', client.name) as client, own.currency,
      progress.next_nominal, progress.next_on, (count(*) over ())::int as total
    from series join recurring_invoice own on own.series_id = series.id join series_progress progress on progress.series_id = series.id
      join client on client.id = series.client_id
    where series.status = 'active' and series.subscription_id is null and ${ofEntity}
      and ${inScope.client(user, sql.ref('series.client_id'))}
    order by client.sort_name collate "und-x-icu", series.id limit ${mostNamed}`.execute(db);
  const next = await nextInvoices(db, rows);
  return {
    total: rows[0]?.total ?? 0,
    some: rows.map(({ id, title, client, currency }) => ({
      id,
      title,
      client,
      currency,
      nextAmount: next.get(id)?.amount ?? null,
    })),
  };
}

/** Refuses as `periodOf`. */
export async function recurringRevenueOf(db: Db, user: CurrentUser, input: Input): Promise<Report> {
  const period = revenuePeriod(input.filter);
  const by = input.filter.by ?? 'month';
  const all = await readSubscriptions(db, user, input, period.to);
  const rows = revenueRows(all, { ...period, by });
  // A client may have several packages and departments, but counts once in each month.
  const counted = new Map(
    revenueTotals(revenueRows(all, { ...period, by: 'month' }), 'month').map((one) => [one.currency, one]),
  );
  return {
    period,
    rows: rows.map((row) => ({ ...row, id: `${row.key} ${row.currency}` })),
    totals: revenueTotals(rows, by).map((row) => {
      const { clients = 0, joined = 0, left = 0 } = counted.get(row.currency) ?? {};
      return { ...row, clients, joined, left };
    }),
    beside: await besideOf(db, user, input),
  };
}
