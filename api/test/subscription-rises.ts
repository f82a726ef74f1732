import fc from 'fast-check';
import { priceRises } from '@daybook/contracts/crm/price-rises/price-rises';
import { doJobs, noTurn } from '../src/jobs/do-jobs.ts';
import { kindsOfJobs } from '../src/start-jobs.ts';
import type { Asked, Subscriber } from './subscription-draws.ts';
import { dayAfter, firstDay, isPaused, nextStart, openFrom, priceIn } from './subscription-oracle.ts';
import type { Stretch } from './subscription-oracle.ts';
import type { Caller } from './test-api.ts';

export const aRise = fc.record({
  /** From today to the day of the rise. */
  days: fc.integer({ min: -40, max: 150 }),
  percentBp: fc.integer({ min: 1, max: 3_000 }),
  roundingStep: fc.constantFrom(1, 5, 50, 500, 2_000),
  /** Which of the prices that were raised before is undone, or none. */
  undone: fc.nat(11),
});
type Rise = typeof aRise extends fc.Arbitrary<infer T> ? T : never;

/** A price that was raised and not undone. */
export interface Raised {
  riseId: string;
  itemId: string;
  stretch: Stretch;
  from: number;
  price: number;
}

interface Firm extends Pick<Asked, 'db' | 'day' | 'ran'> {
  admin: Caller;
  subscribers: readonly Subscriber[];
}

/** The first month at another price, and that price; null if the rise leaves the subscription out. */
function shouldRaise(now: Stretch, named: string, ran: string, { percentBp, roundingStep: step }: Rise) {
  const from = nextStart(named, now.package);
  const months = [now.from, ...[...now.package.later, ...now.own].map((one) => one.from)];
  // Once the client has agreed a price, those of the package mean nothing.
  const known = now.own.length > 0 ? [now.from, ...now.own.map((one) => one.from)] : months;
  const isKept = known.some((month) => month >= from);
  const isOver = now.to !== null && (from >= now.to || now.billedFrom >= now.to);
  if (isKept || isOver || isPaused(now) || from < openFrom(now, ran)) return null;
  const before = priceIn(now, from);
  const price = Math.floor((before * (10_000 + percentBp)) / (10_000 * step) + 0.5) * step;
  return price > before ? { from, price } : null;
}

const seriesOf = async ({ db, subscribers }: Firm) => {
  const ids = subscribers.flatMap(({ id }) => id ?? []);
  const rows = await db
    .selectFrom('series')
    .select(['id', 'subscriptionId'])
    .where('kind', '=', 'invoice')
    .where('subscriptionId', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, subscriptionId }) => [subscriptionId, id]));
};

/** Raises the prices of all clients at once. Returns what was raised, as the oracle expects it. */
async function raiseAll(firm: Firm, rise: Rise) {
  const { db, admin, subscribers, day, ran } = firm;
  const series = await seriesOf(firm);
  const { percentBp, roundingStep } = rise;
  const named = dayAfter(day, rise.days);
  const planned = await admin.call(priceRises.create, {
    ids: [...series.values()],
    percent: (percentBp / 100).toFixed(2),
    roundingStep,
    from: named,
  });
  if (planned.planned > 0) {
    await admin.call(priceRises.apply, { id: planned.id }, { version: planned.version });
    await doJobs(db, { kinds: kindsOfJobs, canMail: true, turn: noTurn() });
  }
  const { rows } = await admin.call(priceRises.items, { id: planned.id, pageSize: 100 });
  const did = [];
  const should = [];
  const raised: Raised[] = [];
  for (const { id, stretches } of subscribers) {
    const now = stretches.at(-1);
    if (id === null || now === undefined) continue;
    const item = rows.find(({ subscriptionId }) => subscriptionId === id);
    const wanted = shouldRaise(now, named, ran, rise);
    did.push(item?.status === 'done' ? { validFrom: item.validFrom, price: item.after } : null);
    should.push(wanted && { validFrom: firstDay(wanted.from), price: wanted.price });
    if (!item || !wanted) continue;
    now.own.push(wanted);
    raised.push({ riseId: planned.id, itemId: item.id, stretch: now, ...wanted });
  }
  return { did, should, raised };
}

function shouldUndo({ ran }: Firm, { stretch, from, price }: Raised): string {
  if (openFrom(stretch, ran) > from) return 'PRICE_RISE_BILLED';
  const stands = stretch.own.some((one) => one.from === from && one.price === price);
  return stands && !stretch.isContinued ? 'undone' : 'PRICE_CHANGED_SINCE';
}

async function undo(firm: Firm, one: Raised) {
  const should = shouldUndo(firm, one);
  const input = { id: one.riseId, itemId: one.itemId };
  const did =
    should === 'undone'
      ? (await firm.admin.call(priceRises.undoItem, input)).status
      : (await firm.admin.refused(priceRises.undoItem, input)).code;
  if (should === 'undone') one.stretch.own = one.stretch.own.filter(({ from }) => from !== one.from);
  return { did, should };
}

/** A rise over all clients, and the undoing of a price that was raised before. `standing` follows. */
export async function riseOverAll(firm: Firm, rise: Rise, standing: Raised[]) {
  if (!firm.subscribers.some(({ id }) => id !== null)) return { did: [], should: [] };
  const { raised, ...made } = await raiseAll(firm, rise);
  const [chosen] = standing.splice(rise.undone, 1);
  standing.push(...raised);
  if (!chosen) return made;
  const undone = await undo(firm, chosen);
  if (undone.should !== 'undone') standing.push(chosen);
  return { did: [made.did, undone.did], should: [made.should, undone.should] };
}
