import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { minor } from '@daybook/contracts/money/money';
import { postdatedCheques } from '@daybook/contracts/billing/receipts/postdated-cheques';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clients, type Client, type ClientRow } from '@daybook/contracts/crm/clients/clients';
import { contacts, type Contact, type ContactRow } from '@daybook/contracts/crm/contacts/contacts';
import { lookups, type LookupKind } from '@daybook/contracts/lookups';
import { savedViews } from '@daybook/contracts/saved-views';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { fakeServer } from '@daybook/shared/test/fake-server';

export const idOf = (n: number) => `018f2b1c-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const crm = { id: idOf(800), label: 'Rose Manager' };
export const entity = { id: idOf(500), label: 'Paris office' };

const siren: Client['registrations'][number] = {
  scheme: 'FR:SIREN',
  value: '732829320',
  region: null,
  note: null,
  validFrom: null,
  validTo: null,
};

export const client = (patch: Partial<Client> = {}): Client => ({
  id: idOf(1),
  version: 3,
  code: 'C-0001',
  name: 'Dupont & Fils',
  sortName: null,
  legalName: 'Dupont & Fils SARL',
  oldCode: null,
  kind: 'company',
  status: 'active',
  inactiveOn: null,
  erasedAt: null,
  statusReason: null,
  crm,
  manager: null,
  group: null,
  executives: [],
  departments: [],
  defaultEntity: entity,
  currency: 'EUR',
  docLocale: 'fr',
  paymentTermsDays: 30,
  creditLimit: minor(500_000),
  taxTreatment: 'registered',
  withholdingCode: null,
  withholdingRate: null,
  billable: true,
  billingRule: null,
  listsHours: false,
  reminders: 'on',
  remindersPausedUntil: null,
  tags: [],
  notes: null,
  merged: [],
  contacts: [
    {
      id: idOf(20),
      name: 'Ada Dupont',
      email: 'ada@dupont.example',
      phone: null,
      roles: ['billing'],
      position: null,
      sendInvoices: null,
      sendProformas: null,
      sendReceipts: null,
      sendCreditNotes: null,
      sendReminders: null,
      sendStatements: null,
    },
  ],
  contactFacts: [{ id: idOf(20), version: 1, refused: null, clients: [], others: 0, mayEdit: true }],
  addresses: [
    {
      kind: 'billing',
      line1: '1 rue de la Paix',
      line2: null,
      city: 'Paris',
      regionCode: null,
      postal: '75002',
      country: 'FR',
    },
  ],
  registrations: [siren],
  ...patch,
});

const person = { id: idOf(20), version: 1, name: 'Ada Dupont', email: 'ada@dupont.example', phone: null };

/** A contact with its clients within the scope. */
export const contact = (patch: Partial<Contact> = {}): Contact => {
  const link = {
    roles: ['billing' as const],
    position: null,
    sendInvoices: null,
    sendProformas: null,
    sendReceipts: null,
    sendCreditNotes: null,
    sendReminders: null,
    sendStatements: null,
  };
  return {
    ...person,
    refused: null,
    visible: 1,
    others: 0,
    clients: [{ ...link, id: idOf(1), code: 'C-0001', label: 'Dupont & Fils', status: 'active' }],
    ...patch,
  };
};
export const contactRow = (patch: Partial<ContactRow> = {}): ContactRow => ({
  ...person,
  refused: null,
  visible: 1,
  others: 0,
  clients: [{ id: idOf(1), label: 'Dupont & Fils' }],
  ...patch,
});

export const rowOf = ({ contacts, ...row }: Client): ClientRow => ({
  ...row,
  contact: contacts[0] ?? null,
  entity: row.defaultEntity,
  country: row.addresses[0]?.country ?? null,
  missing: [],
  isErased: false,
});
const page = <Row>(rows: Row[]) => ({ rows, pageSize: 20, next: null, previous: null });

const found: Partial<Record<LookupKind, { id: string; label: string }>> = {
  crm: crm,
  billing_entity: entity,
};
const find = ({ input }: { input: { kind: LookupKind } }) => {
  const row = found[input.kind];
  return row ? [{ ...row, more: {} }] : [];
};

const summary = {
  openTasks: 2,
  draftInvoices: 0,
  pendingItems: 1,
  balances: [{ currency: 'EUR', outstanding: 123_450, advances: 0 }],
};

export const server = (shown: Client, others: readonly Client[] = []) =>
  fakeServer(clients, {
    open: () => shown,
    summary: () => summary,
    list: () => page([shown, ...others].map(rowOf)),
    total: () => ({ total: 1, isCapped: false }),
    tags: () => ({ tags: ['Board', 'Year end'] }),
  })
    .also(contacts, { open: () => contact(), list: () => page([]), likely: () => [] })
    .also(savedViews, { list: () => [] })
    .also(lookups, { find })
    .also(tasks, { list: () => page([]) })
    .also(invoices, { list: () => page([]) })
    .also(receipts, { list: () => page([]) })
    .also(postdatedCheques, { list: () => page([]) });
