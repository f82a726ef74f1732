import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { minor } from '@daybook/contracts/money/money';
import { notifications } from '@daybook/contracts/notifications';
import { runSeriesUntil } from '../../../test/fixtures/series-fixture.ts';
import {
  monthStart,
  today,
  setUpRecurringInvoices,
} from '../../../test/fixtures/recurring-invoice-fixture.ts';

const at = setUpRecurringInvoices();

const limitTo = async (creditLimit: number) => {
  const { clientId, entityId } = at.fixture;
  await at.api.db
    .updateTable('client')
    .set({ creditLimit: minor(creditLimit) })
    .where('id', '=', clientId)
    .execute();
  await at.api.db
    .updateTable('billingEntity')
    .set({ creditLimit: 'block' })
    .where('id', '=', entityId)
    .execute();
};

it('A series issues what the credit limit allows, leaves the rest as drafts, and tells its people', async () => {
  // Each invoice is 120.00 with its tax.
  await limitTo(25_000);
  const { clientId } = at.fixture;
  const terms = at.fieldsOf({ startsOn: monthStart(1) });
  const { creditExceeded } = await at.admin.call(recurringInvoices.previewInvoices, terms);
  expect(creditExceeded).toBeNull();
  const missed = [-3, -2, -1].map(monthStart);
  const series = await at.create({ startsOn: monthStart(-3), create: missed });
  expect(await at.runsOf(series.id)).toEqual(expect.arrayContaining(missed.map((day) => `${day} created`)));
  const { rows } = await at.admin.call(invoices.list, { filter: { clientId }, sort: 'dueDate' });
  expect(rows.map(({ status }) => status)).toEqual(['issued', 'issued', 'draft']);

  const told = (await at.admin.call(notifications.list, {})).rows;
  expect(told).toMatchObject([
    {
      kind: 'credit_limit_reached',
      params: { title: series.title },
      record: { kind: 'invoice', id: rows[2]?.id },
    },
  ]);
  expect((await at.admin.call(recurringInvoices.previewInvoices, terms)).creditExceeded).toMatchObject({
    rule: 'block',
    figures: { limit: 25_000, balance: 24_000 },
  });
  const blind = await at.api.as({ userType: 'admin', keys: ['recurring_invoices.add'] });
  expect((await blind.call(recurringInvoices.previewInvoices, terms)).creditExceeded).toMatchObject({
    figures: null,
  });
});

it('Several invoices of one run share the credit limit', async () => {
  await limitTo(20_000);
  const { clientId } = at.fixture;
  for (const title of ['First', 'Second'])
    await at.fixture.invoice({ title, rrule: 'FREQ=MONTHLY;BYMONTHDAY=1', startsOn: monthStart(0) });
  await runSeriesUntil(at.api.db, today);
  const { rows } = await at.admin.call(invoices.list, { filter: { clientId } });
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['draft', 'issued']);
});
