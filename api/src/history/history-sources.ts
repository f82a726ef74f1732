import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { HistoryKind } from '@daybook/contracts/history';

type Source = RawBuilder<unknown>;

interface Sources {
  /** The entities of the record itself in the audit log, and of its parts without an id of their own. */
  own: readonly string[];
  beside?: readonly string[];
  /**
   * Selects the entity, the id and the unchanging values of parts and neighbours, found by an index on the record. `about`
   * names the only column of a neighbour that is shown.
   */
  found?: (id: string) => Source[];
  /** Parts that may have been deleted, found among the rows written with the record: the entity, and the column that names the record. */
  together?: Readonly<Record<string, string>>;
  currency?: (id: string) => Source;
}

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

export const sourcesOf: Record<HistoryKind, Sources> = {
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
  },
  recurring_invoice: {
    own: ['series', 'recurring_invoice'],
    beside: ['recurring_invoice_line', 'recurring_invoice_price', 'series_exception'],
    currency: (id) => sql`(select currency from recurring_invoice where series_id = ${id})`,
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
  },
  proforma: {
    own: ['proforma'],
    found: (id) => [byId('invoice_mail', 'proforma_id', id)],
    currency: column('proforma'),
  },
  expense: { own: ['expense'], currency: column('expense') },
  pending_item: { own: ['pending_item'], currency: column('pending_item') },
  client: {
    own: ['client'],
    beside: [
      'client_executive',
      'client_department',
      'client_address',
      'client_registration',
      'client_contact',
    ],
    found: (id) => [
      // Everybody who has ever been a contact of the client, from the audit log.
      sql`select distinct 'contact', (link.body #>> '{after,contact_id}')::uuid, '{}'::jsonb from audit_event link
        where link.entity = 'client_contact' and link.entity_id = ${id} and link.body -> 'after' ? 'contact_id'`,
    ],
    currency: column('client'),
  },
  client_group: {
    own: ['client_group'],
    found: (id) => [
      sql`select 'client', part.id, '{"about": "group_id"}'::jsonb from client part where part.group_id = ${id}`,
    ],
    together: { client: 'group_id' },
  },
  task: {
    own: ['task'],
    beside: ['document_attachment'],
    found: (id) => [
      byId('task_checklist_item', 'task_id', id),
      byId('task_note', 'task_id', id),
      sql`select 'time_entry', part.id, jsonb_build_object('user_id', part.user_id) from time_entry part where part.task_id = ${id}`,
    ],
    together: { task_assignee: 'task_id', task_checklist_item: 'task_id' },
    currency: (id) =>
      sql`(select client.currency from task join client on client.id = task.client_id where task.id = ${id})`,
  },
  recurring_task: {
    own: ['series', 'recurring_task'],
    beside: ['recurring_task_assignee', 'series_exception'],
    currency: (id) =>
      sql`(select entity.base_currency from recurring_task terms
        join billing_entity entity on entity.id = terms.billing_entity_id where terms.series_id = ${id})`,
  },
  task_category: { own: ['task_category'], currency: column('task_category') },
  recurring_task_category: {
    own: ['recurring_task_category'],
    found: (id) => [byId('due_override', 'category_id', id)],
    currency: column('recurring_task_category'),
  },
  holiday_calendar: { own: ['holiday_calendar'], beside: ['holiday'] },
  enquiry: {
    own: ['enquiry'],
    found: (id) => [byId('enquiry_note', 'enquiry_id', id)],
    currency: column('enquiry'),
  },
  person: { own: ['app_user'], beside: ['user_department'] },
};
