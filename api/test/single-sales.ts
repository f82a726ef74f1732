import { theSystem } from '../src/auth/the-system.ts';
import { applyPackage } from '../src/crm/subscriptions/apply-package.ts';
import { endSubscription } from '../src/crm/subscriptions/end-subscription.ts';
import { doers, outcomeOf, versionOf } from './subscription-draws.ts';
import type { Asked, Outcome } from './subscription-draws.ts';
import { billDayOf, dayAfter, percent } from './subscription-oracle.ts';

/** A client buys once, beside any package. */
export async function buys({ db, single, subscriber, day, draw }: Asked): Promise<Outcome | null> {
  const on = dayAfter(day, Math.max(draw.days, 0));
  if (subscriber.once.some((sale) => sale.on === on)) return null;
  const isPrepaid = draw.pick % 2 === 0;
  const isDiscounted = draw.pick % 3 === 0;
  const amount = single.price - (isDiscounted ? percent(single.price, 10) : 0);
  const did = await outcomeOf(db, async (one) => {
    const { id } = await applyPackage(
      one,
      theSystem,
      {
        clientId: subscriber.clientId,
        packageId: single.id,
        startsOn: on,
        firstPeriod: null,
        billing: isPrepaid ? 'pre' : 'post',
        mode: 'draft',
        price: null,
        discountPct: isDiscounted ? '10' : null,
        ...doers(),
      },
      true,
    );
    subscriber.once.push({ id, on, isPrepaid, amount, currency: single.currency, begunOn: day });
  });
  subscriber.begun.push(on);
  return { command: 'buys', day, did, should: 'done' };
}

/** What was bought last is cancelled before its day; it cannot be once it is billed, or for another day. */
export async function cancels({ db, subscriber, day, ran, offset, draw }: Asked): Promise<Outcome | null> {
  const sale = subscriber.once.at(-1);
  if (!sale) return null;
  const clock = `${day}T12:00:00${offset}`;
  const isBilled = billDayOf(sale) <= ran && ran > sale.begunOn;
  const isLater = draw.pick % 3 === 0;
  const on = dayAfter(sale.on, isLater ? 1 : -1);
  const should = isBilled || isLater ? 'STATE_NOT_ALLOWED' : 'done';
  const did = await outcomeOf(db, async (one) =>
    endSubscription(one, theSystem, { id: sale.id, on }, await versionOf(one, sale.id), {
      canMail: true,
      clock,
    }),
  );
  if (should === 'done') subscriber.once.pop();
  return { command: 'cancels', day, did, should };
}
