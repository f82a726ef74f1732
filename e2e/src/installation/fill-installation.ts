import { departments } from '@daybook/contracts/settings/departments/departments';
import { admins, crms, executives, managers } from '@daybook/contracts/people/staff';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { expenseCategories } from '@daybook/contracts/billing/expenses/expense-categories';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { invoiceJobs } from '@daybook/contracts/billing/invoices/invoice-jobs';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { journal } from '@daybook/contracts/billing/journal/journal';
import { cheques } from '@daybook/contracts/billing/receipts/cheques';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { session } from '@daybook/contracts/auth/session';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import { openingImports } from '@daybook/contracts/billing/opening-balances/opening-imports';
import { enquiryImports } from '@daybook/contracts/crm/enquiries/enquiry-imports';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { lookups } from '@daybook/contracts/lookups';
import { statementSchedules } from '@daybook/contracts/receivables/statements/statement-schedules';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import type { ApiClient } from './api-client.ts';
import { firstSource } from './first-source.ts';
import { makeMasters } from './masters.ts';
import type { Masters } from './masters.ts';
import { invoiceAndRise, makeCategories, monthlyTask } from './fill-series.ts';

const later = '2030-12-31';
export const today = new Date().toISOString().slice(0, 10);

export async function issueInvoice(
  api: ApiClient,
  { entityId, taxCodeId }: Masters,
  clientId: string,
  price: string,
) {
  const draft = await api(invoices.create, {
    entityId,
    clientId,
    issueDate: today,
    dueDate: later,
    currency: 'INR',
    docLocale: 'en',
    lines: [{ description: 'Advice', qty: '1', unitPrice: price, taxCodeId, sacHsn: '998221' }],
  });
  return api(invoices.issue, { id: draft.id }, draft.version);
}

export async function finishedTask(
  api: ApiClient,
  { entityId, serviceIds }: Masters,
  clientId: string,
  title: string,
) {
  const made = await api(tasks.create, {
    title,
    clientId,
    serviceId: serviceIds['Bookkeeping'],
    dueOn: later,
    billable: true,
    fee: 12_000_00,
    billingEntityId: entityId,
    assigneeIds: [(await api(session.me, {})).id],
  });
  const started = await api(tasks.transition, { id: made.id, to: 'in_progress' }, made.version);
  return api(tasks.transition, { id: made.id, to: 'completed' }, started.version);
}

/** Invites one person of each type. */
async function makePeople(api: ApiClient) {
  const department = await api(departments.create, { name: 'Audit' });
  const person = (name: string, scope: 'all' | 'department' | 'own') => ({
    name,
    email: `${name.toLowerCase()}@carfax.test`,
    scope,
    locale: 'en' as const,
    departmentIds: [department.id],
  });
  const manager = await api(managers.create, person('Quincey', 'department'));
  const executive = await api(executives.create, person('Renfield', 'own'));
  const crm = await api(crms.create, person('Lucy', 'own'));
  const admin = await api(admins.create, person('Abraham', 'all'));
  return {
    'settings/departments/edit': department.id,
    'managers/edit': manager.member.id,
    'managers/permissions': manager.member.id,
    'executives/edit': executive.member.id,
    'executives/permissions': executive.member.id,
    'crms/edit': crm.member.id,
    'crms/permissions': crm.member.id,
    'admins/edit': admin.member.id,
    'admins/permissions': admin.member.id,
  };
}

export const makeClient = (api: ApiClient, crmId: string, defaultEntityId: string) =>
  api(clients.create, {
    name: 'Carfax Estates and Property Management International',
    kind: 'company',
    crmId,
    defaultEntityId,
    taxTreatment: 'unregistered',
    contacts: [{ name: 'Jonathan Harker', email: 'jonathan@carfax.test' }],
    addresses: [
      {
        kind: 'billing',
        country: 'IN',
        line1: 'Marine Drive 1',
        city: 'Mumbai',
        regionCode: 'IN-MH',
        postal: '400020',
      },
    ],
  });

const makeGroup = async (api: ApiClient, id: string) =>
  (await api(clientGroups.create, { name: 'Carfax family', memberIds: [id], payerClientId: id })).id;

/** Creates a draft credit note, and one that is partly allocated. */
async function makeCreditNotes(api: ApiClient, entityId: string, invoice: Invoice) {
  const credit = (amount: number) =>
    api(creditNotes.create, {
      entityId,
      clientId: invoice.client.id,
      currency: 'INR',
      issueDate: today,
      docLocale: 'en',
      reasonCode: 'correction',
      lines: [{ invoiceLineId: invoice.lines[0]?.id ?? '', amount }],
    });
  const draft = await credit(1_000_00);
  const used = await credit(500_00);
  const allocations = [{ invoiceId: invoice.id, amount: 200_00 }];
  await api(creditNotes.issue, { id: used.id, allocations }, used.version);
  return {
    'credit_nots/edit': draft.id,
    'credit_nots/view-credit-note': used.id,
    'a draft credit note': draft.id,
  };
}

/** Creates an expense category, and a draft expense in it. */
export async function draftExpense(api: ApiClient, { entityId }: Masters) {
  const [account] = await api(lookups.find, { kind: 'expense_account', q: 'Travel' });
  const category = await api(expenseCategories.create, { name: 'Travel', accountId: account?.id ?? '' });
  return api(expenses.create, {
    entityId,
    categoryId: category.id,
    expenseDate: today,
    description: 'Taxi to Carfax',
    gross: 500_00,
    paidBy: 'person',
  });
}

/** Records a receipt of more than is outstanding, part of which is refunded. */
async function partRefundedCheque(api: ApiClient, { entityId, taxCodeId }: Masters, issued: Invoice) {
  const receipt = await api(receipts.create, {
    entityId,
    clientId: issued.client.id,
    receiptDate: today,
    mode: 'cheque',
    instrumentNo: '000123',
    instrumentBank: 'State Bank of India',
    instrumentDate: today,
    currency: 'INR',
    amount: 5_000_00,
    voucherKind: 'advance_voucher',
    advanceTaxCodeId: taxCodeId,
    allocations: [{ invoiceId: issued.id, amount: 4_000_00 }],
  });
  await api(cheques.deposit, { id: receipt.id, date: today });
  await api(cheques.clear, { id: receipt.id, date: today });
  await api(receipts.refund, { id: receipt.id, date: today, amount: 500_00, mode: 'bank' });
  return receipt;
}

/** Files of clients, enquiries and opening balances that are read and not imported. */
async function readImports(api: ApiClient) {
  const clients = 'Code,Name\nC-77,Dracula Shipping\n';
  const asked = 'Name,E-mail\nLucy Westenra,lucy@hillingham.example\n';
  const openings = 'Client,Number,Date,Amount\nC-77,OLD-1,2026-01-15,1250.00\n';
  return {
    'clients/import': (await api(clientImports.upload, { name: 'Clients 2026.csv' }, undefined, clients)).id,
    'enquiries/import': (await api(enquiryImports.upload, { name: 'Enquiries 2026.csv' }, undefined, asked))
      .id,
    'settings/opening_balances/import': (
      await api(openingImports.upload, { name: 'Openings 2026.csv' }, undefined, openings)
    ).id,
  };
}

/** The history of a client as a debtor, and a schedule that sends it statements. */
async function debtorRecords(api: ApiClient, clientId: string) {
  const schedule = await api(statementSchedules.create, {
    name: 'Quarterly statements',
    every: 'quarter',
    onDay: 5,
    clientId,
  });
  return { 'followup/history': clientId, 'reports/statement_schedules/edit': schedule.id };
}

const recordsOf = ({ entityId, taxCodeId, withholdingCodeId, serviceIds, ...masters }: Masters) => ({
  'settings/accounts/edit': masters.accountId,
  'settings/services/edit': serviceIds['Audit'] ?? '',
  'settings/services/tax_codes/edit': taxCodeId,
  'settings/services/withholding/edit': withholdingCodeId,
  'settings/exchange_rates/edit': masters.exchangeRateId,
  'settings/charge_rates/edit': masters.chargeRateId,
  'settings/cost_rates/edit': masters.costRateId,
  'settings/billing_entity/edit': entityId,
  'settings/billing_entity/template': entityId,
  'settings/reminder_levels/edit': entityId,
});

/** Creates some records of every kind. Returns the id of the record to open at each path that needs one, and other ids by a description. */
export async function fillDataset(api: ApiClient): Promise<Record<string, string>> {
  const masters = await makeMasters(api);
  const { entityId, taxCodeId } = masters;
  const { id: crmId } = await api(session.me, {});
  const enquiry = await api(enquiries.create, {
    enquiryDate: today,
    nextActionOn: '2026-01-05',
    name: 'Mina Harker',
    company: 'Carfax Estates and Property Management International',
    email: 'mina@carfax.test',
    sourceId: await firstSource(api),
  });
  const client = await makeClient(api, crmId, entityId);
  const task = await api(tasks.create, {
    title: 'Statutory audit of the year 2025',
    clientId: client.id,
    dueOn: '2026-01-05',
    checklist: [{ title: 'Confirm balances', mandatory: true }],
  });
  const finished = await finishedTask(api, masters, client.id, 'Bookkeeping');
  const issued = await issueInvoice(api, masters, client.id, '10000');
  const draft = await api(invoices.create, {
    entityId,
    clientId: client.id,
    issueDate: today,
    dueDate: later,
    currency: 'INR',
    docLocale: 'en',
    lines: [{ description: 'Advice', qty: '1', unitPrice: '500', taxCodeId, sacHsn: '998221' }],
  });
  const proforma = await api(proformas.issue, { id: draft.id, validUntil: '2099-12-31' }, draft.version);
  const receipt = await partRefundedCheque(api, masters, issued);
  const job = await api(invoiceJobs.pdf, { ids: [issued.id, draft.id] });
  return {
    ...(await makePeople(api)),
    ...(await debtorRecords(api, client.id)),
    ...(await makeCreditNotes(api, entityId, issued)),
    'reports/journal': (await api(journal.list, {})).rows[0]?.id ?? '',
    'enquiries/edit': enquiry.id,
    'clients/edit': client.id,
    'clients/contacts': client.contacts[0]?.id ?? '',
    'clients/contacts/edit': client.contacts[0]?.id ?? '',
    ...(await readImports(api)),
    'clients/groups/edit': await makeGroup(api, client.id),
    'view-client': client.id,
    'tasks/edit': task.id,
    'tasks/view-task': task.id,
    'a finished task': finished.id,
    'invoices/edit': draft.id,
    'a draft invoice': draft.id,
    'a draft expense': (await draftExpense(api, masters)).id,
    'invoices/view-invoice': issued.id,
    'invoices/jobs': job.id,
    jobs: job.id,
    'recurring_tasks/edit': (await monthlyTask(api, client.id)).id,
    ...(await invoiceAndRise(api, masters, client.id)),
    'proformas/view-proforma': proforma.id,
    'receipts/view-receipts': receipt.id,
    ...(await makeCategories(api, masters.serviceIds['Audit'] ?? '', masters.entityId)),
    ...recordsOf(masters),
  };
}
