import type { AuditKind } from '@daybook/contracts/audit-log/audit-log';

/**
 * How the rows of a table are told: the kind they count to, and the record that they belong to. By default `entity_id` of the audit
 * row is the record. `of` is the table of the record if the rows are logged under its id; `by` names the columns that hold the
 * record's id, each with the table of the record.
 */
interface Audited {
  kind: AuditKind;
  of?: string;
  by?: Readonly<Record<string, string>>;
}

const byClient = { client_id: 'client' };

const ofClients: Record<string, Audited> = {
  client: { kind: 'client' },
  client_address: { kind: 'client', of: 'client' },
  client_contact: { kind: 'client', of: 'client' },
  client_department: { kind: 'client', of: 'client' },
  client_executive: { kind: 'client', of: 'client' },
  client_registration: { kind: 'client', of: 'client' },
  client_reminders: { kind: 'client', of: 'client' },
  client_erasure: { kind: 'client', of: 'client' },
  client_file: { kind: 'client', by: byClient },
  client_note: { kind: 'client', by: byClient },
  merged_client: { kind: 'client', of: 'client' },
  client_data: { kind: 'client', of: 'client' },
  client_group: { kind: 'client_group' },
  contact: { kind: 'contact' },
  client_document: { kind: 'client_document' },
  enquiry: { kind: 'enquiry' },
  enquiry_note: { kind: 'enquiry', by: { enquiry_id: 'enquiry' } },
  enquiry_source: { kind: 'enquiry_choice' },
  lost_reason: { kind: 'enquiry_choice' },
  enquiry_form: { kind: 'enquiry_choice' },
};

const byTask = { task_id: 'task' };

const ofWork: Record<string, Audited> = {
  task: { kind: 'task' },
  task_assignee: { kind: 'task', by: byTask },
  task_checklist_item: { kind: 'task', by: byTask },
  task_mention: { kind: 'task', of: 'app_user' },
  task_note: { kind: 'task', by: byTask },
  time_entry: { kind: 'time_entry', by: byTask },
  time_week: { kind: 'time_entry', by: { user_id: 'app_user' } },
  time_bill: { kind: 'pending_item', by: byTask },
  task_category: { kind: 'task_category' },
  recurring_task_category: { kind: 'recurring_task_category' },
  package: { kind: 'package' },
  package_version: { kind: 'package', by: { package_id: 'package' } },
  subscription: { kind: 'subscription' },
  subscription_price: { kind: 'subscription', by: { subscription_id: 'subscription' } },
  price_rise: { kind: 'price_rise' },
  subscription_pause: { kind: 'subscription', by: { subscription_id: 'subscription' } },
  due_override: { kind: 'recurring_task_category', by: { category_id: 'recurring_task_category' } },
  series: { kind: 'series' },
  series_exception: { kind: 'series', of: 'series' },
  recurring_task: { kind: 'series', of: 'series' },
  recurring_task_assignee: { kind: 'series', of: 'series' },
  recurring_invoice: { kind: 'series', of: 'series' },
  recurring_invoice_line: { kind: 'series', of: 'series' },
  recurring_invoice_price: { kind: 'series', of: 'series' },
};

const byInvoice = { invoice_id: 'invoice' };
const byDocument = { ...byInvoice, receipt_id: 'receipt', credit_note_id: 'credit_note' };
const ofWithholding: Audited = { kind: 'withholding_entry', by: { entry_id: 'withholding_entry' } };

const ofDocuments: Record<string, Audited> = {
  invoice: { kind: 'invoice' },
  invoice_line: { kind: 'invoice', of: 'invoice' },
  invoice_state: { kind: 'invoice', of: 'invoice' },
  invoice_mail: { kind: 'invoice', by: { ...byDocument, proforma_id: 'proforma' } },
  approval_step: { kind: 'invoice', by: byInvoice },
  allocation: { kind: 'invoice', by: byDocument },
  write_off: { kind: 'invoice', by: byInvoice },
  dispute: { kind: 'invoice', by: byInvoice },
  proforma: { kind: 'proforma' },
  receipt: { kind: 'receipt' },
  receipt_state: { kind: 'receipt', of: 'receipt' },
  receipt_refund: { kind: 'receipt', by: { receipt_id: 'receipt' } },
  postdated_cheque: { kind: 'postdated_cheque' },
  credit_note: { kind: 'credit_note' },
  credit_note_line: { kind: 'credit_note', of: 'credit_note' },
  credit_note_state: { kind: 'credit_note', of: 'credit_note' },
  credit_note_refund: { kind: 'credit_note', by: { credit_note_id: 'credit_note' } },
  document_attachment: { kind: 'file', by: { ...byDocument, ...byTask, enquiry_id: 'enquiry' } },
  attachment: { kind: 'file' },
  expense: { kind: 'expense' },
  expense_category: { kind: 'expense_category' },
  pending_item: { kind: 'pending_item' },
  staff_voucher: { kind: 'staff_voucher' },
  opening_withheld: { kind: 'opening_balance' },
  withholding_entry: { kind: 'withholding_entry' },
  withholding_certificate: { kind: 'withholding_entry' },
  certificate_match: ofWithholding,
  withheld_write_off: ofWithholding,
  tax_export: { kind: 'tax_register', by: { entity_id: 'billing_entity' } },
};

const ofFollowUp: Record<string, Audited> = {
  follow_up: { kind: 'follow_up', by: byClient },
  follow_up_step: { kind: 'follow_up', by: byClient },
  client_follow_up: { kind: 'follow_up', of: 'client' },
  promise: { kind: 'follow_up', by: byClient },
  reminder: { kind: 'reminder', by: byClient },
  client_mail: { kind: 'reminder', by: byClient },
  statement_schedule: { kind: 'statement_schedule' },
};

const byEntity = { entity_id: 'billing_entity' };

const ofSettings: Record<string, Audited> = {
  billing_entity: { kind: 'billing_entity' },
  number_format: { kind: 'billing_entity', by: byEntity },
  document_template: { kind: 'billing_entity', by: byEntity },
  reminder_level: { kind: 'billing_entity', by: byEntity },
  reminder_setting: { kind: 'billing_entity', of: 'billing_entity' },
  ageing_setting: { kind: 'installation' },
  guided_start: { kind: 'installation' },
  shared_view: { kind: 'saved_view', by: { saved_view_id: 'saved_view' } },
  installation: { kind: 'installation' },
  department: { kind: 'department' },
  ledger_account: { kind: 'ledger_account' },
  manual_journal: { kind: 'manual_journal' },
  service: { kind: 'service' },
  tax_code: { kind: 'tax_code' },
  tax_rate: { kind: 'tax_code', of: 'tax_code' },
  withholding_code: { kind: 'withholding_code' },
  withholding_rate: { kind: 'withholding_code', of: 'withholding_code' },
  exchange_rate: { kind: 'exchange_rate' },
  charge_rate: { kind: 'charge_rate', by: { client_id: 'client' } },
  cost_rate: { kind: 'cost_rate', by: { person_id: 'app_user' } },
  holiday_calendar: { kind: 'holiday_calendar' },
  holiday: { kind: 'holiday_calendar', of: 'holiday_calendar' },
  period_lock: { kind: 'period_lock', by: byEntity },
  period_lock_exception: { kind: 'period_lock', by: byEntity },
  app_user: { kind: 'person' },
  user_department: { kind: 'person', of: 'app_user' },
  user_grant: { kind: 'person', of: 'app_user' },
  one_time_link: { kind: 'person', of: 'app_user' },
  session: { kind: 'person', of: 'app_user' },
  sign_in_policy: { kind: 'sign_in_policy' },
  mail_setting: { kind: 'mail_setting' },
  firm: { kind: 'firm' },
  notification_setting: { kind: 'notification_setting' },
  import: { kind: 'import' },
  job: { kind: 'job' },
  book_check_run: { kind: 'book_check' },
  backup: { kind: 'backup' },
  backup_setting: { kind: 'backup' },
  audit_check: { kind: 'book_check' },
  /** Not tables: rows that the API writes itself. */
  export: { kind: 'export' },
  refusal: { kind: 'refusal' },
};

/** Every name that the audit log has for what a row is about; a test compares them with the triggers of the database. */
export const auditedTables: Readonly<Record<string, Audited>> = {
  ...ofClients,
  ...ofWork,
  ...ofDocuments,
  ...ofFollowUp,
  ...ofSettings,
};

/** The names of the rows that count to a kind. */
export const tablesOf = (kind: AuditKind): string[] =>
  Object.entries(auditedTables).flatMap(([table, one]) => (one.kind === kind ? [table] : []));

export const kindOf = (table: string): AuditKind => auditedTables[table]?.kind ?? 'installation';

/** Parts without an id of their own; their rows are logged under the record's id. */
const withoutId: ReadonlySet<string> = new Set(['task_assignee', 'document_attachment']);

/** Whether a row of the table names its record by a column, and has an id by which it can be found. */
export const isFoundById = (table: string): boolean =>
  auditedTables[table]?.by !== undefined && !withoutId.has(table);

/** The parts of a kind that are logged under ids of their own, each with a column that names the record. */
export const partsOf = (kind: AuditKind): { table: string; column: string }[] =>
  tablesOf(kind)
    .filter(isFoundById)
    .flatMap((table) => Object.keys(auditedTables[table]?.by ?? {}).map((column) => ({ table, column })));
