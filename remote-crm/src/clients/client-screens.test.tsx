import { act, screen, waitFor, within } from '@testing-library/react';
import type { ClientSeries } from '@daybook/contracts/crm/clients/client-summary';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { languages } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import { chooseMore } from '@daybook/shared/test/choose-more';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import { client, crm, entity, idOf, server } from '../test/client-records.ts';
import AddClient from './add-client.tsx';
import ClientList from './client-list.tsx';
import ClientRecord from './client-record.tsx';
import EditClient from './edit-client.tsx';

const texts = { crm: en };
/** The checks of tax numbers load when they are first needed. */
const patiently = { timeout: 4_000 };

type User = Awaited<ReturnType<typeof renderScreen>>['user'];

beforeEach(() => sessionStorage.clear());

const fill = async (user: User, box: string, text: string) => {
  const field = await screen.findByRole('textbox', { name: box });
  await user.clear(field);
  await user.paste(text);
};
const pick = async (user: User, box: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: box }));
  await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }));
};

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

const atRecord = { texts, path: `/app/view-client/${idOf(1)}`, route: '/app/view-client/:id' };

describe('the list of clients', () => {
  it.each(
    languages.flatMap((language) => (['ltr', 'rtl'] as const).map((direction) => ({ language, direction }))),
  )('shows names and contacts, in $language, $direction', async ({ language, direction }) => {
    server(client());
    const words = { en, fr, ja, zh }[language];
    await renderScreen(<ClientList />, { texts: { crm: words }, language, theme: { direction } });
    const link = await screen.findByRole('link', { name: 'Dupont & Fils' });
    expect(link).toHaveAttribute('href', `/app/view-client/${idOf(1)}`);
    expect(screen.getByText('ada@dupont.example')).toBeVisible();
    expect(screen.getByText(words.clientStatus.active)).toBeVisible();
    expect(screen.getByRole('link', { name: words.client.add })).toHaveAttribute('href', '/app/clients/add');
  });

  it('is filtered by what is set behind its button, and shows the columns that the address names', async () => {
    const api = server(client({ tags: ['Board'] }));
    const { user, address } = await renderScreen(<ClientList />, {
      texts,
      path: '/app/clients?columns=tags,country',
    });
    await screen.findByRole('link', { name: 'Dupont & Fils' });
    expect(screen.getAllByText('Board').length).toBeGreaterThan(0);
    expect(screen.getByText('France')).toBeVisible();
    expect(screen.queryByText('ada@dupont.example')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Missing for invoices' }));
    await user.click(await screen.findByRole('button', { name: 'Missing for invoices' }));
    await waitFor(() => expect(address()).toContain('filter[incomplete]=true'));
    expect(api.requestsTo(clients.list).at(-1)?.input).toMatchObject({ filter: { incomplete: 'true' } });
  });

  it('offers no filter by balance to people who see no amounts', async () => {
    server(client());
    await renderScreen(<ClientList />, { texts, me: { roles: ['clients.view'] } });
    await screen.findByRole('link', { name: 'Dupont & Fils' });
    expect(screen.queryByRole('combobox', { name: 'Balance' })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Status' })).toBeVisible();
  });

  it('offers a new client only to people who may add one', async () => {
    server(client());
    await renderScreen(<ClientList />, { texts, me: { roles: ['clients.view'] } });
    await screen.findByRole('link', { name: 'Dupont & Fils' });
    expect(screen.queryByRole('link', { name: 'New client' })).not.toBeInTheDocument();
  });
});

describe('a new client', () => {
  it('is told everything that it lacks before anything is sent', async () => {
    const api = server(client());
    const { user } = await renderScreen(<AddClient />, { texts, path: '/app/clients/add' });
    await user.click(screen.getByRole('button', { name: /Add an address/ }));
    await user.type(screen.getByRole('combobox', { name: 'Country' }), 'India');
    await user.click(await screen.findByText('India', { selector: '.ant-select-item-option-content' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const lacking = await screen.findByRole('alert');
    for (const field of ['Name', 'Kind', 'Tax treatment', 'Street', 'State or region'])
      expect(within(lacking).getByRole('button', { name: field })).toBeVisible();
    expect(api.requestsTo(clients.create)).toEqual([]);
  });

  it('has its tax number checked while it is typed', async () => {
    server(client());
    const { user } = await renderScreen(<AddClient />, { texts, path: '/app/clients/add' });
    await user.click(screen.getByRole('button', { name: /Add a tax number/ }));
    await pick(user, 'Kind of number', 'SIREN (France)');
    await fill(user, 'Number', '732829321');
    expect(await screen.findByText(/^The check digit does not match/, {}, patiently)).toBeVisible();
    await fill(user, 'Reason it is correct', 'On their certificate');
    await fill(user, 'Number', '732 829 320');
    expect(await screen.findByText(/^The number is valid/, {}, patiently)).toBeVisible();
  });

  it('moves the focus to a row that is added, and to the button when it is removed', async () => {
    server(client());
    const { user } = await renderScreen(<AddClient />, { texts, path: '/app/clients/add' });
    const add = await screen.findByRole('button', { name: /Add an address/ });
    act(() => add.focus());
    await user.keyboard('{Enter}');
    const first = await screen.findByRole('group', { name: 'Address 1' });
    expect(within(first).getByRole('combobox', { name: 'Address type' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: /Add a contact/ }));
    await user.keyboard('Ada');
    const contact = screen.getByRole('group', { name: 'Contact 1' });
    expect(within(contact).getByRole('textbox', { name: 'Contact’s name' })).toHaveValue('Ada');
    await user.click(screen.getByRole('button', { name: 'Remove Contact 1' }));
    expect(screen.getByRole('button', { name: /Add a contact/ })).toHaveFocus();
  });

  it('has the only relationship manager and the only billing entity, and is saved after a warning of a duplicate', async () => {
    const twin = {
      code: 'SAME_REGISTRATION' as const,
      value: '732829320',
      clientId: idOf(2),
      label: 'Durand',
    };
    const api = server(client()).also(clients, { create: () => ({ ...client(), warnings: [twin] }) });
    const { user, address } = await renderScreen(<AddClient />, { texts, path: '/app/clients/add' });
    await fill(user, 'Name', 'Dupont & Fils');
    await pick(user, 'Kind', 'Company');
    expect(await screen.findByText('Rose Manager')).toBeVisible();
    expect(await screen.findByText('Paris office')).toBeVisible();
    await pick(user, 'Tax treatment', 'Registered');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe(`/app/view-client/${idOf(1)}`));
    expect(api.requestsTo(clients.create)[0]?.input).toMatchObject({
      name: 'Dupont & Fils',
      kind: 'company',
      crmId: crm.id,
      defaultEntityId: entity.id,
      taxTreatment: 'registered',
      billable: true,
    });
    expect(screen.getByText('Durand also has the tax number 732829320.')).toBeVisible();
  });
});

describe('a new client with a correct tax number', () => {
  it('is taken for registered, in the state that the number names', async () => {
    server(client());
    jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-IN']);
    const { user } = await renderScreen(<AddClient />, { texts, path: '/app/clients/add' });
    await user.click(screen.getByRole('button', { name: /Add an address/ }));
    await user.click(screen.getByRole('button', { name: /Add a tax number/ }));
    const row = screen.getByRole('group', { name: 'Tax number 1' });
    expect(within(row).getByTitle('GSTIN (India)')).toBeVisible();
    await user.type(within(row).getByRole('textbox', { name: 'Number' }), '27AAPFU0939F1ZO');
    expect(await within(row).findByText(/check digit/)).toBeVisible();
    expect(screen.queryByTitle('Registered')).toBeNull();
    await user.type(within(row).getByRole('textbox', { name: 'Number' }), '{Backspace}V');
    expect(await screen.findByTitle('Registered')).toBeVisible();
    expect(screen.getByTitle('Maharashtra')).toBeVisible();
    jest.restoreAllMocks();
  });
});

describe('editing a client', () => {
  it('shows the server’s refusal on its row, and keeps what was typed', async () => {
    const api = server(client()).also(clients, {
      edit: () => {
        throw new Refusal('TAX_ID_CHECKSUM', {}, { 'registrations.0.value': [{ code: 'TAX_ID_CHECKSUM' }] });
      },
    });
    const { user } = await renderScreen(<EditClient />, {
      texts,
      path: `/app/clients/edit/${idOf(1)}`,
      route: '/app/clients/edit/:id',
    });
    await fill(user, 'Name', 'Dupont et fille');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const row = screen.getByRole('group', { name: 'Tax number 1' });
    expect(await within(row).findByText('This tax number is not valid')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Dupont et fille');
    expect(api.requestsTo(clients.edit)[0]).toMatchObject({
      version: 3,
      input: { id: idOf(1), name: 'Dupont et fille', contacts: [{ id: idOf(20), name: 'Ada Dupont' }] },
    });
  });
});

describe('a client whose work is not billable', () => {
  it('says so, and how much is still pending from before', async () => {
    server(client({ billable: false }));
    await renderScreen(<ClientRecord />, { ...atRecord, me: { roles: ['clients.view'] } });
    expect(await screen.findByText(/^Not billable: completed tasks create no pending item/)).toBeVisible();
    expect(await screen.findByText(/^Already pending: 1\./)).toBeVisible();
  });
});

describe('a client with an advance', () => {
  it('leads to what can still be allocated, as far as the person may allocate it', async () => {
    const advance = [{ currency: 'EUR', outstanding: 0, advances: 5_000 }];
    server(client()).also(clients, {
      summary: () => ({ openTasks: 0, draftInvoices: 0, pendingItems: 0, balances: advance }),
    });
    await renderScreen(<ClientRecord />, {
      ...atRecord,
      me: { roles: ['clients.view', 'receipts.view', 'receipts.add'] },
    });
    expect(await screen.findByRole('link', { name: 'Use advance' })).toHaveAttribute(
      'href',
      `/app/receipts?filter%5BclientId%5D=${idOf(1)}&filter%5BinAdvance%5D=true`,
    );
    expect(screen.queryByRole('link', { name: 'Open credit notes' })).toBeNull();
  });
});

const series = (patch: Partial<ClientSeries> = {}): ClientSeries => ({
  id: idOf(30),
  kind: 'task',
  title: 'GSTR-3B {month}',
  status: 'active',
  pausedFor: null,
  missed: null,
  ...patch,
});

describe('the page of a client', () => {
  it('begins with what identifies the client, in two reads', async () => {
    const api = server(client({ withholdingRate: '7.5' }));
    await renderScreen(<ClientRecord />, atRecord);
    expect(await screen.findByRole('heading', { name: 'Dupont & Fils' })).toBeVisible();
    expect(screen.getByText('French')).toBeVisible();
    expect(screen.getByText('7.5%')).toBeVisible();
    expect(hrefOf('New task')).toBe(`/app/tasks/add?clientId=${idOf(1)}`);
    expect(hrefOf('New invoice')).toBe(`/app/invoices/add?clientId=${idOf(1)}`);
    expect(hrefOf('New receipt')).toBe(`/app/receipts/add?clientId=${idOf(1)}`);
    expect(hrefOf('Ledger')).toBe(`/app/reports/client_ledgers?clientId=${idOf(1)}`);
    expect(await screen.findByText('€1,234.50')).toBeVisible();
    expect(screen.getByText('75002 Paris')).toBeVisible();
    const read = new Set(api.requests.map(({ endpoint: { path } }) => path));
    expect([...read].toSorted()).toEqual(['/clients/:id', '/clients/:id/summary']);
  });

  it('hides amounts and actions without the permissions', async () => {
    server(client({ creditLimit: null }));
    await renderScreen(<ClientRecord />, { ...atRecord, me: { roles: ['clients.view'] } });
    await screen.findByRole('heading', { name: 'Dupont & Fils' });
    expect(screen.queryByText('Balance')).not.toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'New task' })).not.toBeInTheDocument();
  });

  it('explains the deactivation with what is open, and asks for a reason', async () => {
    let shown = client();
    const api = server(shown).also(clients, {
      open: () => shown,
      series: () => ({ series: [series(), series({ id: idOf(31), status: 'paused', pausedFor: 'person' })] }),
      deactivate: ({ input }) => {
        shown = client({ status: 'inactive', inactiveOn: '2026-11-20', statusReason: input.reason });
        return shown;
      },
    });
    const { user } = await renderScreen(<ClientRecord />, atRecord);
    await chooseMore(user, 'Deactivate');
    const dialog = await screen.findByRole('dialog', { name: 'Deactivate Dupont & Fils' });
    const open = await within(dialog).findByRole('list', { name: 'Still open:' });
    expect(
      within(open)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual(['2 open tasks', '1 pending item', '€1,234.50 outstanding']);
    const stops = await within(dialog).findByRole('list', { name: /^These are paused with the client/ });
    expect(within(stops).getAllByRole('listitem')).toHaveLength(1);
    expect(within(stops).getByRole('link', { name: 'GSTR-3B' })).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
    expect((await within(dialog).findAllByText(/required/)).length).toBeGreaterThan(0);
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Moved abroad');
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('Dupont & Fils is inactive.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Reactivate' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'New task' })).not.toBeInTheDocument();
    expect(api.requestsTo(clients.deactivate)[0]).toMatchObject({
      version: 3,
      input: { reason: 'Moved abroad' },
    });
  });

  it('reactivates a client with a reason, and shows the paused series with their missed dates', async () => {
    const inactive = client({ status: 'inactive', inactiveOn: '2026-01-31', statusReason: 'Closed' });
    const api = server(inactive).also(clients, {
      reactivate: () => ({ ...client(), restingSeries: { tasks: 1, invoices: 1 } }),
      series: () => ({
        series: [
          series({
            status: 'paused',
            pausedFor: 'client',
            missed: { count: 2, from: '2026-02-20', to: '2026-03-20' },
          }),
          series({ id: idOf(32), kind: 'invoice', title: 'Retainer', status: 'paused', pausedFor: 'client' }),
          series({ id: idOf(33), title: 'Still' }),
        ],
      }),
    });
    const { user } = await renderScreen(<ClientRecord />, atRecord);
    await user.click(await screen.findByRole('button', { name: 'Reactivate' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Back in town');
    await user.click(within(dialog).getByRole('button', { name: 'Reactivate' }));
    expect(await screen.findByText('Dupont & Fils is active again.')).toBeVisible();
    expect(api.requestsTo(clients.reactivate)[0]?.input).toMatchObject({ reason: 'Back in town' });
    const resting = await screen.findByRole('list', { name: /still paused$/ });
    const [task, invoice, ...more] = within(resting).getAllByRole('listitem');
    expect(more).toEqual([]);
    expect(task).toHaveTextContent(
      'GSTR-3B recurring task2 tasks were missed, due 20 Feb 2026 – 20 Mar 2026',
    );
    expect(invoice).toHaveTextContent('Retainer recurring invoiceNothing was missed.');
    expect(within(resting).getByRole('link', { name: 'Retainer' })).toHaveAttribute(
      'href',
      `/app/recurring_invoices/edit/${idOf(32)}`,
    );
  });
});
