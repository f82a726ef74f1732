import { screen, waitFor, within } from '@testing-library/react';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { ageingSetting } from '@daybook/contracts/receivables/outstanding/ageing-setting';
import {
  outstanding,
  type OpenDocument,
  type OutstandingLine,
} from '@daybook/contracts/receivables/outstanding/outstanding';
import { savedViews } from '@daybook/contracts/saved-views';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { today } from '@daybook/shared/today';
import texts from '../locales/en.json';
import { client, entity, idOf, issued, lookupRows } from '../test/billing-records.ts';
import OutstandingScreen from './outstanding-report.tsx';

const amounts = {
  notDue: minor(30_000),
  buckets: [20_000, 0, 0, 40_000, 0].map(minor),
  unapplied: minor(5_000),
  balance: minor(85_000),
  overdue: minor(60_000),
  disputed: minor(0),
};
const line: OutstandingLine = {
  id: idOf(700),
  who: client,
  currency: 'EUR',
  clients: 1,
  ...amounts,
  oldestDays: 150,
  lastReceiptOn: '2026-05-05',
  postdated: minor(0),
};
const document: OpenDocument = {
  id: idOf(701),
  kind: 'invoice',
  document: { id: issued.id, label: issued.number },
  client,
  entity,
  currency: 'EUR',
  issuedOn: '2026-01-01',
  dueOn: '2026-01-31',
  days: 150,
  bucket: 4,
  total: minor(40_000),
  open: minor(40_000),
  disputed: minor(0),
};
const section = { currency: 'EUR', lines: 1, ...amounts, dueThisMonth: minor(30_000), estimate: null };

const route = '/app/followup/client_outstanding_report';
const open = async () => {
  const server = fakeServer(outstanding, {
    list: () => ({ rows: [line], pageSize: 20, next: null, previous: null }),
    total: () => ({
      total: 1,
      isCapped: false,
      asOf: today(),
      bounds: [30, 60, 90, 180],
      sections: [section],
    }),
    documents: () => ({ rows: [document], pageSize: 100, next: null, previous: null }),
  })
    .also(savedViews, { list: () => [] })
    .also(lookups, { find: ({ input }) => lookupRows(input) })
    .also(ageingSetting, { open: () => ({ bounds: [30, 60, 90, 180], version: 3 }) });
  return {
    server,
    ...(await renderScreen(<OutstandingScreen />, { route, path: route, texts: { billing: texts } })),
  };
};

it('the report begins as of today, with a column for each bucket, and a figure opens its documents', async () => {
  const { server, user, address } = await open();
  expect(await screen.findByRole('columnheader', { name: '91–180' })).toBeVisible();
  expect(address()).toContain('filter[asOf]=today');
  expect(server.requestsTo(outstanding.list).at(-1)?.input['filter']).toEqual({ asOf: today() });
  await user.click(screen.getByRole('button', { name: '400.00' }));
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByRole('link', { name: issued.number })).toHaveAttribute(
    'href',
    `/app/invoices/view-invoice/${issued.id}`,
  );
  expect(server.requestsTo(outstanding.documents).at(-1)?.input['filter']).toEqual({
    asOf: today(),
    currency: 'EUR',
    whoId: client.id,
    bucket: '4',
  });
});

it('a bar of the chart leads to the lines of its bucket', async () => {
  await open();
  const figures = within(await screen.findByRole('table', { name: '', hidden: true }));
  const bar = figures.getByRole('link', { name: '€200.00', hidden: true });
  await waitFor(() =>
    expect(decodeURIComponent(bar.getAttribute('href') ?? '')).toContain('filter[bucket]=1'),
  );
});
