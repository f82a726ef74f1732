import { screen, waitFor, within } from '@testing-library/react';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import {
  pendingByClient,
  pendingByGroup,
  type PendingTotal,
} from '@daybook/contracts/billing/pending/pending-totals';
import { minor } from '@daybook/contracts/money/money';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { client, entity, idOf } from '../test/billing-records.ts';
import WaitingClients from './pending-by-client.tsx';
import WaitingGroups from './pending-by-group.tsx';

const row: PendingTotal = {
  id: idOf(900),
  who: client,
  group: null,
  clients: 1,
  entity,
  currency: 'EUR',
  items: 3,
  amount: minor(90_000),
  byAge: { upTo30: minor(10_000), upTo60: minor(0), upTo90: minor(0), over90: minor(80_000) },
  oldestOn: '2026-01-31',
  held: { items: 1, amount: minor(10_000), reasons: ['Dispute'] },
};
const allHeld = { ...row, id: idOf(901), who: { id: idOf(201), label: 'Beta' }, items: 1 };
const page = (rows: PendingTotal[]) => ({ rows, pageSize: 20, next: null, previous: null });
const planned = (name: string) => ({
  client: { id: client.id, label: name },
  members: [],
  apart: null,
  entity,
  currency: 'EUR',
  itemIds: [idOf(1), idOf(2), idOf(3)],
  descriptions: ['Audit', 'Payroll', 'Payroll'],
  dueDate: '2026-12-20',
  net: 80_000,
  tax: 16_000,
  payable: 96_000,
  refused: null,
  beforeIssue: {},
});

const of = (path: string) => ({ path, route: '/app/*', texts: { billing: texts } });
const toItems = (filter: Record<string, string>) =>
  `/app/pending_invoices?${new URLSearchParams(
    Object.entries({ ...filter, entityId: entity.id, currency: 'EUR' }).map(([name, value]) => [
      `filter[${name}]`,
      value,
    ]),
  ).toString()}`;

it('the list of pending by client links to the items, and bills all items of a client that are not on hold', async () => {
  const server = fakeServer(pendingByClient, {
    list: () => page([row, allHeld]),
    total: () => ({ total: 2, isCapped: false, sums: [{ currency: 'EUR', amount: 180_000, open: 80_000 }] }),
  }).also(pendingInvoices, {
    planWork: () => ({ drafts: [planned(client.label)], goneIds: [], left: 2 }),
    drafts: ({ input }) => ({ results: input.drafts.map(({ id }) => ({ id, payable: 96_000 })) }),
  });
  const { user } = await renderScreen(<WaitingClients />, of('/app/pending_invoices/clients'));
  const line = within((await screen.findByText(client.label)).closest('tr') as HTMLElement);
  expect(line.getByText('Dispute')).toBeVisible();
  expect(line.getByRole('link', { name: '3' })).toHaveAttribute(
    'href',
    toItems({ status: 'open', clientId: client.id }),
  );
  expect(line.getByRole('link', { name: '100.00' })).toHaveAttribute(
    'href',
    toItems({ status: 'held', clientId: client.id }),
  );
  expect(await screen.findByLabelText('Totals of the list')).toHaveTextContent(
    'Total€1,800.00Ready to bill€800.00',
  );
  expect(screen.getByRole('button', { name: 'Bill Beta' })).toBeDisabled();

  await user.click(screen.getByRole('button', { name: `Bill ${client.label}` }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Audit')).toBeVisible();
  expect(dialog.getByText('Payroll').closest('li')).toHaveTextContent('Payroll × 2');
  expect(dialog.getByText('2 more items are pending: repeat this to include them.')).toBeVisible();
  expect(server.requestsTo(pendingInvoices.planWork).at(-1)?.input).toMatchObject({
    work: [{ clientId: client.id, entityId: entity.id, currency: 'EUR' }],
    by: 'client',
  });
  await user.click(dialog.getByRole('button', { name: 'Create one draft' }));
  await user.click(await screen.findByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const group = (no: number) => ({
  ...row,
  id: idOf(910 + no),
  who: { id: idOf(300 + no), label: `Group ${no}` },
  clients: 2,
});

it('the list of pending by client bills several groups at once, each to its payer', async () => {
  const server = fakeServer(pendingByGroup, { list: () => page([group(1), group(2)]) }).also(
    pendingInvoices,
    {
      planWork: () => ({ drafts: [], goneIds: [], left: 0 }),
    },
  );
  const { user } = await renderScreen(<WaitingGroups />, of('/app/pending_invoices/groups'));
  await screen.findByText('Group 1');
  expect(screen.getAllByText(/^2 clients · /)).toHaveLength(2);
  for (const box of screen.getAllByRole('checkbox').slice(1)) await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Preview the invoices (2 selected)' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Nothing can be billed now.')).toBeVisible();
  expect(server.requestsTo(pendingInvoices.planWork).at(-1)?.input).toMatchObject({
    work: [{ groupId: idOf(301) }, { groupId: idOf(302) }],
    by: 'group',
  });
  expect(screen.getByRole('link', { name: 'Groups' })).toHaveAttribute('aria-current', 'page');
});
