import { exchangeRates } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { addDays } from '@daybook/contracts/plain-date';
import type { Demo, Person } from './demo.ts';
import { markets } from './markets.ts';

/** The currency that each office converts into, and the source of its rates. */
const offices = {
  IN: { to: 'INR', source: 'FBIL' },
  FR: { to: 'EUR', source: 'BCE' },
  JP: { to: 'JPY', source: '三菱UFJ銀行 TTM' },
};
const months = 12;

/** Enters a rate for each month and currency in which clients abroad are billed, close to the rate of their invoices. */
export async function makeExchangeRates(demo: Demo, admin: Person): Promise<void> {
  const chance = demo.random('exchange rates');
  for (const { foreign, entity } of Object.values(markets)) {
    if (foreign === undefined) continue;
    for (let month = months; month >= 0; month -= 1) {
      const rate = (Number(foreign.rate) * (0.98 + chance.int(0, 40) / 1000)).toFixed(4);
      const date = addDays(demo.today, -30 * month);
      await admin.call(exchangeRates.create, { from: foreign.currency, date, rate, ...offices[entity] });
    }
  }
}
