import { setImmediate as others } from 'node:timers/promises';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { mostRaised } from '@daybook/contracts/crm/price-rises/price-rises';
import type { priceRises } from '@daybook/contracts/crm/price-rises/price-rises';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { sum } from '@daybook/contracts/money/money';
import { hundredthsOf, risenBy } from '@daybook/contracts/money/raise-price';
import type { Raise } from '@daybook/contracts/money/raise-price';
import { refuseField } from '@daybook/contracts/refusals';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import { selectedSeries } from '../../billing/recurring-invoices/recurring-invoices.queries.ts';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { planPrices } from './plan-prices.rules.ts';
import type { PlannedPrice, RiseTerms } from './plan-prices.rules.ts';
import { pricedSeries } from './priced-series.queries.ts';

interface StoredTerms {
  percentBp: number | null;
  amount: Raise['amount'];
  currency: string | null;
  roundingStep: number;
}

export function termsOf(
  user: CurrentUser,
  { percentBp, amount, currency, roundingStep: step }: StoredTerms,
  from: string,
): RiseTerms {
  const more = { currency, from, mayRaisePackages: holds(user, 'packages') };
  if (amount !== null) return { ...more, step, percentBp: null, amount };
  if (percentBp === null) throw new Error('a price rise is by a percentage or by an amount');
  return { ...more, step, percentBp, amount: null };
}

type Planned = PlannedPrice & { clientId: string };

const ofClientAndCurrency = ({ clientId, currency }: Planned) => `${clientId} ${currency}`;

/** By how much each client pays more in each currency. */
function clientPercents(planned: readonly Planned[]): ReadonlyMap<string, number> {
  const raised = planned.filter((one) => one.leftOut === null);
  return new Map(
    [...Map.groupBy(raised, ofClientAndCurrency)].map(([key, those]) => [
      key,
      risenBy(sum(those.map(({ yearBefore }) => yearBefore)), sum(those.map(({ yearAfter }) => yearAfter))),
    ]),
  );
}

/** How many rows are written at once. */
const together = 500;

async function store(db: Db, riseId: string, planned: readonly Planned[]): Promise<void> {
  const percents = clientPercents(planned);
  const rows = planned.map((one, index) => ({
    ...one,
    id: uuidv7(),
    no: index + 1,
    clientPercentBp: one.leftOut === null ? (percents.get(ofClientAndCurrency(one)) ?? 0) : 0,
  }));
  for (let at = 0; at < rows.length; at += together)
    await sql`insert into price_rise_item (id, rise_id, no, series_id, line_id, subscription_id, seen, currency, left_out, left_out_on,
        valid_from, first_from, unit_before, unit_after, before, after, year_before, year_after, client_percent_bp)
      select id, ${riseId}, no, "seriesId", "lineId", "subscriptionId", seen, currency, "leftOut", "leftOutOn", "validFrom", "firstFrom",
        "unitBefore", "unitAfter", before, after, "yearBefore", "yearAfter", "clientPercentBp"
      from jsonb_to_recordset(${json(rows.slice(at, at + together))}) as row (id uuid, no int, "seriesId" uuid, "lineId" uuid,
        "subscriptionId" uuid, seen int, currency text, "leftOut" text, "leftOutOn" date, "validFrom" date, "firstFrom" date,
        "unitBefore" numeric, "unitAfter" numeric, before bigint, after bigint, "yearBefore" bigint, "yearAfter" bigint,
        "clientPercentBp" int)`.execute(db);
}

/** So many series are planned before the other requests of the server come next. */
const turn = 50;

/** What a rise would do to the prices of these series now. */
export async function planOf(
  db: Db,
  user: CurrentUser,
  ids: readonly string[],
  terms: RiseTerms,
): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const [index, series] of (await pricedSeries(db, user, ids)).entries()) {
    planned.push(...planPrices(series, terms).map((one) => ({ ...one, clientId: series.clientId })));
    if (index % turn === turn - 1) await others();
  }
  return planned;
}

/**
 * Plans a rise over the selection and stores the plan. Refuses PERM_DENIED on `packageId` without `packages`, REQUIRED on `ids` if
 * there is no series, and TOO_MANY on it above `mostRaised`. Returns the id of the rise.
 */
export async function planRise(
  db: Db,
  user: CurrentUser,
  { ids, q, filter, packageId, from, percent, ...given }: ParsedInputOf<typeof priceRises.create>,
): Promise<string> {
  if (packageId !== null && !holds(user, 'packages')) throw refuseField('PERM_DENIED', 'packageId');
  const selected = await selectedSeries(db, user, { ids, q, filter, packageId }, mostRaised + 1);
  if (selected.length > mostRaised)
    throw refuseField('INPUT_INVALID', 'ids', { maximum: mostRaised }, 'TOO_MANY');
  const raise = {
    ...given,
    percentBp: percent === null ? null : hundredthsOf(percent),
    currency: given.amount === null ? null : given.currency,
  };
  const planned = await planOf(db, user, selected, termsOf(user, raise, from));
  if (planned.length === 0) throw refuseField('INPUT_INVALID', 'ids', {}, 'REQUIRED');
  const id = uuidv7();
  await db
    .insertInto('priceRise')
    .values({ id, ...raise, packageId, validFrom: from })
    .execute();
  await store(db, id, planned);
  return id;
}
