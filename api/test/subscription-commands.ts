import { minor } from '@daybook/contracts/money/money';
import { theSystem } from '../src/auth/the-system.ts';
import { applyPackage } from '../src/crm/subscriptions/apply-package.ts';
import { changePackage } from '../src/crm/subscriptions/change-package.ts';
import { endSubscription } from '../src/crm/subscriptions/end-subscription.ts';
import { pauseSubscription, resumeSubscription } from '../src/crm/subscriptions/pause-subscription.ts';
import { changePrice } from '../src/crm/subscriptions/price-subscription.ts';
import { buys, cancels } from './single-sales.ts';
import { doers, outcomeOf, versionOf } from './subscription-draws.ts';
import type { Asked, Outcome } from './subscription-draws.ts';
import {
  billsLater,
  commonStart,
  dayAfter,
  firstDay,
  isPaused,
  nextStart,
  openFrom,
  percent,
  priceIn,
  returnsLater,
} from './subscription-oracle.ts';
import type { SoldPackage, Stretch } from './subscription-oracle.ts';

interface OnOne extends Asked {
  id: string;
  now: Stretch;
}

/** Short periods are chosen more often, so that there is much to bill, and now and then those of the other billing entity. */
const chosenFrom = (shop: readonly SoldPackage[], pick: number): SoldPackage | undefined => {
  const ofEntity = Math.floor(pick / 7) % 3 === 0 ? shop.length / 2 : 0;
  return shop[ofEntity + ([0, 0, 0, 1, 1, 2, 3][pick % 7] ?? 0)];
};

const modes = ['draft', 'issue', 'issue_send'] as const;

/** A client without a package gets one. */
async function begins({ db, shop, subscriber, day, draw }: Asked): Promise<Outcome | null> {
  const { pick, price } = draw;
  const chosen = chosenFrom(shop, pick);
  const startsOn = dayAfter(day, Math.max(draw.days, 0));
  const mode = modes[Math.floor(pick / 6) % modes.length] ?? 'draft';
  if (!chosen) return null;
  const from = nextStart(startsOn, chosen);
  const last = subscriber.stretches.at(-1);
  // Another package may overlap the last one, but then two bills of one period would be right.
  if (last && (last.to ?? from + 1) > from) return null;
  // Now and then earlier periods were invoiced elsewhere.
  const billedFrom = pick % 11 === 0 ? from + chosen.months * (pick % 3) : from;
  const stretch: Stretch = {
    package: chosen,
    from,
    to: null,
    billedFrom,
    isPrepaid: pick % 2 === 0,
    mode,
    discountPct: pick % 3 === 0 ? 10 : 0,
    own: pick % 5 === 0 ? [{ from, price }] : [],
    pauses: [],
    isClosed: false,
    isContinued: false,
    madeTo: '',
    begunOn: day,
    returns: { months: [], settledTo: '' },
  };
  const did = await outcomeOf(db, async (one) => {
    const made = await applyPackage(
      one,
      theSystem,
      {
        clientId: subscriber.clientId,
        packageId: chosen.id,
        startsOn,
        firstPeriod: billedFrom === from ? null : firstDay(billedFrom),
        billing: stretch.isPrepaid ? 'pre' : 'post',
        mode,
        price: stretch.own[0] ? minor(price) : null,
        discountPct: stretch.discountPct === 0 ? null : '10',
        ...doers(),
      },
      true,
    );
    subscriber.id = made.id;
  });
  subscriber.stretches.push(stretch);
  subscriber.begun.push(firstDay(from));
  return { command: 'begins', day, did, should: 'done' };
}

async function rises({ db, day, ran, named, draw, id, now }: OnOne): Promise<Outcome> {
  const from = nextStart(named, now.package);
  const isOutside = from < now.from || (now.to !== null && from >= now.to);
  const isBilled = from < openFrom(now, ran);
  const should = isOutside ? 'DATE_RANGE' : isBilled ? 'PERIOD_BILLED' : 'done';
  const wanted =
    draw.pick % 2 === 0
      ? { price: minor(draw.price), upliftPct: null }
      : ({ price: null, upliftPct: '20' } as const);
  const did = await outcomeOf(db, async (one) =>
    changePrice(one, theSystem, { id, from: named, ...wanted }, await versionOf(one, id)),
  );
  if (should === 'done') {
    const before = priceIn(now, from);
    const price = wanted.price ?? before + percent(before, 20);
    now.own = [...now.own.filter((one) => one.from < from), { from, price }];
  }
  return { command: 'rises', day, did, should };
}

/** Who stays with a package keeps the price that was agreed. */
function keptPrices(now: Stretch, from: number): Stretch['own'] {
  const then = now.own.findLast((one) => one.from <= from);
  return [...(then ? [{ from, price: then.price }] : []), ...now.own.filter((one) => one.from > from)];
}

function shouldChange({ ran, now }: OnOne, from: number): string {
  if (isPaused(now) || now.to !== null) return 'STATE_NOT_ALLOWED';
  if (from <= now.from) return 'DATE_RANGE';
  return from < openFrom(now, ran) ? 'PERIOD_BILLED' : 'done';
}

async function changes(asked: OnOne): Promise<Outcome> {
  const { db, shop, subscriber, day, named, draw, id, now } = asked;
  const next = chosenFrom(shop, draw.pick) ?? now.package;
  const from = commonStart(named, now.package, next);
  const should = from === null ? 'NOT_A_CHOICE' : shouldChange(asked, from);
  const wanted = { packageId: next.id, from: named, price: null, discountPct: null };
  const did = await outcomeOf(db, async (one) => {
    const version = await versionOf(one, id);
    const made = await changePackage(one, theSystem, { id, ...wanted, ...doers() }, version, true);
    subscriber.id = made.id;
  });
  if (from !== null && should === 'done') {
    now.to = from;
    now.isContinued = true;
    const own = next.id === now.package.id ? keptPrices(now, from) : [];
    const billedFrom = Math.max(from, nextStart(firstDay(now.billedFrom), next));
    subscriber.stretches.push({
      ...now,
      package: next,
      from,
      to: null,
      billedFrom,
      discountPct: 0,
      own,
      pauses: [],
      isClosed: false,
      isContinued: false,
      madeTo: '',
      begunOn: day,
      returns: { months: [], settledTo: '' },
    });
    // Who stays with a package begins nothing anew.
    if (next.id !== now.package.id) subscriber.begun.push(firstDay(from));
  }
  return { command: 'changes', day, did, should };
}

async function rests({ db, day, offset, draw, id, now }: OnOne): Promise<Outcome> {
  const clock = `${day}T12:00:00${offset}`;
  const should = isPaused(now) ? !now.isClosed : now.to === null;
  const billsMissed = draw.pick % 2 === 0;
  const last = now.pauses.at(-1);
  const did = await outcomeOf(db, async (one) => {
    const version = await versionOf(one, id);
    return isPaused(now)
      ? resumeSubscription(one, theSystem, { id, billsMissed }, version, { canMail: true, clock })
      : pauseSubscription(one, theSystem, { id, reason: 'Quiet' }, version, { canMail: true, clock });
  });
  if (should && last && isPaused(now)) {
    now.pauses.splice(-1, 1, { ...last, to: day, billsMissed });
    now.madeTo = dayAfter(day, -1);
    // The run of the day was over by then.
    now.begunOn = day;
    // Whose day passed before it goes on is not done any more.
    now.returns.settledTo = now.madeTo;
  } else if (should) {
    now.pauses.push({ from: day, to: null, billsMissed: false });
    now.madeTo = day;
  }
  return { command: 'rests', day, did, should: should ? 'done' : 'STATE_NOT_ALLOWED' };
}

function shouldEnd(now: Stretch, to: number | null, ran: string): string {
  if (now.to === null && to === null) return 'STATE_NOT_ALLOWED';
  if (to === null || (now.to !== null && to > now.to)) return 'done';
  // One that was closed has nothing left to do, nor has one whose last bill and last return have come.
  const isLeft = isPaused(now) || billsLater(now, ran) || returnsLater(now);
  if (now.isClosed || (!isLeft && now.to !== null)) return 'STATE_NOT_ALLOWED';
  if (to === now.to && !isPaused(now)) return 'DATE_RANGE';
  return to < openFrom(now, ran) ? 'PERIOD_BILLED' : 'done';
}

/** Ends it; a known end moves, and now and then it is taken back. */
async function ends({ db, day, ran, offset, named, draw, id, now }: OnOne): Promise<Outcome> {
  const clock = `${day}T12:00:00${offset}`;
  const isBefore = named < firstDay(now.from);
  const wanted = isBefore ? now.from : nextStart(dayAfter(named, 1), now.package);
  const to = draw.pick % 4 === 0 ? null : wanted;
  const should = shouldEnd(now, to, ran);
  const on = to === null ? null : named;
  const did = await outcomeOf(db, async (one) =>
    endSubscription(one, theSystem, { id, on }, await versionOf(one, id), { canMail: true, clock }),
  );
  if (should === 'done') {
    const isLater = to === null || (now.to !== null && to > now.to);
    now.isClosed = !isLater && isPaused(now);
    now.to = to;
  }
  return { command: 'ends', day, did, should };
}

/** Ends are rare, so that most clients stay for three years. */
const often = [rises, rises, changes, rests, rests, rests, rises, changes, rests, rises, ends];

/** One command of one client on a day on which the server has done its work; null if there is nothing to ask for. */
export async function randomCommand(given: Omit<Asked, 'named'>): Promise<Outcome | null> {
  const { subscriber, day, draw } = given;
  const asked = { ...given, named: dayAfter(day, draw.days) };
  if (draw.what % 19 === 0) return buys(asked);
  if (draw.what % 19 === 1) return cancels(asked);
  const now = subscriber.stretches.at(-1);
  const isOver = now === undefined || (now.to !== null && firstDay(now.to) <= day);
  if (isOver || subscriber.id === null) return begins(asked);
  // A subscription that has not begun is mostly left alone, so that it does.
  if (firstDay(now.from) > day && draw.what % 4 !== 0) return null;
  const commands = isPaused(now) && draw.what % 2 === 0 ? [rests] : often;
  const isEnding = now.to !== null && draw.what % 3 === 0;
  const run = isEnding ? ends : (commands[draw.what % commands.length] ?? rises);
  return run({ ...asked, id: subscriber.id, now });
}
