import { priceRises } from '@daybook/contracts/crm/price-rises/price-rises';
import { packages } from '@daybook/contracts/settings/packages/packages';
import { doJobs, noTurn } from '../jobs/do-jobs.ts';
import { kindsOfJobs } from '../start-jobs.ts';
import type { Demo, Person } from './demo.ts';
import { monthStart } from './recurring-invoices.ts';

const dearer = 'Petite entreprise';

/**
 * A rise for the clients of one package, which was applied and undone for one of them; and one of everything that the firm invoices
 * regularly, which is planned and not applied yet.
 */
export async function makePriceRises({ db }: Demo, admin: Person): Promise<void> {
  const known = (await admin.call(packages.list, { pageSize: 100 })).rows;
  const sold = known.find(({ name }) => name === dearer);
  if (!sold) throw new Error(`the firm does not sell ${dearer}`);
  const { id, version } = await admin.call(priceRises.create, {
    packageId: sold.id,
    filter: {},
    percent: '4',
    roundingStep: 500,
    from: monthStart(2),
  });
  await admin.call(priceRises.apply, { id }, version);
  await doJobs(db, { kinds: kindsOfJobs, canMail: false, turn: noTurn() });
  const [kept] = (await admin.call(priceRises.items, { id, filter: { status: ['done'] } })).rows;
  if (kept) await admin.call(priceRises.undoItem, { id, itemId: kept.id });
  await admin.call(priceRises.create, {
    filter: { status: 'active' },
    percent: '3.5',
    roundingStep: 100,
    from: monthStart(6),
  });
}
