import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { statusesFrom } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import type { PassedStage } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { waitingStages } from '@daybook/contracts/crm/enquiries/enquiry-funnel';
import type {
  FunnelFigures,
  FunnelGrouping,
  FunnelRow,
  enquiryFunnel,
} from '@daybook/contracts/crm/enquiries/enquiry-funnel';
import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Minor } from '@daybook/contracts/money/money';
import { seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { readFirmsToday } from './firms-today.queries.ts';
import { foundEnquiries } from './enquiries.queries.ts';
import { funnelPeriod } from './enquiries.rules.ts';

type Input = ParsedInputOf<typeof enquiryFunnel.list>;

/** The key of the figures of all rows together. */
const all = 'all';

const keyOf: Record<FunnelGrouping, RawBuilder<string>> = {
  month: sql`to_char(date_trunc('month', one.enquiry_date), 'YYYY-MM-DD')`,
  source: sql`one.source_id::text`,
  owner: sql`one.owner_id::text`,
  service: sql`coalesce(service_id::text, 'none')`,
};

/** The enquiries of the report, each with the key of its row; by service, with one for each. */
function keyed(
  db: Db,
  user: CurrentUser,
  { filter: { by = 'month', ...given } }: Input,
  period: { from: string; to: string },
) {
  const found = foundEnquiries(db, user, {
    filter: { ...given, ...period },
  }).selectAll('enquiry');
  const services =
    by === 'service' ? sql`left join enquiry_service on enquiry_service.enquiry_id = one.id` : sql``;
  const wanted =
    by === 'service' && given.serviceId !== undefined && given.serviceId !== 'none'
      ? sql`where service_id = ${given.serviceId}`
      : sql``;
  return sql`found as materialized (${found}),
    keyed as (select one.*, ${sql.lit(all)} as key from found one
      union all select one.*, ${keyOf[by]} from found one ${services} ${wanted})`;
}

interface Counted {
  key: string;
  enquiries: number;
  contacted: number;
  qualified: number;
  proposalSent: number;
  won: number;
  lost: number;
}

const reachedBy = (stage: PassedStage) => sql`
  count(*) filter (where exists (select from enquiry_move passed where passed.enquiry_id = keyed.id
    and passed.to_status = any (${statusesFrom(stage)}) and not passed.undone))::int`;

const counted = (source: RawBuilder<unknown>) => sql<Counted>`with ${source}
  select key, count(*)::int as enquiries, ${reachedBy('contacted')} as contacted, ${reachedBy('qualified')} as qualified,
    ${reachedBy('proposal_sent')} as proposal_sent, count(*) filter (where status = 'won')::int as won,
    count(*) filter (where status = 'lost')::int as lost
  from keyed group by key`;

const lostBy = (source: RawBuilder<unknown>) => sql<
  FunnelFigures['lostBy'][number] & { key: string }
>`with ${source}
  select key, reason.id, reason.name, reason.usual, count(*)::int as count
  from keyed join lost_reason reason on reason.id = lost_reason_id
  group by key, reason.id order by count desc, reason.place, reason.id`;

/** An enquiry is in its present stage until today. A stage that it entered twice counts with both times. */
const daysIn = (source: RawBuilder<unknown>, today: string) => sql<{
  key: string;
  stage: (typeof waitingStages)[number];
  days: number;
}>`with ${source},
  stay as (select enquiry_id, to_status as stage,
      coalesce(lead(moved_on) over (partition by enquiry_id order by id), ${today}::date) - moved_on as days
    from enquiry_move where not undone and enquiry_id in (select id from found)),
  spent as (select enquiry_id, stage, greatest(sum(days), 0) as days from stay group by enquiry_id, stage)
  select key, stage, round(avg(days), 1)::float8 as days from keyed join spent on enquiry_id = keyed.id
  where stage = any (${waitingStages}) group by key, stage`;

const valued = (source: RawBuilder<unknown>) => sql<{
  key: string;
  currency: string;
  amount: Minor;
  won: Minor;
}>`with ${source}
  select key, currency, sum(expected_value)::bigint as amount,
    coalesce(sum(expected_value) filter (where status = 'won'), 0)::bigint as won
  from keyed where currency is not null group by key, currency order by currency`;

const namesOf: Record<FunnelGrouping, (ids: readonly string[]) => RawBuilder<unknown> | null> = {
  month: () => null,
  source: (ids) =>
    sql`select id::text, coalesce(name, '') as label, usual from enquiry_source where id::text = any (${ids})`,
  owner: (ids) =>
    sql`select id::text, name as label, null as usual from app_user where id::text = any (${ids})`,
  service: (ids) =>
    sql`select id::text, name as label, null as usual from service where id::text = any (${ids})`,
};

type Names = Map<string, Pick<FunnelRow, 'label' | 'usual'>>;

async function readNames(db: Db, by: FunnelGrouping, ids: readonly string[]): Promise<Names> {
  const query = namesOf[by](ids);
  if (query === null) return new Map();
  const { rows } = await sql<Pick<FunnelRow, 'id' | 'label' | 'usual'>>`${query}`.execute(db);
  return new Map(rows.map(({ id, label, usual }) => [id, { label, usual: label === '' ? usual : null }]));
}

const none: Omit<Counted, 'key'> = {
  enquiries: 0,
  contacted: 0,
  qualified: 0,
  proposalSent: 0,
  won: 0,
  lost: 0,
};

/** Rows of months follow each other; the others begin with the most enquiries. */
const inOrder = (by: FunnelGrouping) => (one: FunnelRow, other: FunnelRow) =>
  by === 'month'
    ? one.id.localeCompare(other.id)
    : other.enquiries - one.enquiries ||
      one.label.localeCompare(other.label) ||
      one.id.localeCompare(other.id);

/** Refuses DATE_RANGE on `filter.to`. */
export async function funnelOf(
  db: Db,
  user: CurrentUser,
  input: Input,
): Promise<OutputOf<typeof enquiryFunnel.list>> {
  const { by = 'month' } = input.filter;
  const today = await readFirmsToday(db);
  const period = funnelPeriod(input.filter, today);
  const source = keyed(db, user, input, period);
  const [counts, losses, days, values] = await Promise.all([
    counted(source).execute(db),
    lostBy(source).execute(db),
    daysIn(source, today).execute(db),
    seesMoney(user) ? valued(source).execute(db) : { rows: [] },
  ]);
  const figuresOf = (key: string): FunnelFigures => {
    const { contacted, qualified, proposalSent, ...found } =
      counts.rows.find((row) => row.key === key) ?? none;
    const own = <Row extends { key: string }>(rows: readonly Row[]) => rows.filter((row) => row.key === key);
    const daysOf = (stage: (typeof waitingStages)[number]) =>
      own(days.rows).find((row) => row.stage === stage)?.days ?? null;
    return {
      enquiries: found.enquiries,
      won: found.won,
      lost: found.lost,
      open: found.enquiries - found.won - found.lost,
      reached: { contacted, qualified, proposal_sent: proposalSent },
      lostBy: own(losses.rows),
      daysIn: {
        new: daysOf('new'),
        contacted: daysOf('contacted'),
        qualified: daysOf('qualified'),
        proposal_sent: daysOf('proposal_sent'),
        on_hold: daysOf('on_hold'),
      },
      values: own(values.rows),
    };
  };
  const keys = counts.rows.map(({ key }) => key).filter((key) => key !== all);
  const names = await readNames(db, by, keys);
  const rows = keys
    .map((id): FunnelRow => ({ id, label: '', usual: null, ...names.get(id), ...figuresOf(id) }))
    .toSorted(inOrder(by));
  return { period, total: figuresOf(all), rows };
}
