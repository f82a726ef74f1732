import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { packages } from '@daybook/contracts/settings/packages/packages';
import type { DemoClient } from './clients.ts';
import type { Person } from './demo.ts';
import type { Country } from './entities.ts';
import { monthStart } from './recurring-invoices.ts';

interface Sold {
  /** The name of the package. */
  name: string;
  country: Country;
  /** For each client, how many months before this one it began. */
  began: readonly number[];
  discountPct?: string;
}

const sold: readonly Sold[] = [
  { name: 'Small company, India', country: 'IN', began: [11, 9, 7, 5, 3, 1] },
  { name: 'GST from the start', country: 'IN', began: [8, 2] },
  { name: 'Petite entreprise', country: 'FR', began: [10, 7, 4], discountPct: '10' },
];

interface Firm {
  clients: readonly DemoClient[];
  admin: Person;
}

/** What happened to the first clients of a package: one pays more from next month, one has left, one rests. */
async function goOn(admin: Person, ids: readonly string[]): Promise<void> {
  const [raised, left, resting] = ids;
  if (raised !== undefined)
    await admin.call(subscriptions.changePrice, { id: raised, from: monthStart(1), upliftPct: '4' }, 1);
  if (left !== undefined) await admin.call(subscriptions.end, { id: left, on: monthStart(-3) }, 1);
  if (resting !== undefined)
    await admin.call(subscriptions.pause, { id: resting, reason: 'The shop is closed for the season' }, 1);
}

/**
 * Clients who have one of the firm's packages. What they had until now was invoiced by hand; their packages are invoiced from the
 * next period on.
 */
export async function makeSubscriptions({ clients, admin }: Firm): Promise<void> {
  const known = (await admin.call(packages.list, { pageSize: 100 })).rows;
  for (const { name, country, began, discountPct } of sold) {
    const own = known.find((one) => one.name === name);
    // The last clients: the first ones have recurring work of their own.
    const theirs = clients.filter(
      ({ entity, currency }) => entity.country === country && entity.record.baseCurrency === currency,
    );
    const ids: string[] = [];
    for (const [index, months] of began.entries()) {
      const client = theirs.at(-1 - index);
      if (!own || !client) continue;
      const isOnce = own.cycle === 'once';
      const made = await admin.call(subscriptions.apply, {
        clientId: client.id,
        packageId: own.id,
        startsOn: isOnce ? monthStart(1) : monthStart(-months),
        ...(!isOnce && { firstPeriod: monthStart(1) }),
        ...(discountPct !== undefined && { discountPct }),
      });
      ids.push(made.id);
    }
    if (own?.cycle === 'monthly') await goOn(admin, ids);
  }
}
