import { priceRises } from '@daybook/contracts/crm/price-rises/price-rises';
import type { Person } from './demo.ts';
import { monthStart } from './recurring-invoices.ts';

/** A rise of everything that the firm invoices regularly, which is planned and not applied yet. */
export async function planPriceRise(admin: Person): Promise<void> {
  await admin.call(priceRises.create, {
    filter: { status: 'active' },
    percent: '3.5',
    roundingStep: 100,
    from: monthStart(6),
  });
}
