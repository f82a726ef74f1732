import { screen, waitFor, within } from '@testing-library/react';
import { pendingInvoices, type PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { refuseField } from '@daybook/contracts/refusals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { onPhone } from '@daybook/shared/test/on-phone';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { client, draft, entity, idOf, lookupRows, pendingItem } from '../test/billing-records.ts';
import PendingScreen from './pending-list.tsx';

afterEach(() => jest.restoreAllMocks());

const at = {
  path: '/app/pending_invoices?filter[status]=open',
  route: '/app/pending_invoices',
  texts: { billing: texts },
};
const page = (rows: PendingItem[]) => ({ rows, pageSize: 20, next: null, previous: null });
const rowOf = (name: string) => within(screen.getByText(name).closest('tr') as HTMLElement);
const tick = (name: string) => rowOf(name).getByRole('checkbox');

const audit = pendingItem(800, { description: 'Audit' });
const books = pendingItem(810, { description: 'Bookkeeping', amount: minor(25_050) });
const ofOther = pendingItem(820, { description: 'Other client', client: { id: idOf(201), label: 'Beta' } });
const inDollars = pendingItem(830, { description: 'In dollars', currency: 'USD' });
const held = pendingItem(840, { description: 'Held back one', status: 'held' });

const planned = (item: PendingItem) => ({
  client: item.client,
  members: [],
  apart: null,
  entity,
  currency: item.currency,
  itemIds: [item.id],
  descriptions: [item.description],
  dueDate: '2026-12-20',
  net: item.amount,
  tax: 10_000,
  payable: item.amount + 10_000,
  refused: null,
  beforeIssue: {},
});

describe('the list of pending items', () => {
  it('begins with the pending ones', async () => {
    const server = fakeServer(pendingInvoices, { list: () => page([audit]) });
    const { address } = await renderScreen(<PendingScreen />, { ...at, path: '/app/pending_invoices' });
    await screen.findByText('Audit');
    expect(screen.getByRole('link', { name: client.label })).toHaveAttribute(
      'href',
      `/app/view-client/${client.id}`,
    );
    expect(address()).toBe('/app/pending_invoices?filter[status]=open');
    expect(server.requestsTo(pendingInvoices.list).at(-1)?.input['filter']).toEqual({ status: 'open' });
  });

  it('names its default order on a phone, and can return to it', async () => {
    onPhone();
    fakeServer(pendingInvoices, { list: () => page([audit]) });
    const { user, address } = await renderScreen(<PendingScreen />, {
      ...at,
      path: '/app/pending_invoices?filter[status]=open&sort=readyOn',
    });
    await user.click(await screen.findByRole('combobox', { name: 'Sort by' }));
    await user.click(await screen.findByTitle('Default order'));
    await waitFor(() => expect(address()).toBe('/app/pending_invoices?filter[status]=open'));
  });

  it('drafts one invoice of the items that fit together, with their sum', async () => {
    const server = fakeServer(pendingInvoices, {
      list: () => page([audit, books, ofOther, held]),
      draft: () => draft,
    }).also(invoices, { list: () => ({ rows: [], pageSize: 1, next: null, previous: null }) });
    const { user, address } = await renderScreen(<PendingScreen />, at);
    await screen.findByText('Audit');
    expect(tick('Held back one')).toBeDisabled();
    await user.click(tick('Audit'));
    await user.click(tick('Bookkeeping'));
    await waitFor(() => expect(server.requestsTo(invoices.list)).not.toHaveLength(0));
    expect(screen.queryByRole('button', { name: 'Add to a draft' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Create draft invoices (2 items, €750.50)' }));
    await waitFor(() => expect(address()).toBe(`/app/invoices/edit/${draft.id}`));
    expect(server.requestsTo(pendingInvoices.draft)[0]?.input['itemIds']).toEqual([audit.id, books.id]);
  });

  it('shows the planned invoices of many clients, and each result', async () => {
    const refused = { code: 'REFERENCE_UNKNOWN', message: 'Not to be used.', fields: {} };
    const server = fakeServer(pendingInvoices, {
      list: () => page([audit, ofOther, inDollars]),
      plan: () => ({
        drafts: [
          planned(audit),
          { ...planned(ofOther), refused },
          { ...planned(inDollars), beforeIssue: { fxRate: [{ code: 'REQUIRED' }] } },
        ],
        goneIds: [],
      }),
      drafts: ({ input }) => ({
        results: input.drafts.map(({ id }, no) =>
          no === 0
            ? { id, payable: 60_000 }
            : { id, refused: { code: 'ALREADY_INVOICED', message: 'Invoiced meanwhile.', fields: {} } },
        ),
      }),
    });
    const { user } = await renderScreen(<PendingScreen />, at);
    await screen.findByText('Audit');
    for (const name of ['Audit', 'Other client', 'In dollars']) await user.click(tick(name));
    await user.click(screen.getByRole('button', { name: 'Preview 3 invoices (3 items)' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Not to be used.')).toBeVisible();
    expect(dialog.getByText('Exchange rate: This is required')).toBeVisible();
    expect(dialog.getAllByText('€600.00')).toHaveLength(2);
    const sums = dialog.getByLabelText('Totals of the list');
    expect(sums).toHaveTextContent(/^Total€600.00Total(US)?\$600.00$/);
    expect(dialog.getAllByText('Net')).toHaveLength(2);
    await user.click(dialog.getByRole('button', { name: 'Create 2 drafts' }));
    const outcome = (await screen.findByText('Drafted invoices')).closest('[role="dialog"]');
    const done = within(outcome as HTMLElement);
    expect(done.getByText('Invoiced meanwhile.')).toBeVisible();
    const [sent] = server.requestsTo(pendingInvoices.drafts);
    const drafts = (sent?.input['drafts'] ?? []) as { id: string; itemIds: string[] }[];
    expect(drafts.map(({ itemIds }) => itemIds)).toEqual([[audit.id], [inDollars.id]]);
    expect(done.getByRole('link', { name: 'Open draft' })).toHaveAttribute(
      'href',
      `/app/invoices/view-invoice/${drafts[0]?.id}`,
    );
    await user.click(done.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(tick('Audit')).not.toBeChecked());
  });

  it('bills the items of a group to its payer, once that is chosen', async () => {
    const group = { id: ofOther.id, label: 'Acme family' };
    const grouped = { ...planned(audit), members: [client, ofOther.client] };
    const apart = { ...planned(inDollars), apart: 'NO_PAYER' as const };
    const server = fakeServer(pendingInvoices, {
      list: () => page([{ ...audit, group }]),
      plan: ({ input }) => ({
        drafts: input.by === 'group' ? [grouped, apart] : [planned(audit)],
        goneIds: [],
      }),
      drafts: ({ input }) => ({ results: input.drafts.map(({ id }) => ({ id, payable: 60_000 })) }),
    }).also(invoices, { list: () => ({ rows: [], pageSize: 1, next: null, previous: null }) });
    const { user } = await renderScreen(<PendingScreen />, at);
    expect(await screen.findByText('Acme family')).toBeVisible();
    await user.click(tick('Audit'));
    await user.click(await screen.findByRole('button', { name: 'Bill to the group…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('radio', { name: 'Group with one payer' }));
    const workOf = await dialog.findByText('For the work of:');
    expect(workOf.parentElement).toHaveTextContent(ofOther.client.label);
    expect(dialog.getByText('Separate: the group has no payer.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Create 2 drafts' }));
    await waitFor(() =>
      expect(server.requestsTo(pendingInvoices.drafts)[0]?.input['drafts']).toMatchObject([
        { itemIds: [audit.id], clientId: client.id },
        { itemIds: [inDollars.id] },
      ]),
    );
  });

  it('adds items to an existing draft', async () => {
    const server = fakeServer(pendingInvoices, {
      list: () => page([audit]),
      append: () => draft,
    }).also(invoices, { list: () => ({ rows: [draft], pageSize: 50, next: null, previous: null }) });
    const { user, address } = await renderScreen(<PendingScreen />, at);
    await screen.findByText('Audit');
    await user.click(tick('Audit'));
    await user.click(await screen.findByRole('button', { name: 'Add to a draft' }));
    expect(await screen.findByRole('radio', { name: /^Draft/ })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Add one item' }));
    await waitFor(() => expect(address()).toBe(`/app/invoices/edit/${draft.id}`));
    expect(server.requestsTo(pendingInvoices.append)[0]).toMatchObject({
      version: draft.version,
      input: { itemIds: [audit.id] },
    });
    expect(server.requestsTo(invoices.list)[0]?.input['filter']).toMatchObject({ clientId: client.id });
  });

  it('writes an item down with a reason', async () => {
    const server = fakeServer(pendingInvoices, {
      list: () => page([audit]),
      edit: ({ input }) => {
        if (input.reason === null) throw refuseField('INPUT_INVALID', 'reason', {}, 'REQUIRED');
        return { ...audit, ...input };
      },
    });
    const { user } = await renderScreen(<PendingScreen />, at);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Original price: €500.00')).toBeVisible();
    await user.clear(dialog.getByRole('textbox', { name: 'Amount' }));
    await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '400');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('This is required')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Agreed');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.requestsTo(pendingInvoices.edit).at(-1)).toMatchObject({
      version: 1,
      input: { amount: 40_000, reason: 'Agreed' },
    });
  });

  it('holds an item, and writes one off by its name', async () => {
    const server = fakeServer(pendingInvoices, {
      list: () => page([audit]),
      hold: () => ({ ...audit, status: 'held' as const }),
      writeOff: () => ({ ...audit, status: 'written_off' as const }),
    });
    const { user } = await renderScreen(<PendingScreen />, at);
    await user.click(await screen.findByRole('button', { name: 'More for Audit' }));
    await user.click(await screen.findByText('Hold back'));
    const ask = within(await screen.findByRole('dialog'));
    await user.type(ask.getByRole('textbox', { name: 'Reason' }), 'Not before May');
    await user.click(ask.getByRole('button', { name: 'Hold back' }));
    expect(await screen.findByText('Held back: it is no longer offered for billing.')).toBeVisible();
    expect(server.requestsTo(pendingInvoices.hold)[0]?.input).toMatchObject({
      held: true,
      reason: 'Not before May',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'More for Audit' }));
    await user.click(await screen.findByText('Write off'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Write off “Audit”: €500.00 will never be billed')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Goodwill');
    await user.click(dialog.getByRole('button', { name: 'Write off' }));
    await waitFor(() => expect(server.requestsTo(pendingInvoices.writeOff)).toHaveLength(1));
  });

  it('adds an item for the client of the filter, and explains how its amount will be billed', async () => {
    fakeServer(pendingInvoices, { list: () => page([audit]) }).also(lookups, {
      find: ({ input }) => lookupRows(input),
    });
    const path = `${at.path}&filter[clientId]=${client.id}`;
    const { user, unmount } = await renderScreen(<PendingScreen />, { ...at, path });
    await user.click((await screen.findAllByRole('button', { name: 'New item' }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByTitle(client.label)).toBeVisible();
    expect(await dialog.findByTitle(entity.label)).toBeVisible();
    expect(dialog.queryByText(/Choose the client first/)).not.toBeInTheDocument();
    unmount();
    const { user: other } = await renderScreen(<PendingScreen />, at);
    await other.click((await screen.findAllByRole('button', { name: 'New item' }))[0] as HTMLElement);
    expect(await screen.findByText(/Choose the client first/)).toBeVisible();
  });

  it('adds an item without a task', async () => {
    const server = fakeServer(pendingInvoices, { list: () => page([]), create: () => audit }).also(lookups, {
      find: ({ input }) => lookupRows(input),
    });
    const { user } = await renderScreen(<PendingScreen />, at);
    await user.click((await screen.findAllByRole('button', { name: 'New item' }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog'));
    const pick = async (field: string, label: string) => {
      await user.click(dialog.getByRole('combobox', { name: field }));
      await user.click((await screen.findAllByText(label)).at(-1) as HTMLElement);
    };
    await pick('Client', 'Acme SARL');
    await pick('Service', 'Audit');
    expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('200.00');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(server.requestsTo(pendingInvoices.create)).toHaveLength(1));
    expect(server.requestsTo(pendingInvoices.create)[0]?.input).toMatchObject({
      description: 'Audit',
      amount: 20_000,
    });
  });
});
