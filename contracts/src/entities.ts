import { crmEntities } from './crm/crm-entities.ts';
import type { Entity } from './entity.ts';
import { peopleEntities } from './people/people-entities.ts';
import { rateEntities } from './settings/rate-entities.ts';

/** Every kind of record, declared once: lookups, history, search, notifications and screen addresses follow from it. */
export const entities = {
  ...crmEntities,
  task: {
    list: 'tasks',
    add: 'tasks/add',
    record: 'tasks/view-task/:id',
    edit: 'tasks/edit/:id',
    allow: ['tasks.view'],
    searched: 'task',
    lookup: true,
    history: true,
  },
  deleted_task: { list: 'tasks/deleted' },
  recurring_task: {
    list: 'recurring_tasks',
    add: 'recurring_tasks/add',
    record: 'recurring_tasks/edit/:id',
    allow: ['recurring_tasks.create', 'recurring_tasks.edit', 'recurring_tasks.delete'],
    history: true,
  },
  recurring_task_batch: { add: 'recurring_tasks/many' },
  due_override: { add: 'recurring_tasks/extend' },
  time_entry: { list: 'time' },
  // A week opens by its id and then stands under its person and its Monday.
  timesheet: { list: 'time/week', record: 'time/week?sheet=:id', allow: ['tasks.view'] },
  timesheet_approval: { list: 'time/weeks' },
  task_category: {
    list: 'settings/task_categories',
    add: 'settings/task_categories/add',
    record: 'settings/task_categories/edit/:id',
    allow: ['task_categories'],
    master: true,
    lookup: true,
    history: true,
    unique: { task_category_name: 'name' },
  },
  recurring_task_category: {
    list: 'settings/recurring_task_categories',
    add: 'settings/recurring_task_categories/add',
    record: 'settings/recurring_task_categories/edit/:id',
    allow: ['recurring_task_categories.edit'],
    master: true,
    lookup: true,
    history: true,
    unique: { recurring_task_category_name: 'name' },
  },
  package: {
    list: 'settings/packages',
    add: 'settings/packages/add',
    record: 'settings/packages/edit/:id',
    allow: ['packages'],
    master: true,
    lookup: true,
    history: true,
    unique: { package_name: 'name' },
  },
  holiday_calendar: {
    list: 'settings/holiday_calendars',
    add: 'settings/holiday_calendars/add',
    record: 'settings/holiday_calendars/edit/:id',
    allow: ['setting'],
    master: true,
    lookup: true,
    history: true,
    unique: { holiday_calendar_name: 'name' },
  },
  invoice: {
    list: 'invoices',
    add: 'invoices/add',
    record: 'invoices/view-invoice/:id',
    edit: 'invoices/edit/:id',
    allow: ['invoices.view'],
    searched: 'invoice',
    history: true,
  },
  invoice_job: { record: 'invoices/jobs/:id', allow: ['invoices.view'] },
  job: { list: 'jobs', record: 'jobs/:id', allow: 'signedIn' },
  recurring_invoice: {
    list: 'recurring_invoices',
    add: 'recurring_invoices/add',
    record: 'recurring_invoices/edit/:id',
    allow: ['recurring_invoices.add', 'recurring_invoices.edit', 'recurring_invoices.delete'],
    history: true,
  },
  price_rise: {
    list: 'recurring_invoices/price_rises',
    record: 'recurring_invoices/price_rises/:id',
    allow: ['recurring_invoices.add', 'recurring_invoices.edit', 'recurring_invoices.delete'],
  },
  proforma: {
    list: 'proformas',
    record: 'proformas/view-proforma/:id',
    allow: ['invoices.view'],
    searched: 'proforma',
    history: true,
  },
  receipt: {
    list: 'receipts',
    add: 'receipts/add',
    record: 'receipts/view-receipts/:id',
    allow: ['receipts.view'],
    searched: 'receipt',
    history: true,
  },
  postdated_cheque: { list: 'receipts/post_dated' },
  // Spelt as in the addresses that people have bookmarked.
  credit_note: {
    list: 'credit_nots',
    add: 'credit_nots/add',
    record: 'credit_nots/view-credit-note/:id',
    edit: 'credit_nots/edit/:id',
    allow: ['credit_notes.add', 'credit_notes.edit'],
    history: true,
  },
  // An expense opens beside the list.
  expense: {
    list: 'expenses',
    record: 'expenses?expense=:id',
    allow: ['expenses.add', 'expenses.edit', 'expenses.delete'],
    searched: 'expense',
    history: true,
  },
  expense_category: { master: true, lookup: true, unique: { expense_category_name: 'name' } },
  expense_account: { lookup: true },
  income_account: { lookup: true },
  ledger_account: {
    list: 'settings/accounts',
    add: 'settings/accounts/add',
    record: 'settings/accounts/edit/:id',
    allow: 'admin',
    master: true,
    history: true,
    unique: { ledger_account_code_key: 'code' },
  },
  pending_item: { list: 'pending_invoices', allow: ['pending_invoices'], history: true },
  pending_client: { list: 'pending_invoices/clients' },
  pending_group: { list: 'pending_invoices/groups' },
  journal_entry: {
    list: 'reports/journal',
    add: 'reports/journal/add',
    record: 'reports/journal/:id',
    allow: 'admin',
  },
  unbilled_hours: { list: 'pending_invoices/hours' },
  unbilled_client: { list: 'reports/unbilled_clients' },
  opening_import: {
    list: 'settings/opening_balances/import',
    record: 'settings/opening_balances/import/:id',
    allow: ['clients.import'],
  },
  client_ledger: { list: 'reports/client_ledgers' },
  statement_schedule: {
    list: 'reports/statement_schedules',
    add: 'reports/statement_schedules/add',
    record: 'reports/statement_schedules/edit/:id',
    allow: ['reports.client_ledgers'],
    unique: { statement_schedule_name: 'name' },
  },
  // An entry of the withholding register opens beside the list.
  withholding_entry: {
    list: 'reports/withholding_register',
    record: 'reports/withholding_register?entry=:id',
    allow: ['receipts.view'],
  },
  withheld_quarter: { list: 'reports/withholding_register/quarters' },
  withholding_certificate: {
    list: 'reports/withholding_register/certificates',
    record: 'reports/withholding_register/certificates?certificate=:id',
    allow: ['receipts.view'],
    unique: { withholding_certificate_number: 'number' },
  },
  collection: { list: 'reports/collection_report' },
  recurring_revenue: { list: 'reports/recurring_revenue' },
  realisation: { list: 'reports/realisation' },
  realised_hours: { list: 'reports/realisation/hours' },
  realised_bill: { list: 'reports/realisation/bills' },
  collected_receipt: { list: 'reports/collection_report/receipts' },
  outstanding: { list: 'followup/client_outstanding_report' },
  revaluation: { list: 'followup/client_outstanding_report/exchange_differences' },
  user_ledger: { list: 'reports/user_ledger' },
  // A voucher opens beside one's own ledger, which everyone has.
  staff_voucher: {
    list: 'reports/user_ledger/own',
    record: 'reports/user_ledger/own?voucher=:id',
    allow: 'signedIn',
  },
  // Reminders to send now.
  reminder: { list: 'followup/reminders' },
  // A client as a debtor; the record is its history.
  follow_up: {
    list: 'followup',
    record: 'followup/history/:id',
    allow: ['followup.history', 'followup.follow_up'],
  },
  service: {
    list: 'settings/services',
    add: 'settings/services/add',
    record: 'settings/services/edit/:id',
    allow: ['services'],
    master: true,
    lookup: true,
    history: true,
    unique: { service_name: 'name' },
  },
  tax_code: {
    list: 'settings/services/tax_codes',
    add: 'settings/services/tax_codes/add',
    record: 'settings/services/tax_codes/edit/:id',
    allow: ['services'],
    master: true,
    lookup: true,
    history: true,
    unique: { tax_code_regime_code_key: 'code' },
  },
  withholding_code: {
    list: 'settings/services/withholding',
    add: 'settings/services/withholding/add',
    record: 'settings/services/withholding/edit/:id',
    allow: ['services'],
    master: true,
    lookup: true,
    history: true,
    unique: { withholding_code_name: 'name' },
  },
  department: {
    list: 'settings/departments',
    add: 'settings/departments/add',
    record: 'settings/departments/edit/:id',
    allow: ['departments'],
    master: true,
    lookup: true,
    history: true,
    unique: { department_name: 'name' },
  },
  ...rateEntities,
  billing_entity: {
    list: 'settings/billing_entity',
    add: 'settings/billing_entity/add',
    record: 'settings/billing_entity/edit/:id',
    allow: ['billing_entity.edit'],
    master: true,
    lookup: true,
    history: true,
    unique: { billing_entity_name: 'name' },
  },
  // The reminders of a billing entity, by its id.
  reminder_setting: {
    list: 'settings/reminder_levels',
    record: 'settings/reminder_levels/edit/:id',
    allow: ['billing_entity.edit'],
  },
  document_template: { record: 'settings/billing_entity/template/:id', allow: ['billing_entity.edit'] },
  // The one screen of its settings.
  enquiry_form: { list: 'settings/enquiry_form' },
  firm: { list: 'settings/firm' },
  mail_setting: { list: 'settings/mail' },
  sign_in_policy: { list: 'settings/security' },
  notification_setting: { list: 'settings/notifications' },
  opening_balance: { list: 'settings/opening_balances' },
  audit_log: { list: 'settings/audit_log' },
  sample: { list: 'settings/samples' },
  // One screen shows all book checks.
  book_check: { record: 'settings/book_checks', allow: 'admin' },
  // One screen shows all backups and their schedule.
  backup: { list: 'settings/backups', record: 'settings/backups', allow: 'admin' },
  ...peopleEntities,
} as const satisfies Record<string, Entity>;

export type EntityKind = keyof typeof entities;
export type KindWith<Part extends keyof Entity> = {
  [Kind in EntityKind]: (typeof entities)[Kind] extends Record<Part, unknown> ? Kind : never;
}[EntityKind];

/** The plural that actions and endpoints use unless they declare another: `task_categories`. */
export const pluralOf = (kind: EntityKind): string => `${kind.replace(/y$/, 'ie')}s`;

/** The kinds that declare this part, in the order of their declaration. */
export const kindsWith = <Part extends keyof Entity>(part: Part) =>
  Object.keys(entities).filter((kind) => part in entities[kind as EntityKind]) as [
    KindWith<Part>,
    ...KindWith<Part>[],
  ];

const at = (path: string, id = ''): string => `/app/${path.replace(':id', id)}`;

export const listPath = (kind: KindWith<'list'>): string => at(entities[kind].list);
export const addPath = (kind: KindWith<'add'>): string => at(entities[kind].add);
export const recordPath = (kind: KindWith<'record'>, id: string): string => at(entities[kind].record, id);
export const editPath = (kind: KindWith<'edit'>, id: string): string => at(entities[kind].edit, id);
export const permissionsPath = (kind: KindWith<'permissions'>, id: string): string =>
  at(entities[kind].permissions, id);
