import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

interface Split {
  /** The rows, each with its weight. */
  rows: RawBuilder<unknown>;
  /** The columns that name what is split. */
  per: RawBuilder<unknown>;
  /** The amount, the weight of the row and the sum of the weights, all of them columns of `rows`. */
  total: RawBuilder<unknown>;
  weight: RawBuilder<unknown>;
  whole: RawBuilder<unknown>;
  /** Ties go to the first rows in this order. */
  order: RawBuilder<unknown>;
  as: string;
}

/**
 * Splits an amount by the largest remainder method, as `share` in contracts/src/money does for an amount that is not negative.
 * The parts add up to the amount.
 */
export const splitAmounts = ({
  rows,
  per,
  total,
  weight,
  whole,
  order,
  as,
}: Split): RawBuilder<unknown> => sql`(
  select quota.*, (quotient + case when row_number() over (partition by ${per}
      order by remainder desc, ${order}) <= ${total} - sum(quotient) over (partition by ${per}) then 1 else 0 end)::bigint
    as ${sql.ref(as)}
  from (
    select weighed.*, down as quotient, product - down * divisor as remainder
    from ${rows} as weighed
    cross join lateral (select ${total}::numeric * ${weight} as product, greatest(${whole}, 1)::numeric as divisor) as exact
    cross join lateral (select div(product, divisor) - case when mod(product, divisor) < 0 then 1 else 0 end as down) as rounded
  ) quota)`;
