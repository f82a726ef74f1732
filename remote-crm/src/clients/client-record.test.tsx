import { screen, waitFor, within } from '@testing-library/react';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { postdatedCheques } from '@daybook/contracts/billing/receipts/postdated-cheques';
import {
  clientDocuments,
  type ClientDocument,
} from '@daybook/contracts/crm/client-documents/client-documents';
import { clientFiles, type ClientFile } from '@daybook/contracts/crm/clients/client-files';
import { clientNotes, type ClientNote } from '@daybook/contracts/crm/clients/client-notes';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { clientTimeline } from '@daybook/contracts/crm/clients/client-timeline';
import { minor } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import {
  recurringTasks,
  type RecurringTaskRow,
} from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { today } from '@daybook/shared/today';
import en from '../locales/en.json';
import { client, crm, entity, idOf, server } from '../test/client-records.ts';
import ClientRecord from './client-record.tsx';
import DocumentList from './documents/document-list.tsx';

const texts = { crm: en };
const page = <Row,>(rows: Row[]) => ({ rows, pageSize: 20, next: null, previous: null });
const at = (tab: string) => ({
  texts,
  path: `/app/view-client/${idOf(1)}?tab=${tab}`,
  route: '/app/view-client/:id',
});

const cheque = {
  id: idOf(40),
  version: 1,
  status: 'waiting' as const,
  client: { id: idOf(1), label: 'Dupont & Fils' },
  entity,
  dueOn: '2027-05-03',
  currency: 'EUR',
  amount: 100_000,
  instrumentNo: '000123',
  instrumentBank: 'First Bank',
  receipt: null,
  failure: null,
};

const note = (patch: Partial<ClientNote> = {}): ClientNote => ({
  id: idOf(50),
  version: 1,
  body: 'Prefers calls before noon.',
  at: '2026-06-01T10:00:00Z',
  by: 'Asha Rao',
  level: 'everyone',
  editedAt: null,
  withdrawnAt: null,
  isOwn: true,
  isPinned: false,
  enquiryNo: null,
  form: null,
  ...patch,
});

const file = (patch: Partial<ClientFile> = {}): ClientFile => ({
  id: idOf(60),
  version: 1,
  label: 'Deed.pdf',
  type: 'application/pdf',
  size: 2_400_000,
  year: null,
  at: '2026-06-01T10:00:00Z',
  by: 'Asha Rao',
  deletedAt: null,
  ...patch,
});

const document = (patch: Partial<ClientDocument> = {}): ClientDocument => ({
  id: idOf(70),
  version: 2,
  client: { id: idOf(1), label: 'Dupont & Fils' },
  crm,
  kind: 'identity',
  title: null,
  number: null,
  holder: 'Ada Dupont',
  validFrom: null,
  validTo: addDays(today(), 10),
  originalAt: 'Safe',
  receivedOn: null,
  returnedOn: null,
  level: 'crm_up',
  noticeDays: 30,
  hasFile: false,
  note: null,
  makesTask: false,
  attachment: null,
  notice: null,
  ...patch,
});

describe('the tabs of a client', () => {
  it('are in the address, and read only what they show', async () => {
    const api = server(client()).also(clientNotes, { list: () => page([note()]) });
    const { user, address } = await renderScreen(<ClientRecord />, at('registrations'));
    expect(await screen.findByText('732829320')).toBeVisible();
    expect(api.requestsTo(clientNotes.list)).toEqual([]);
    await user.click(screen.getByRole('link', { name: 'Notes' }));
    expect(await screen.findByText('Prefers calls before noon.')).toBeVisible();
    expect(address()).toBe(`/app/view-client/${idOf(1)}?tab=notes`);
    expect(screen.getByRole('link', { name: 'Notes' })).toHaveAttribute('aria-current', 'page');
    await user.click(screen.getByRole('link', { name: 'Contacts' }));
    expect(await screen.findByRole('link', { name: 'ada@dupont.example' })).toHaveAttribute(
      'href',
      'mailto:ada@dupont.example',
    );
  });

  it('name recurring work by its next task, and without a placeholder where there is none', async () => {
    const series = {
      id: idOf(810),
      version: 1,
      title: 'GSTR-3B {month}',
      client: { id: idOf(1), label: 'Dupont & Fils' },
      category: { id: idOf(811), label: 'Monthly return' },
      rule: {
        rrule: 'FREQ=MONTHLY;BYMONTHDAY=20',
        shift: 'none',
        calendarId: null,
        leadDays: 0,
        periodOffset: -1,
      },
      status: 'active',
      pausedFor: null,
      assigneeRule: 'client_executive',
      assignees: [],
      reviewer: null,
      next: { nominal: '2026-12-20', due: '2026-12-20', title: 'GSTR-3B November 2026', moved: null },
      billable: false,
      billingRule: 'fixed_fee',
      currency: null,
    } as const satisfies RecurringTaskRow;
    server(client()).also(recurringTasks, {
      list: () =>
        page<RecurringTaskRow>([series, { ...series, id: idOf(812), status: 'paused', next: null }]),
    });
    await renderScreen(<ClientRecord />, {
      ...at('series'),
      me: { roles: ['clients.view', 'recurring_tasks.edit'] },
    });
    const list = within(await screen.findByRole('list', { name: 'Recurring tasks' }));
    expect(list.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'GSTR-3B November 2026',
      'GSTR-3B',
    ]);
  });

  it('are those that the person may open', async () => {
    server(client());
    await renderScreen(<ClientRecord />, { ...at('about'), me: { roles: ['clients.view'] } });
    const tabs = await screen.findByRole('navigation', { name: 'Sections of Dupont & Fils' });
    expect(
      within(tabs)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['About', 'Contacts', 'Tax numbers', 'Files', 'Documents', 'Notes', 'Timeline', 'History']);
  });

  it('show tax numbers that have ended apart, with their days', async () => {
    const ended = { scheme: 'IN:GSTIN' as const, value: '29AABCF8078M1C8', region: null, note: null };
    const [first] = client().registrations;
    server(
      client({
        registrations: [
          ...(first ? [first] : []),
          { ...ended, validFrom: '2020-04-01', validTo: '2024-03-31' },
        ],
      }),
    );
    await renderScreen(<ClientRecord />, at('registrations'));
    const list = await screen.findByRole('list', { name: 'Ended tax numbers' });
    expect(list).toHaveTextContent('29AABCF8078M1C8Valid from 1 Apr 2020Valid until 31 Mar 2024');
    expect(within(screen.getByRole('list', { name: 'Tax numbers' })).getAllByRole('listitem')).toHaveLength(
      1,
    );
  });

  it('show the status of each document and what is left of it, to people who see amounts', async () => {
    const invoice = {
      id: idOf(80),
      version: 1,
      number: 'INV-7',
      status: 'part_paid' as const,
      isOverdue: true,
      entity,
      client: { id: idOf(1), label: 'Dupont & Fils' },
      issueDate: '2026-03-01',
      dueDate: '2026-03-31',
      currency: 'EUR',
      payable: minor(120_000),
      outstanding: minor(45_000),
      coveredBy: null,
      sentAt: null,
    };
    const { number: _number, ...draft } = { ...invoice, id: idOf(81), status: 'draft' as const };
    const serve = () =>
      server(client())
        .also(invoices, { list: () => page([invoice, { ...draft, number: '', isOverdue: false }]) })
        .also(pendingInvoices, { list: () => page([]) })
        .also(proformas, { list: () => page([]) })
        .also(creditNotes, { list: () => page([]) });
    serve();
    const { unmount } = await renderScreen(<ClientRecord />, at('billing'));
    // What the client owes in all stands above its documents.
    expect(await screen.findByText('€1,234.50')).toBeVisible();
    const table = await screen.findByRole('table', { name: 'Recent invoices' });
    const heads = within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent);
    expect(heads).toEqual(['Number', 'Date', 'Status', 'Amount', 'Outstanding']);
    const row = within(table).getByRole('link', { name: 'INV-7' }).closest('tr');
    expect(row).toHaveTextContent('INV-71 Mar 2026Partly paid Overdue€1,200.00€450.00');
    expect(within(table).getByRole('link', { name: 'Draft' })).toHaveAttribute(
      'href',
      `/app/invoices/view-invoice/${idOf(81)}`,
    );
    unmount();
    serve();
    await renderScreen(<ClientRecord />, {
      ...at('billing'),
      me: { roles: ['clients.view', 'credit_notes.add'] },
    });
    expect(await screen.findByText('No credit notes yet.')).toBeVisible();
    expect(screen.queryByText('€1,234.50')).not.toBeInTheDocument();
  });

  it('list the documents of billing with links to the whole lists, and cheques to come', async () => {
    const api = server(client())
      .also(postdatedCheques, { list: () => page([cheque]) })
      .also(pendingInvoices, { list: () => page([]) })
      .also(proformas, { list: () => page([]) })
      .also(creditNotes, { list: () => page([]) })
      .also(subscriptions, { list: () => page([]) });
    await renderScreen(<ClientRecord />, at('billing'));
    // What the client has bought stands beside what it is billed.
    expect(await screen.findByText('No packages yet')).toBeVisible();
    const cheques = await screen.findByRole('list', { name: 'Post-dated cheques' });
    expect(cheques).toHaveTextContent('000123 · First Bank 3 May 2027€1,000.00');
    expect(api.requestsTo(postdatedCheques.list)[0]?.input).toMatchObject({
      filter: { clientId: idOf(1), status: 'waiting' },
      sort: 'dueOn',
    });
    const lists = screen.getAllByRole('link', { name: 'Show all' }).map((link) => link.getAttribute('href'));
    expect(lists.map((href) => decodeURIComponent(href ?? ''))).toEqual(
      ['pending_invoices', 'invoices', 'proformas', 'receipts', 'receipts/post_dated', 'credit_nots'].map(
        (list) => `/app/${list}?filter[clientId]=${idOf(1)}`,
      ),
    );
  });
});

describe('the notes of a client', () => {
  it('are written for a level, pinned, and edited by their author', async () => {
    let notes = [note(), note({ id: idOf(51), body: 'Not mine', isOwn: false, level: 'manager_up' })];
    const api = server(client()).also(clientNotes, {
      list: () => page(notes),
      add: ({ input }) => note({ id: idOf(52), body: input.body, level: input.level }),
      pin: () => {
        notes = notes.map((one) => (one.id === idOf(50) ? { ...one, isPinned: true } : one));
        return note({ isPinned: true });
      },
      edit: ({ input }) => note({ body: input.body }),
    });
    const { user } = await renderScreen(<ClientRecord />, at('notes'));
    const list = await screen.findByRole('list', { name: 'Notes' });
    const [own, other] = await within(list).findAllByRole('listitem');
    expect(other).toHaveTextContent('Managers and admins');
    expect(within(other as HTMLElement).queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();

    await user.type(screen.getByRole('textbox', { name: 'Write a note' }), 'Call on Monday');
    await user.click(screen.getByRole('combobox', { name: 'Visible to' }));
    await user.click(await screen.findByText('Only me', { selector: '.ant-select-item-option-content' }));
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await waitFor(() => expect(api.requestsTo(clientNotes.add)).toHaveLength(1));
    expect(api.requestsTo(clientNotes.add)[0]?.input).toMatchObject({
      body: 'Call on Monday',
      level: 'author',
    });

    await user.click(within(own as HTMLElement).getByRole('button', { name: 'Pin' }));
    expect(await screen.findByText('Pinned')).toBeVisible();
    await user.click(within(list).getByRole('button', { name: 'Edit' }));
    const box = within(list).getByRole('textbox', { name: 'Write a note' });
    await user.clear(box);
    await user.type(box, 'After noon');
    await user.click(within(list).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.requestsTo(clientNotes.edit)).toHaveLength(1));
    expect(api.requestsTo(clientNotes.edit)[0]).toMatchObject({
      version: 1,
      input: { noteId: idOf(50), body: 'After noon' },
    });
  });
});

describe('what came with an enquiry', () => {
  const form = {
    language: 'ja' as const,
    name: 'Mina Harker',
    company: null,
    email: 'mina@carfax.example',
    phone: null,
    services: ['Payroll'],
    consent: 'お返事ください',
  };

  it('is among the client’s notes, as it was written, with the form as an author', async () => {
    const ofForm = { body: 'We need payroll.', by: null, isOwn: false, enquiryNo: 'ENQ-25-0001', form };
    server(client()).also(clientNotes, { list: () => page([note(ofForm)]) });
    await renderScreen(<ClientRecord />, at('notes'));
    const list = await screen.findByRole('list', { name: 'Notes' });
    expect(await within(list).findByText('We need payroll.')).toBeVisible();
    expect(list).toHaveTextContent('Mina Harker, mina@carfax.example');
    expect(list).toHaveTextContent('Services: Payroll');
    expect(list).toHaveTextContent('Sent from the page in Japanese');
    expect(list).toHaveTextContent('Agreed to: お返事ください');
    expect(list).toHaveTextContent(/Enquiry form · .* · from enquiry ENQ-25-0001/);
    expect(within(list).queryByRole('button')).not.toBeInTheDocument();
  });

  it('is among the client’s files', async () => {
    const { version: _version, year: _year, deletedAt: _bin, ...letter } = file({ label: 'Letter.pdf' });
    server(client()).also(clientFiles, {
      list: () => page([]),
      total: () => ({ total: 0, isCapped: false }),
      folders: () => ({ folders: [], inBin: 0 }),
      ofEnquiries: () => [{ ...letter, enquiryNo: 'ENQ-25-0001' }],
    });
    await renderScreen(<ClientRecord />, at('files'));
    const list = await screen.findByRole('list', { name: 'From the enquiry' });
    expect(within(list).getByRole('button', { name: 'Letter.pdf' })).toBeVisible();
    expect(list).toHaveTextContent('ENQ-25-0001 · Asha Rao');
  });
});

describe('the files of a client', () => {
  it('are filtered by folder, renamed, and moved into the bin', async () => {
    const folders = {
      folders: [
        { year: null, files: 1 },
        { year: 2025, files: 3 },
      ],
      inBin: 2,
    };
    const api = server(client()).also(clientFiles, {
      list: () => page([file()]),
      total: () => ({ total: 1, isCapped: false }),
      folders: () => folders,
      ofEnquiries: () => [],
      change: ({ input }) => file({ label: input.name, year: input.year }),
      remove: () => file({ deletedAt: '2026-06-02T10:00:00Z' }),
    });
    const { user, address } = await renderScreen(<ClientRecord />, at('files'));
    expect(await screen.findByRole('button', { name: 'Deed.pdf' })).toBeVisible();
    expect(screen.getByText('2.4 MB')).toBeVisible();
    await user.click(await screen.findByText('2025 (3)'));
    await waitFor(() => expect(address()).toContain('filter[folder]=2025'));
    expect(screen.getByRole('button', { name: 'Add files (2025)' })).toBeVisible();

    await user.click(await screen.findByRole('button', { name: 'Rename or move Deed.pdf' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rename or move Deed.pdf' });
    await user.type(within(dialog).getByRole('spinbutton', { name: 'Year' }), '2024');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Deed.pdf changed.')).toBeVisible();
    expect(api.requestsTo(clientFiles.change)[0]).toMatchObject({
      version: 1,
      input: { fileId: idOf(60), name: 'Deed.pdf', year: 2024 },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete Deed.pdf' }));
    expect(await screen.findByText('Deed.pdf is in the bin for 30 days.')).toBeVisible();
  });
});

const serveDocuments = () =>
  server(client()).also(clientDocuments, {
    list: () => page([document()]),
    total: () => ({ total: 1, isCapped: false }),
    open: () => document({ number: 'P-123' }),
    create: ({ input }) => document({ kind: input.kind }),
  });

describe('the documents of clients', () => {
  it('show in the list what expires soon, and the number when one is opened', async () => {
    serveDocuments();
    const { user } = await renderScreen(<DocumentList />, { texts, path: '/app/clients/documents' });
    expect(await screen.findByText('Expires soon')).toBeVisible();
    expect(screen.queryByText('P-123')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Identity paper' }));
    const drawer = await screen.findByRole('dialog');
    expect(await within(drawer).findByText('P-123')).toBeVisible();
    expect(within(drawer).getByText('Relationship manager, managers and admins')).toBeVisible();
  });

  it('are added on the client’s page, with the usual level of their kind', async () => {
    const api = serveDocuments();
    const { user } = await renderScreen(<ClientRecord />, at('documents'));
    await user.click(await screen.findByRole('button', { name: 'Add a document' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add a document of Dupont & Fils' });
    await user.click(within(dialog).getByRole('combobox', { name: 'Kind of document' }));
    await user.click(
      await screen.findByText('Power of attorney', { selector: '.ant-select-item-option-content' }),
    );
    await user.type(within(dialog).getByRole('textbox', { name: 'Holder' }), 'The firm');
    await user.type(within(dialog).getByRole('spinbutton', { name: 'Notice before expiry (days)' }), '30');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect((await within(dialog).findAllByText(/required/)).length).toBeGreaterThan(0);
    await user.type(within(dialog).getByRole('textbox', { name: 'Valid until' }), '31/03/2031');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Document saved.')).toBeVisible();
    expect(api.requestsTo(clientDocuments.create)[0]?.input).toMatchObject({
      clientId: idOf(1),
      kind: 'power_of_attorney',
      level: 'crm_up',
      holder: 'The firm',
      noticeDays: 30,
      validTo: '2031-03-31',
    });
  });
});

it('the timeline of a client is filtered by kind', async () => {
  const event = {
    id: 'invoice.1',
    kind: 'invoice' as const,
    step: 'issued' as const,
    at: '2026-06-01T10:00:00Z',
    by: crm,
    label: 'INV/0001',
    amount: 100_000,
    currency: 'EUR',
    record: { kind: 'invoice' as const, id: idOf(80) },
  };
  const api = server(client()).also(clientTimeline, { list: () => page([event]) });
  const { user } = await renderScreen(<ClientRecord />, at('timeline'));
  const list = await screen.findByRole('list', { name: 'Timeline' });
  expect(await within(list).findByRole('link', { name: 'INV/0001' })).toHaveAttribute(
    'href',
    `/app/invoices/view-invoice/${idOf(80)}`,
  );
  expect(list).toHaveTextContent('€1,000.00');
  await user.click(screen.getByRole('combobox', { name: 'Show only' }));
  await user.click(await screen.findByText('Receipt', { selector: '.ant-select-item-option-content' }));
  await waitFor(() =>
    expect(api.requestsTo(clientTimeline.list).at(-1)?.input).toMatchObject({ filter: { kind: 'receipt' } }),
  );
});
