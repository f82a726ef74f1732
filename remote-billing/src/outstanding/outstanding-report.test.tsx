import { screen, waitFor, within } from '@testing-library/react';
import { listColumns } from '@daybook/contracts/list-columns';
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
import texts from '../test/texts.ts';
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
  promised: minor(25_000),
  promise: { state: 'broken', dueOn: '2026-06-01' },
  lastContactAt: '2026-05-20T09:00:00Z',
  levelDue: { no: 2, name: 'Second reminder' },
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
const open = async (path = route, me: Parameters<typeof renderScreen>[1] = {}) => {
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
    .also(listColumns, {
      list: () => [],
      choose: ({ input }) => ({ list: input.list, columns: input.columns }),
    })
    .also(lookups, { find: ({ input }) => lookupRows(input) })
    .also(ageingSetting, { open: () => ({ bounds: [30, 60, 90, 180], version: 3 }) });
  return {
    server,
    ...(await renderScreen(<OutstandingScreen />, { ...me, route, path, texts: { billing: texts } })),
  };
};

it('the report begins as of today, with a column for each bucket, and a figure opens its documents', async () => {
  const { server, user, address } = await open();
  expect(await screen.findByRole('columnheader', { name: '\u200E91–180' })).toBeVisible();
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
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: '400.00' })).toHaveFocus();
});

it('a bar of the chart leads to the lines of its bucket', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'By age' }));
  const figures = within(await screen.findByRole('table', { name: '', hidden: true }));
  const bar = figures.getByRole('link', { name: '€200.00', hidden: true });
  await waitFor(() =>
    expect(decodeURIComponent(bar.getAttribute('href') ?? '')).toContain('filter[bucket]=1'),
  );
});

it('is filtered from an amount, in the currency that it is shown in', async () => {
  const { server, user } = await open();
  await user.click(await screen.findByRole('button', { name: /^Filter/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'From amount' }));
  await user.type(screen.getByRole('textbox', { name: 'From amount' }), '1,234.5{Enter}');
  await waitFor(() =>
    expect(server.requestsTo(outstanding.list).at(-1)?.input['filter']).toEqual({
      asOf: today(),
      currency: 'EUR',
      minimum: '123450',
    }),
  );
});

it('leads to the reminders of the clients that meet its search and its filters', async () => {
  await open(`${route}?q=acme&filter[asOf]=today&filter[currency]=EUR&filter[overdue]=true`);
  const link = await screen.findByRole('link', { name: 'Send reminders' });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
    '/app/followup/reminders?q=acme&filter[currency]=EUR',
  );
});

const linksOf = () =>
  ['Follow-up', 'Send reminders'].map((name) =>
    decodeURIComponent(screen.getByRole('link', { name }).getAttribute('href') ?? ''),
  );

it('leads to the worklist and to the reminders of who is late for more days, as the report is', async () => {
  await open(`${route}?filter[asOf]=today&filter[overDays]=60`);
  await screen.findByRole('link', { name: 'Follow-up' });
  expect(linksOf()).toEqual([
    '/app/followup?filter[overDays]=60',
    '/app/followup/reminders?filter[overDays]=60',
  ]);
});

it('says where it leads that the reminders are for more clients than a narrower report shows', async () => {
  await open(`${route}?filter[asOf]=2026-01-31&filter[overDays]=60&filter[currency]=EUR`);
  await screen.findByRole('link', { name: 'Follow-up' });
  expect(linksOf()).toEqual([
    '/app/followup?filter[currency]=EUR',
    '/app/followup/reminders?filter[currency]=EUR&wider=1',
  ]);
});

it('keeps its day when the filters are cleared', async () => {
  const { server, user } = await open(`${route}?filter[asOf]=2026-01-31&filter[overdue]=true`);
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(() =>
    expect(server.requestsTo(outstanding.list).at(-1)?.input['filter']).toEqual({ asOf: '2026-01-31' }),
  );
});

it('shows the last promise and contact of a client, and other columns, where a person chooses them', async () => {
  const { user } = await open();
  await screen.findByRole('button', { name: '400.00' });
  expect(screen.queryByText('Broken')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Promise' }));
  expect(await screen.findByText('Broken')).toBeVisible();
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Next level' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Promised' }));
  expect(await screen.findByText('2 Second reminder')).toBeVisible();
  expect(screen.getByText('€250.00')).toBeVisible();
});

it('leads from a client to the log of a contact, its ledger and its history, each by its permission', async () => {
  const { user, address } = await open();
  expect(await screen.findByRole('link', { name: `Log a contact with ${client.label}` })).toHaveAttribute(
    'href',
    `/app/followup/history/${client.id}?step=log`,
  );
  await user.click(screen.getByRole('button', { name: `More for ${client.label}` }));
  expect(await screen.findByRole('menuitem', { name: 'Follow-up history' })).toBeVisible();
  await user.click(screen.getByRole('menuitem', { name: 'Client ledger' }));
  expect(address()).toBe(`/app/reports/client_ledgers?clientId=${client.id}&currency=EUR`);
});

it('offers no step with the client to a person who has the report alone', async () => {
  await open(route, { me: { roles: ['followup.client_outstanding_report'] } });
  expect(await screen.findByRole('button', { name: '400.00' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Log a contact/ })).toBeNull();
  expect(screen.queryByRole('button', { name: new RegExp(client.label) })).toBeNull();
});
