import { uuidv7 } from 'uuidv7';
import { ofAccounts } from './account-inputs.ts';
import { dutch } from './entity-inputs.ts';
import { sourceId } from './fixtures/enquiry-choices.ts';
import { ofFirmSettings } from './firm-inputs.ts';
import { ofHours } from './hour-inputs.ts';
import { ofLedgers } from './ledger-inputs.ts';
import { letters } from './letter-inputs.ts';
import { ofPackages } from './package-inputs.ts';
import { ofTaxRegisters } from './register-inputs.ts';
import { ofReminders } from './reminder-inputs.ts';
import { ofUserLedgers } from './staff-inputs.ts';
import { ofWithholding } from './withholding-inputs.ts';

type Input = Record<string, unknown>;

interface Masters {
  entityId: string;
  clientId: string;
  taxCodeId: string;
  personId: string;
  /** The department that managers and executives need. */
  departmentId?: string | undefined;
  /** The category of an expense. */
  categoryId?: string | undefined;
  recurringCategoryId?: string | undefined;
}

const list = { pageSize: 5 };

const ofSettings = ({ taxCodeId }: Masters): Record<string, Input> => {
  const service = { name: `Service ${uuidv7()}`, taxCodeId, price: 100, currency: 'EUR' };
  const category = {
    name: `Category ${uuidv7()}`,
    fee: 100,
    currency: 'EUR',
    slaDays: 10,
    checklist: [{ title: 'Ask for papers', mandatory: true, offsetDays: -5, role: 'assignee' }],
  };
  const recurring = {
    name: `Category ${uuidv7()}`,
    titleTemplate: 'Return {month}',
    rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=20', leadDays: 10, periodOffset: -1 },
    statutory: true,
    jurisdiction: 'IN',
  };
  const calendar = { name: `Calendar ${uuidv7()}`, country: 'FR', weekend: [6, 7] };
  const taxCode = { code: 'G1', name: 'Good', regime: 'EU', kind: 'VAT', category: 'S' };
  return {
    'services.list': list,
    'services.create': service,
    'services.edit': { ...service, active: true },
    'tax-codes.list': list,
    'tax-codes.create': { ...taxCode, rate: '20', validFrom: '2020-01-01' },
    'tax-codes.edit': { ...taxCode, active: true },
    'departments.list': list,
    'samples.add': { country: 'NL', language: 'en', ticked: ['department:payroll', 'once:letter'] },
    'guided_start.save': { isHidden: true },
    'saved_views.share': { userTypes: ['crm'], defaultFor: ['crm'] },
    'task_categories.list': list,
    'task_categories.create': category,
    'task_categories.edit': { ...category, active: true },
    'recurring_task_categories.list': list,
    'recurring_task_categories.create': recurring,
    'recurring_task_categories.edit': { ...recurring, active: true },
    'recurrence.preview': { rule: recurring.rule },
    'holiday_calendars.list': list,
    'holiday_calendars.create': calendar,
    'holiday_calendars.edit': { ...calendar, active: true },
    'billing-entities.list': list,
    'billing-entities.create': { ...dutch() },
    'billing-entities.edit': { ...dutch() },
    'billing-entities.numberPreview': {
      docKind: 'tax_invoice',
      prefix: 'INV',
      format: '{PFX}/{FY:25-26}/{SEQ:4}',
      country: 'NL',
      fyStart: '01-01',
    },
  };
};

const ofPeople = ({ entityId, clientId, personId }: Masters): Record<string, Input> => {
  const task = { title: 'Return', clientId, dueOn: '2026-03-31', assigneeIds: [personId], priority: 2 };
  const client = {
    name: `Client ${uuidv7()}`,
    kind: 'company',
    crmId: personId,
    defaultEntityId: entityId,
    taxTreatment: 'registered',
    contacts: [{ name: 'Ada', email: 'ada@client.example' }],
    addresses: [
      { kind: 'billing', line1: 'Keizersgracht 1', city: 'Amsterdam', postal: '1015 CC', country: 'NL' },
    ],
  };
  const enquiry = {
    enquiryDate: '2026-03-01',
    name: 'Ada',
    email: 'ada@asker.example',
    sourceId: sourceId('web'),
    ownerId: personId,
    nextActionOn: '2026-03-08',
  };
  const document = { kind: 'power_of_attorney', holder: 'Ada', validTo: '2031-03-31', noticeDays: 30 };
  return {
    'tasks.list': list,
    'tasks.create': task,
    'tasks.edit': task,
    'tasks.addNote': { body: 'The bank writes', level: 'everyone' },
    'tasks.editNote': { body: 'The bank wrote', level: 'everyone' },
    'tasks.recordFiling': { filedOn: '2026-04-01', ackNo: 'A-1' },
    'time_entries.list': list,
    'time_entries.create': { workedOn: '2026-03-01', minutes: 30 },
    'time_entries.edit': { workedOn: '2026-03-01', minutes: 45 },
    'clients.list': list,
    'clients.create': client,
    'clients.edit': client,
    'contacts.list': list,
    'contacts.edit': { name: 'Ada', email: 'ada@client.example' },
    'refused_addresses.find': { addresses: ['ada@client.example'] },
    'client_bulk.preview': { ids: [clientId], change: { field: 'docLocale', language: 'fr' } },
    'client_bulk.change': { ids: [clientId], change: { field: 'docLocale', language: 'fr' } },
    'client_bulk.deactivate': { ids: [clientId], reason: 'Closed' },
    'client_notes.add': { body: 'Calls on Fridays', level: 'everyone' },
    'client_notes.edit': { body: 'Calls on Mondays', level: 'everyone' },
    'client_notes.pin': { isPinned: true },
    'client_files.add': { name: 'return.pdf', year: 2026 },
    'client_files.change': { name: 'return.pdf', year: 2026 },
    'client_documents.list': list,
    'client_documents.create': { ...document, clientId },
    'client_documents.edit': document,
    'client_groups.list': list,
    'client_groups.create': { name: `Group ${uuidv7()}` },
    'client_groups.edit': { name: `Group ${uuidv7()}` },
    'enquiries.list': list,
    'enquiries.create': enquiry,
    'enquiries.edit': enquiry,
  };
};

const ofSeries = ({
  clientId,
  personId,
  recurringCategoryId: categoryId,
}: Masters): Record<string, Input> => {
  const when = { rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=20', leadDays: 5 }, startsOn: '2026-12-01' };
  const terms = {
    ...when,
    title: 'Return {month}',
    categoryId,
    assigneeRule: 'fixed',
    assigneeIds: [personId],
  };
  return {
    'recurring_tasks.list': list,
    'recurring_tasks.create': { ...terms, clientId },
    'recurring_tasks.edit': { ...terms, clientId, apply: 'following' },
    'recurring_tasks.preview': { ...when, title: 'Return {month}', clientId },
    'recurring_task_batches.preview': { ...when, categoryId, clientIds: [clientId] },
    'recurring_task_batches.create': { ...terms, clientIds: [clientId] },
    'due_overrides.periods': { categoryId },
    'due_overrides.put': {
      categoryId,
      periodKey: '2026-03-01--2026-03-31',
      newDue: '2026-04-30',
      reason: 'Extended',
    },
  };
};

const staffKinds = ['managers', 'executives', 'crms', 'admins'];

const ofStaff = ({ departmentId }: Masters): Record<string, Input> => {
  const person = () => ({
    name: 'Ada',
    email: `${uuidv7()}@firm.example`,
    departmentIds: departmentId === undefined ? [] : [departmentId],
    scope: 'own',
    locale: 'en',
  });
  return Object.fromEntries(
    staffKinds.flatMap((kind): [string, Input][] => [
      [`${kind}.list`, list],
      [`${kind}.create`, person()],
      [`${kind}.edit`, person()],
    ]),
  );
};

const ofAccount: Record<string, Input> = {
  'account.edit': { name: 'Ada King', phone: null, locale: 'fr' },
  'account.putAppearance': {
    navCollapsed: false,
    sideNavTheme: 'light',
    locale: 'en',
    navType: 'side',
    topNavColor: '#3e82f7',
    headerNavColor: '',
    currentTheme: 'light',
    direction: 'ltr',
    region: 'GB',
  },
};

const ofMoney = ({ entityId, clientId, taxCodeId }: Masters): Record<string, Input> => {
  const party = { entityId, clientId };
  const invoice = {
    ...party,
    issueDate: '2026-03-01',
    dueDate: '2026-03-31',
    currency: 'EUR',
    docLocale: 'en',
    lines: [{ description: 'Audit', qty: '2', unitPrice: '99.99', taxCodeId }],
    adjustments: [{ kind: 'charge', reason: 'Courier', amount: 500, taxCodeId }],
  };
  const openings = {
    entityId,
    rows: [{ client: 'C-0001', number: 'A-1', date: '2026-01-31', amount: '10' }],
  };
  const recurring = {
    clientId,
    title: 'Books {month}',
    rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=1', periodOffset: -1 },
    startsOn: '2027-01-01',
    entityId,
    mode: 'draft',
    currency: 'EUR',
    docLocale: 'en',
    lines: [
      {
        description: 'Books {period}',
        qty: '1',
        taxCodeId,
        upliftPct: '5',
        prices: [{ validFrom: '2027-01-01', unitPrice: '100' }],
      },
    ],
  };
  const { clientId: _clientId, ...recurringEdit } = recurring;
  return {
    'recurring_invoices.list': list,
    'recurring_invoices.previewInvoices': recurring,
    'recurring_invoices.create': recurring,
    'recurring_invoices.edit': recurringEdit,
    'pending_invoices.list': list,
    'pending_invoices.create': {
      ...party,
      description: 'Filing',
      amount: 100,
      taxCodeId,
      readyOn: '2026-03-01',
    },
    'invoices.list': list,
    'invoices.preview': invoice,
    'invoices.create': invoice,
    'invoices.edit': invoice,
    'receipts.list': list,
    'receipts.create': { ...party, receiptDate: '2026-04-01', mode: 'bank', currency: 'EUR', amount: 100 },
    'receipts.openInvoices': { ...party, currency: 'EUR', settling: 1_000 },
    'credit_notes.list': list,
    'credit_notes.basis': { ...party, currency: 'EUR' },
    'opening_balances.list': list,
    'opening_balances.preview': openings,
    'opening_balances.bring': openings,
    'journal.list': list,
    'trial_balance.open': { entityId, asOf: '2026-06-30' },
    'trial_balance.export': { entityId, asOf: '2026-06-30', format: 'csv' },
  };
};

const ofExpenses = ({ entityId, clientId, taxCodeId, categoryId }: Masters): Record<string, Input> => {
  const expense = {
    entityId,
    clientId,
    categoryId,
    expenseDate: '2026-03-01',
    description: 'Train',
    gross: 1210,
    taxAmount: 210,
    paidBy: 'person',
    billable: true,
    taxCodeId,
  };
  return {
    'expenses.list': list,
    'expenses.create': expense,
    'expenses.edit': expense,
    'expenses.upload': { name: 'receipt.pdf' },
    'expense_categories.list': list,
  };
};

/** Valid inputs for endpoints whose fields depend on each other; random tests then change them. */
export const goodInputs = (masters: Masters): Record<string, Input> => ({
  ...ofSettings(masters),
  ...ofAccounts(masters),
  ...ofHours(masters),
  ...ofPackages(masters),
  ...ofReminders(masters),
  ...ofLedgers(masters),
  ...ofUserLedgers(masters),
  ...ofWithholding(masters),
  ...ofTaxRegisters(masters),
  ...ofPeople(masters),
  ...ofSeries(masters),
  ...ofStaff(masters),
  ...ofAccount,
  ...ofFirmSettings,
  ...ofMoney(masters),
  ...ofExpenses(masters),
  ...letters,
});
