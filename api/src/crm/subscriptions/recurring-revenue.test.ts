import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { recurringRevenue } from '@daybook/contracts/crm/subscriptions/recurring-revenue';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { allBut } from '../../../test/test-api.ts';
import { startSelling } from '../../../test/fixtures/subscription-fixture.ts';
import type { Selling } from '../../../test/fixtures/subscription-fixture.ts';

let sold: Selling;
beforeAll(async () => {
  sold = await startSelling();
});
afterAll(() => sold.api.stop());

const report = (filter: object = {}, caller = sold.admin) =>
  caller.call(recurringRevenue.list, { filter: { from: '2030-01-01', to: '2030-06-30', ...filter } });

const refused = (filter: object) => sold.admin.refused(recurringRevenue.list, { filter });

describe('the report of recurring revenue', () => {
  it('shows how the revenue of each month moved, and what each package brings', async () => {
    const monthly = await sold.sell();
    const yearly = await sold.sell({
      cycle: 'yearly',
      price: 120_000,
      services: [{ serviceId: sold.ids.books, qty: '1', share: 120_000 }],
    });
    const one = await sold.apply(monthly, { startsOn: '2030-02-01', discountPct: '10' });
    await sold.apply(yearly, { startsOn: '2030-01-01' });
    await sold.apply(await sold.sell({ cycle: 'once', recurringTasks: [] }), { startsOn: '2030-03-15' });
    const raised = { id: one.id, from: '2030-04-01', price: 30_000 };
    const { version } = await sold.admin.call(subscriptions.changePrice, raised, { version: one.version });
    await sold.admin.call(subscriptions.end, { id: one.id, on: '2030-05-31' }, { version });
    const { rows, totals } = await report();
    expect(rows.map(({ key, opening, closing }) => [key, opening, closing])).toEqual([
      ['2030-01-01', 0, 10_000],
      ['2030-02-01', 10_000, 32_500],
      ['2030-03-01', 32_500, 32_500],
      ['2030-04-01', 32_500, 37_000],
      ['2030-05-01', 37_000, 37_000],
      ['2030-06-01', 37_000, 10_000],
    ]);
    expect(rows[1]).toMatchObject({ new: 22_500, joined: 1, clients: 2 });
    expect(rows[3]).toMatchObject({ expansion: 4_500 });
    expect(rows[5]).toMatchObject({ lost: 27_000, left: 1, clients: 1 });
    expect(totals).toMatchObject([
      { currency: 'EUR', opening: 0, new: 32_500, expansion: 4_500, lost: 27_000, closing: 10_000 },
    ]);
    const byPackage = await report({ by: 'package' });
    expect(new Map(byPackage.rows.map(({ key, closing }) => [key, closing]))).toEqual(
      new Map([
        [monthly, 0],
        [yearly, 10_000],
      ]),
    );
    expect((await report({ by: 'department' })).rows).toMatchObject([{ key: 'none', closing: 10_000 }]);
  });

  it('lists recurring invoices without a package beside it', async () => {
    const series = await sold.admin.call(recurringInvoices.create, {
      clientId: await sold.newClient(),
      entityId: sold.ids.entityId,
      title: 'Retainer',
      rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=1' },
      startsOn: '2030-01-01',
      currency: 'EUR',
      docLocale: 'en',
      lines: [
        {
          description: 'Retainer',
          qty: '1',
          taxCodeId: sold.ids.taxCodeId,
          prices: [{ validFrom: '2030-01-01', unitPrice: '500' }],
        },
      ],
    });
    expect((await report()).beside).toMatchObject({
      total: 1,
      some: [{ id: series.id, title: 'Retainer', nextAmount: 50_000 }],
    });
  });

  it('counts only clients in the scope of its reader, who needs the key of the collection report', async () => {
    const own = await sold.api.as({ scope: 'own', keys: ['reports.collection_report'] });
    expect((await report({}, own)).rows).toEqual([]);
    const denied = await sold.api.as({ keys: allBut('reports.collection_report') });
    expect(await denied.refused(recurringRevenue.list, {})).toMatchObject({ code: 'PERM_DENIED' });
  });

  it('is refused for a period that ends before it begins, and for more than five years', async () => {
    expect(await refused({ from: '2030-02-01', to: '2030-01-31' })).toMatchObject({
      errors: { 'filter.to': [{ code: 'DATE_ORDER' }] },
    });
    expect(await refused({ from: '2020-01-01', to: '2030-01-31' })).toMatchObject({
      errors: { 'filter.from': [{ code: 'TOO_MANY' }] },
    });
  });
});
