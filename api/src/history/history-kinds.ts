import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import type { Allow } from '@daybook/contracts/endpoint';
import type { KindWith } from '@daybook/contracts/entities';
import type { HistoryKind } from '@daybook/contracts/history';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { costRates } from '@daybook/contracts/settings/hourly-rates/cost-rates';
import type { CurrentUser } from '../auth/current-user.ts';
import { getCreditNote } from '../billing/credit-notes/credit-notes.queries.ts';
import { getExpense } from '../billing/expenses/expenses.queries.ts';
import { getInvoice } from '../billing/invoices/invoices.queries.ts';
import { getPending } from '../billing/pending/pending-invoices.queries.ts';
import { getProforma } from '../billing/proformas/proformas.queries.ts';
import { getReceipt } from '../billing/receipts/receipts.queries.ts';
import { getRecurringInvoice } from '../billing/recurring-invoices/recurring-invoices.queries.ts';
import { getClientGroup } from '../crm/client-groups/client-groups.queries.ts';
import { getClient } from '../crm/clients/clients.queries.ts';
import { getContact } from '../crm/contacts/contacts.queries.ts';
import { getEnquiry } from '../crm/enquiries/enquiries.queries.ts';
import type { Db } from '../db/database.ts';
import { getRecurringTask } from '../tasks/recurring-tasks/recurring-tasks.queries.ts';
import { getTask } from '../tasks/tasks/tasks.queries.ts';
import { getExchangeRate } from '../settings/exchange-rates/exchange-rates.queries.ts';
import { getChargeRate } from '../settings/hourly-rates/charge-rates.queries.ts';
import { getCostRate } from '../settings/hourly-rates/cost-rates.queries.ts';
import { personInList } from './person-in-list.ts';

type Source = RawBuilder<unknown>;

/** What the history of a kind declares; a plain master declares nothing. */
export interface HistoryOfKind {
  /** The audit log's names for the record itself and for its parts without an id of their own; by default the kind. */
  own?: readonly string[];
  beside?: readonly string[];
  /**
   * Selects the entity, the id and the unchanging values of parts and neighbours, found by an index on the record. `about`
   * names the only column of a neighbour that is shown; `since` and `until` are the first and last event that is shown.
   */
  found?: (id: string) => Source[];
  /** Parts that may have been deleted, found among the rows written with the record: the entity, and the column that names the record. */
  together?: Readonly<Record<string, string>>;
  currency?: (id: string) => Source;
  /** The domains whose commands count as the record's own; by default the plural of the kind. */
  domains?: readonly string[];
  /** Who may read the history; by default the people who may open the record's screen (contracts/src/entities.ts). */
  allow?: Allow;
  /** Finds the record in the scope of the caller; refuses NOT_FOUND. */
  find?: (db: Db, user: CurrentUser, id: string) => Promise<unknown>;
}

type Master = HistoryKind & KindWith<'master'>;
type Scoped = Exclude<HistoryKind, Master>;
type KindsOfHistory = { [Kind in Scoped]: HistoryOfKind & Required<Pick<HistoryOfKind, 'find'>> } & {
  [Kind in Master]?: HistoryOfKind;
};

const people = ['managers', 'executives', 'crms', 'admins'];

const column = (table: string) => (id: string) =>
  sql`(select row.currency from ${sql.table(table)} row where row.id = ${id})`;

const allocations = (of: 'invoice_id' | 'receipt_id' | 'credit_note_id', id: string): Source => sql`
  select 'allocation', part.id, jsonb_build_object('amount', part.amount, 'invoice_id', part.invoice_id,
    'receipt_id', part.receipt_id, 'credit_note_id', part.credit_note_id)
  from allocation part where part.${sql.ref(of)} = ${id}`;

const refunds = (of: 'receipt' | 'credit_note', id: string): Source => sql`
  select ${sql.lit(`${of}_refund`)}, part.id, jsonb_build_object('amount', part.amount)
  from ${sql.table(`${of}_refund`)} part where part.${sql.ref(`${of}_id`)} = ${id}`;

const byId = (entity: string, of: string, id: string): Source => sql`
  select ${sql.lit(entity)}, part.id, '{}'::jsonb from ${sql.table(entity)} part where part.${sql.ref(of)} = ${id}`;

/** Every kind that has a history, except plain masters that declare nothing. */
export const kindsOfHistory: KindsOfHistory = {
  invoice: {
    own: ['invoice', 'invoice_state'],
    beside: ['invoice_line', 'document_attachment'],
    found: (id) => [
      allocations('invoice_id', id),
      sql`select 'write_off', part.id, jsonb_build_object('amount', part.amount) from write_off part where part.invoice_id = ${id}`,
      byId('invoice_mail', 'invoice_id', id),
      byId('approval_step', 'invoice_id', id),
      sql`select 'proforma', part.id, jsonb_build_object('number', part.number, 'amount', part.payable)
        from proforma part where part.invoice_id = ${id} or part.voided_invoice_id = ${id}`,
    ],
    currency: column('invoice'),
    domains: ['invoices', 'invoice_approvals', 'invoice_reminders', 'pending_invoices', 'opening_balances'],
    find: getInvoice,
  },
  recurring_invoice: {
    own: ['series', 'recurring_invoice'],
    beside: ['recurring_invoice_line', 'recurring_invoice_price', 'series_exception'],
    currency: (id) => sql`(select currency from recurring_invoice where series_id = ${id})`,
    domains: ['recurring_invoices', 'series'],
    find: getRecurringInvoice,
  },
  receipt: {
    own: ['receipt', 'receipt_state'],
    beside: ['document_attachment'],
    found: (id) => [
      allocations('receipt_id', id),
      refunds('receipt', id),
      byId('invoice_mail', 'receipt_id', id),
      sql`select 'receipt', part.id, jsonb_build_object('about', 'again_of_id') from receipt part where part.again_of_id = ${id}`,
    ],
    currency: column('receipt'),
    domains: ['receipts', 'cheques', 'opening_balances'],
    find: getReceipt,
  },
  credit_note: {
    own: ['credit_note', 'credit_note_state'],
    beside: ['credit_note_line', 'document_attachment'],
    found: (id) => [
      allocations('credit_note_id', id),
      refunds('credit_note', id),
      byId('invoice_mail', 'credit_note_id', id),
    ],
    currency: column('credit_note'),
    find: getCreditNote,
  },
  proforma: {
    found: (id) => [byId('invoice_mail', 'proforma_id', id)],
    currency: column('proforma'),
    find: getProforma,
  },
  expense: {
    currency: column('expense'),
    find: getExpense,
  },
  pending_item: {
    currency: column('pending_item'),
    domains: ['pending_invoices'],
    find: getPending,
  },
  client: {
    beside: [
      'client_executive',
      'client_department',
      'client_address',
      'client_registration',
      'client_contact',
      'merged_client',
    ],
    found: (id) => [
      // Everybody who has ever been a contact of the client, from the audit log, while they were: what happened to them at
      // other clients before and after is not the client's.
      sql`select 'contact', link.contact_id, jsonb_strip_nulls(jsonb_build_object('since', min(link.id), 'until',
          case when not exists (select from client_contact still
            where still.client_id = ${id} and still.contact_id = link.contact_id) then max(link.id) end))
        from (select event.id, coalesce(event.body #>> '{after,contact_id}', event.body #>> '{before,contact_id}')::uuid as contact_id
          from audit_event event where event.entity = 'client_contact' and event.entity_id = ${id}) link
        where link.contact_id is not null group by link.contact_id`,
    ],
    currency: column('client'),
    domains: ['clients', 'client_merge', 'enquiries', 'opening_balances', ...people],
    find: getClient,
  },
  contact: {
    domains: ['contacts', 'clients', 'enquiries'],
    find: getContact,
  },
  client_group: {
    found: (id) => [
      sql`select 'client', part.id, '{"about": "group_id"}'::jsonb from client part where part.group_id = ${id}`,
    ],
    together: { client: 'group_id' },
    allow: clientGroups.open.allow,
    find: getClientGroup,
  },
  task: {
    beside: ['document_attachment'],
    found: (id) => [
      byId('task_checklist_item', 'task_id', id),
      byId('task_note', 'task_id', id),
      sql`select 'time_entry', part.id, jsonb_build_object('user_id', part.user_id) from time_entry part where part.task_id = ${id}`,
    ],
    together: { task_assignee: 'task_id', task_checklist_item: 'task_id' },
    currency: (id) =>
      sql`(select client.currency from task join client on client.id = task.client_id where task.id = ${id})`,
    domains: ['tasks', ...people],
    find: getTask,
  },
  recurring_task: {
    own: ['series', 'recurring_task'],
    beside: ['recurring_task_assignee', 'series_exception'],
    currency: (id) =>
      sql`(select entity.base_currency from recurring_task terms
        join billing_entity entity on entity.id = terms.billing_entity_id where terms.series_id = ${id})`,
    domains: ['recurring_tasks', 'recurring_task_batches', 'series'],
    find: getRecurringTask,
  },
  task_category: { currency: column('task_category') },
  recurring_task_category: {
    found: (id) => [byId('due_override', 'category_id', id)],
    currency: column('recurring_task_category'),
    allow: recurringTaskCategories.open.allow,
  },
  holiday_calendar: { beside: ['holiday'] },
  service: { currency: column('service') },
  package: { found: (id) => [byId('package_version', 'package_id', id)] },
  tax_code: { beside: ['tax_rate'], domains: ['tax-codes'] },
  withholding_code: {
    beside: ['withholding_rate'],
    currency: column('withholding_code'),
    domains: ['withholding-codes'],
  },
  exchange_rate: {
    domains: ['exchange-rates'],
    find: (db, _user, id) => getExchangeRate(db, id),
  },
  charge_rate: {
    currency: column('charge_rate'),
    domains: ['charge-rates'],
    find: getChargeRate,
  },
  cost_rate: {
    currency: column('cost_rate'),
    domains: ['cost-rates'],
    allow: costRates.open.allow,
    find: (db, _user, id) => getCostRate(db, id),
  },
  billing_entity: {
    found: (id) => [byId('number_format', 'entity_id', id)],
    currency: (id) => sql`(select base_currency from billing_entity where id = ${id})`,
    domains: ['billing-entities'],
  },
  enquiry: {
    beside: ['document_attachment'],
    // With those that were merged into it.
    found: (id) => [
      sql`select 'enquiry', other.id, jsonb_build_object('no', other.no) from enquiry other where other.merged_into_id = ${id}`,
      sql`select 'document_attachment', other.id, '{}'::jsonb from enquiry other where other.merged_into_id = ${id}`,
      sql`select 'enquiry_note', note.id, '{}'::jsonb from enquiry_note note join enquiry one on one.id = note.enquiry_id
        where ${id} in (one.id, one.merged_into_id)`,
    ],
    currency: column('enquiry'),
    domains: ['enquiries', 'enquiry_bulk', ...people],
    find: getEnquiry,
  },
  person: {
    own: ['app_user'],
    beside: ['user_department'],
    domains: [...people, 'grants', 'account', 'auth'],
    allow: 'signedIn',
    find: personInList,
  },
};
