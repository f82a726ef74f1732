import { unbilledClients } from '@daybook/contracts/billing/pending/unbilled-clients';
import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { firstOfMonth, lastOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { startSelling } from '../../../test/fixtures/subscription-fixture.ts';
import type { Selling } from '../../../test/fixtures/subscription-fixture.ts';
import { until } from '../../../test/series-runs.ts';

let sold: Selling;
beforeAll(async () => {
  sold = await startSelling();
});
afterAll(() => sold.api.stop());

const isOnRadar = async (clientId: string, from: string, to: string) =>
  (await sold.admin.call(unbilledClients.list, { filter: { from, to }, pageSize: 100 })).rows.some(
    ({ id }) => id === clientId,
  );

const months = (year: number, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(2, '0')).map(
    (no) => [`${year}-${no}-01`, `${year}-${no}-28`] as const,
  );

/** The months of a year in which the client is on the radar. */
const missingIn = async (clientId: string, year = 2030) => {
  const found: string[] = [];
  for (const [from, to] of months(year, 1, 12))
    if (await isOnRadar(clientId, from, to)) found.push(from.slice(5, 7));
  return found.join(' ');
};

describe('a client with a subscription, among the clients without an invoice', () => {
  it.each([
    ['monthly', 'pre', '01 02 03 04 05 06 07 08 09 10 11 12'],
    ['quarterly', 'pre', '01 04 07 10'],
    ['quarterly', 'post', '04 07 10'],
    ['half_yearly', 'post', '07'],
    ['yearly', 'pre', '01'],
  ] as const)('is missed in the months of its %s invoices, paid %s', async (cycle, billing, expected) => {
    const { client } = await sold.apply(await sold.sell({ cycle }), { billing });
    expect(await missingIn(client.id)).toBe(expected);
  });

  it('is not missed before it begins, after its last period, or outside the months of a single sale', async () => {
    const once = await sold.apply(await sold.sell({ cycle: 'once', recurringTasks: [] }), {
      startsOn: '2030-05-10',
    });
    expect(await isOnRadar(once.client.id, '2030-05-01', '2030-05-31')).toBe(true);
    const late = await sold.apply(await sold.sell(), { startsOn: '2030-01-01', firstPeriod: '2030-11-01' });
    expect(await missingIn(late.client.id)).toBe('11 12');
  });

  it('is missed until its invoice is issued: a draft is not enough', async () => {
    // Only what is not dated in the future can be issued.
    const thisMonth = monthNumber(new Date().toISOString().slice(0, 10));
    const [from, to] = [firstOfMonth(thisMonth - 2), lastOfMonth(thisMonth - 1)];
    const begun = { startsOn: from };
    const drafted = await sold.apply(await sold.sell(), begun);
    const issued = await sold.apply(await sold.sell(), { ...begun, mode: 'issue' });
    expect(await isOnRadar(drafted.client.id, from, to)).toBe(true);
    expect(await isOnRadar(issued.client.id, from, to)).toBe(false);
  });

  it('is not missed for a period that somebody skipped', async () => {
    const made = await sold.apply(await sold.sell(), { startsOn: '2031-01-01' });
    const id = made.series.find(({ kind }) => kind === 'invoice')?.id ?? '';
    const { version } = await sold.admin.call(recurringInvoices.open, { id });
    await sold.admin.call(
      recurringInvoices.skip,
      { id, nominal: '2031-02-01', reason: 'A month for free' },
      { version },
    );
    await until(sold.api.db, '2031-03-05');
    expect(await missingIn(made.client.id, 2031)).toMatch(/^01 03/);
  });
});
