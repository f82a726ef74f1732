import { screen, waitFor, within } from '@testing-library/react';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import {
  recurringInvoices,
  type PreviewedInvoice,
  type InvoicesPreview,
  type RecurringInvoice,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { history } from '@daybook/contracts/history';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import type { SeriesRun } from '@daybook/contracts/recurrence/series-steps';
import { chooseMore } from '@daybook/shared/test/choose-more';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { basis, client, entity, idOf, issued, lookupRows, vat20 } from '../test/billing-records.ts';
import AddRecurring from './add-recurring.tsx';
import EditRecurring from './edit-recurring.tsx';

const dayOf = (nominal: string, net: number): PreviewedInvoice => ({
  nominal,
  due: nominal,
  makeOn: nominal,
  periodFrom: nominal,
  periodTo: nominal,
  title: 'Books',
  moved: null,
  skipped: null,
  net: minor(net),
  tax: minor(net / 5),
  rounding: minor(0),
  total: minor(net * 1.2),
  prepaid: minor(0),
  payable: minor(net * 1.2),
  withheldExpected: minor(0),
  taxGroups: [],
  dueDate: nominal,
  lines: [],
});

const preview: InvoicesPreview = {
  currency: 'EUR',
  next: [dayOf('2027-01-01', 10_000), dayOf('2027-02-01', 11_000)],
  missed: [dayOf('2026-11-01', 9_000)],
  missedBefore: 7,
  warnings: ['APPROVAL_NEEDED'],
  creditExceeded: null,
  refusals: {},
};

const series: RecurringInvoice = {
  id: idOf(700),
  version: 4,
  title: 'Books {month}',
  client,
  entity,
  mode: 'issue',
  rrule: 'FREQ=MONTHLY;BYMONTHDAY=1',
  rule: {
    rrule: 'FREQ=MONTHLY;BYMONTHDAY=1',
    shift: 'none',
    calendarId: null,
    leadDays: 0,
    periodOffset: 0,
  },
  status: 'paused',
  pausedFor: 'missed',
  statusReason: null,
  nextOn: null,
  nextPeriod: null,
  nextAmount: null,
  currency: 'EUR',
  pricesIncludeTax: false,
  calendar: null,
  startsOn: '2026-09-01',
  ends: 'never',
  endsOn: null,
  endsAfter: null,
  zone: 'UTC',
  catchUp: 'ask',
  docLocale: 'en',
  paymentTermsDays: null,
  placeOfSupply: null,
  reverseCharge: false,
  poNo: null,
  discountPct: null,
  withholdingCode: null,
  withholdingRate: null,
  terms: null,
  notes: null,
  lines: [
    {
      description: 'Books {month}',
      service: null,
      sacHsn: null,
      qty: '1',
      unit: 'C62',
      discountPct: null,
      taxCode: vat20,
      upliftPct: '0',
      prices: [{ validFrom: '2026-09-01', unitPrice: '100' }],
    },
  ],
  predecessor: null,
  successor: null,
  subscription: null,
  hasRun: true,
  hasMade: true,
  doneThrough: '2026-10-01',
  failCount: 0,
  createdAt: '2026-08-20T10:00:00Z',
};

const run: SeriesRun = {
  nominal: '2026-10-01',
  status: 'failed',
  due: '2026-10-01',
  periodFrom: '2026-10-01',
  periodTo: '2026-10-31',
  reason: null,
  error: { code: 'PERIOD_LOCKED', message: 'The period is locked.' },
  attempts: 3,
  at: '2026-10-01T06:00:00Z',
  made: null,
};
const made: SeriesRun = {
  ...run,
  nominal: '2026-09-01',
  status: 'created',
  error: null,
  made: {
    id: issued.id,
    label: issued.number,
    status: 'paid',
    amount: { minor: minor(12_000), currency: 'EUR' },
  },
};

const serve = (patch: Partial<RecurringInvoice> = {}) =>
  fakeServer(recurringInvoices, {
    open: () => ({ ...series, ...patch }),
    previewInvoices: () => preview,
    upcomingInvoices: () => preview,
    runs: () => ({ rows: [run, made], pageSize: 20, next: null, previous: null }),
    create: () => series,
    edit: () => series,
    make: () => ({ version: 5 }),
    resume: () => ({ version: 5 }),
    runNow: () => ({ version: 5, nominal: '2027-01-01' }),
    remove: () => ({}),
  })
    .also(invoices, { open: () => issued, basis: () => basis })
    .also(lookups, { find: ({ input }) => lookupRows(input) })
    .also(history, { of: () => ({ events: [], earlier: null }) });

const atRecord = (query = '') => ({
  path: `/app/recurring_invoices/edit/${series.id}${query}`,
  route: '/app/recurring_invoices/edit/:id',
  texts: { billing: texts },
});

beforeEach(() => sessionStorage.clear());

it('an invoice becomes a series with its lines, a preview, and the chosen past periods', async () => {
  const server = serve();
  const { user } = await renderScreen(<AddRecurring />, {
    path: `/app/recurring_invoices/add?invoice=${issued.id}`,
    route: '/app/recurring_invoices/add',
    texts: { billing: texts },
  });
  const preview = await screen.findByRole('table', { name: 'Next invoices' });
  expect(within(preview).getAllByRole('row')).toHaveLength(3);
  expect(within(preview).getByText('€132.00')).toBeVisible();
  expect(screen.getByText(/Invoices of this billing entity require approval/)).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: /€108.00/ }));
  expect(screen.getByRole('combobox', { name: 'Created' })).toBeVisible();
  // A price that applies from the first date moves with it.
  const firstDay = screen.getByRole('textbox', { name: 'First date' });
  await user.clear(firstDay);
  await user.type(firstDay, '01/02/2027');
  await user.tab();
  // The next period is known when the preview from that date has loaded.
  await screen.findByRole('table', { name: 'Next invoices' });
  await user.click(screen.getByRole('button', { name: 'New price from a period' }));
  const prices = screen.getAllByRole('textbox', { name: /Unit price/ });
  await user.type(prices[1] as HTMLElement, '250');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.requestsTo(recurringInvoices.create)).toHaveLength(1));
  expect(server.requestsTo(recurringInvoices.create)[0]?.input).toMatchObject({
    clientId: client.id,
    create: ['2026-11-01'],
    lines: [
      {
        description: 'Audit 2026',
        taxCodeId: vat20.id,
        prices: [
          { validFrom: '2027-02-01', unitPrice: '200' },
          { validFrom: '2027-01-01', unitPrice: '250' },
        ],
      },
    ],
  });
});

it('a paused series shows the reason, repeats failed runs, and creates the chosen missed periods', async () => {
  const server = serve();
  const { user } = await renderScreen(<EditRecurring />, atRecord());
  expect(await screen.findByText('Resume it to choose which missed periods are invoiced.')).toBeVisible();
  const log = within(await screen.findByRole('table', { name: 'History of runs' }));
  expect(await log.findByText('The period is locked.')).toBeVisible();
  expect(log.getByRole('link', { name: issued.number })).toHaveAttribute(
    'href',
    `/app/invoices/view-invoice/${issued.id}`,
  );
  await user.click(log.getByRole('button', { name: 'Retry' }));
  await waitFor(() =>
    expect(server.requestsTo(recurringInvoices.make)[0]?.input).toEqual({
      id: series.id,
      nominal: run.nominal,
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('checkbox', { name: /€108.00/ }));
  expect(dialog.getByText(/^7 earlier periods are not listed/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Resume' }));
  await waitFor(() =>
    expect(server.requestsTo(recurringInvoices.resume)[0]?.input).toEqual({
      id: series.id,
      create: ['2026-11-01'],
    }),
  );
});

it('a series shows the period it invoices early, and can be deleted while it has created nothing', async () => {
  const server = serve({
    status: 'active',
    pausedFor: null,
    nextOn: '2027-01-01',
    nextPeriod: { from: '2027-01-01', to: '2027-01-31' },
    hasMade: false,
  });
  const { user, address } = await renderScreen(<EditRecurring />, atRecord());
  await user.click(await screen.findByRole('button', { name: 'Run now' }));
  const ask = await screen.findByRole('dialog', { name: 'Create the invoice for January 2027 now' });
  await user.click(within(ask).getByRole('button', { name: 'Run now' }));
  await waitFor(() => expect(server.requestsTo(recurringInvoices.runNow)).toHaveLength(1));
  expect(await screen.findByText('Invoice created.')).toBeVisible();
  await chooseMore(user, 'Delete recurring invoice');
  const sure = await screen.findByRole('dialog', { name: 'Delete Books' });
  await user.click(within(sure).getByRole('button', { name: 'Delete recurring invoice' }));
  expect(await screen.findByText('Recurring invoice deleted.')).toBeVisible();
  await waitFor(() => expect(address()).toBe('/app/recurring_invoices'));
});

it('a series that has run keeps its first date, and a change takes a date from which it holds', async () => {
  const server = serve();
  const { user } = await renderScreen(<EditRecurring />, atRecord('?terms'));
  expect(await screen.findByRole('textbox', { name: 'First date' })).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: 'This and following, from' }), '01/03/2027');
  await user.tab();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.requestsTo(recurringInvoices.edit)).toHaveLength(1));
  expect(server.requestsTo(recurringInvoices.edit)[0]?.input).toMatchObject({
    id: series.id,
    startsOn: '2026-09-01',
    from: '2027-03-01',
  });
});

it('a series of a package links to it, and opens no form of its own', async () => {
  serve({ subscription: { id: idOf(12), label: 'Small firm', isPaused: true }, status: 'paused' });
  await renderScreen(<EditRecurring />, atRecord('?terms'));
  expect(await screen.findByText(/^Comes with the package Small firm/)).toHaveTextContent(/It is paused/);
  expect(screen.getByRole('link', { name: 'Open the client’s packages' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});
