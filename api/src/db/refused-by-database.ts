import { entities, kindsWith } from '@daybook/contracts/entities';
import { Refusal } from '@daybook/contracts/refusals';
import type { RefusalCode } from '@daybook/contracts/refusals';

/**
 * The laws' own error codes (migrations) and PostgreSQL's, as the refusal a caller understands; the table of
 * docs/database.md#what-the-database-refuses says when each is raised.
 */
const codes: Record<string, RefusalCode> = {
  DB001: 'STATE_NOT_ALLOWED',
  DB002: 'LAST_SUPER_ADMIN',
  DB003: 'NUMBER_FORMAT_INVALID',
  DB005: 'BASE_CURRENCY_FROZEN',
  DB007: 'ALLOC_EXCEEDS_TARGET',
  DB008: 'ENTITY_MISMATCH',
  DB009: 'ALLOC_EXCEEDS_SOURCE',
  DB010: 'CHRONOLOGY_VIOLATION',
  DB011: 'ALLOC_EXCEEDS_SOURCE',
  DB012: 'CN_EXCEEDS_INVOICE_LINE',
  DB013: 'WRITE_OFF_OVER_LIMIT',
  DB014: 'INPUT_INVALID',
  DB015: 'FILE_REQUIRED',
  DB020: 'SERIES_STARTED',
  DB021: 'TAX_CODE_USED',
  DB022: 'TEAM_IN_A_CIRCLE',
  DB030: 'PERIOD_LOCKED',
  DB031: 'SECOND_ADMIN_NEEDED',
  DB040: 'APPROVER_IS_AUTHOR',
  DB041: 'APPROVAL_REQUIRED',
  DB050: 'ALREADY_INVOICED',
  DB051: 'INPUT_INVALID',
  DB060: 'TAX_REGIME_BLOCK',
  DB070: 'OPENING_LOCKED',
  DB071: 'CUT_OVER_FIXED',
  DB072: 'CUT_OVER_AFTER_POSTINGS',
  DB073: 'BEFORE_CUT_OVER',
  DB080: 'STATE_NOT_ALLOWED',
  DB090: 'SERIES_CIRCLE',
  DB091: 'SERIES_HAS_RUN',
  DB081: 'GROUP_HAS_CLIENTS',
  DB082: 'REFERENCED',
  DB083: 'TASK_HAS_TIME',
  DB100: 'NOT_ENOUGH_HELD',
  DB101: 'INPUT_INVALID',
  DB102: 'ACCOUNT_POSTED',
  DB103: 'ACCOUNT_IN_USE',
  DB104: 'ACCOUNT_INACTIVE',
  DB110: 'TAX_PERIOD_EXPORTED',
  DB120: 'CREDIT_LIMIT',
  DB130: 'CLIENT_ERASED',
  DB131: 'CLIENT_NOT_SETTLED',
  DB140: 'HOURS_BILLED',
  DB141: 'WEEK_LOCKED',
  DB142: 'TIMER_RUNS',
  DB150: 'PACKAGE_SOLD',
  DB151: 'SERIES_OF_PACKAGE',
  DB152: 'PERIODS_SOLD',
  DB160: 'PRICE_RISE_BILLED',
  // A number too large for its column.
  '22003': 'INPUT_INVALID',
  '23503': 'REFERENCE_UNKNOWN',
  '23505': 'ALREADY_EXISTS',
  // Time entries of a person do not overlap.
  '23P01': 'TIME_OVERLAPS',
  // A standby, to which a proxy leads for a moment after its start, or until it is promoted.
  '25006': 'UNAVAILABLE',
  '57P01': 'UNAVAILABLE',
  '57P02': 'UNAVAILABLE',
  '57P03': 'UNAVAILABLE',
  '53300': 'UNAVAILABLE',
  '53100': 'UNAVAILABLE',
  '57014': 'UNAVAILABLE',
  '55P03': 'UNAVAILABLE',
  '40001': 'UNAVAILABLE',
  '40P01': 'UNAVAILABLE',
  ECONNREFUSED: 'UNAVAILABLE',
  ECONNRESET: 'UNAVAILABLE',
  ENOENT: 'UNAVAILABLE',
  EPIPE: 'UNAVAILABLE',
  ETIMEDOUT: 'UNAVAILABLE',
};

const lostConnection =
  /connection terminated|timeout exceeded when trying to connect|not queryable|client has encountered a connection error/i;

interface DatabaseError extends Error {
  code?: string;
  severity?: string;
  constraint?: string;
  detail?: string;
}

/** Constraints whose breach has a refusal of its own. */
export const codeOf: Record<string, RefusalCode> = {
  subscription_once: 'ALREADY_EXISTS',
  task_of_period_once: 'DUPLICATE_PERIOD_TASK',
  task_of_category_period_once: 'DUPLICATE_PERIOD_TASK',
  // It was reversed meanwhile.
  manual_journal_reversal: 'STATE_NOT_ALLOWED',
  charge_rate_once: 'RATES_OVERLAP',
  cost_rate_once: 'RATES_OVERLAP',
};

/** Constraints whose breach a form shows on a field. */
export const fieldOf: Record<string, string> = {
  ...Object.fromEntries(kindsWith('unique').flatMap((kind) => Object.entries(entities[kind].unique))),
  department_head_id_fkey: 'headId',
  task_category_department_id_fkey: 'departmentId',
  task_category_service_id_fkey: 'serviceId',
  recurring_task_category_department_id_fkey: 'departmentId',
  recurring_task_category_service_id_fkey: 'serviceId',
  recurring_task_category_calendar_id_fkey: 'rule.calendarId',
  subscription_once: 'packageId',
  package_entity_id_fkey: 'entityId',
  package_entity: 'entityId',
  package_service_service_id_fkey: 'services',
  package_recurring_task_category_id_fkey: 'recurringTasks',
  package_task_category_id_fkey: 'tasks',
  reminder_setting_calendar_id_fkey: 'calendarId',
  reminder_setting_fee_tax_code_id_fkey: 'feeTaxCodeId',
  holiday_calendar_region: 'regionCode',
  holiday_pkey: 'day',
  task_category_id_fkey: 'categoryId',
  task_recurring_category_id_fkey: 'recurringCategoryId',
  client_group_active: 'groupId',
  expense_attachment_id_fkey: 'attachmentId',
  expense_file: 'attachmentId',
  expense_category_account_id_account_type_fkey: 'accountId',
  service_income_account: 'incomeAccountId',
  ledger_account_type: 'type',
  ledger_account_active: 'active',
  billing_entity_base_currency: 'baseCurrency',
  billing_entity_fy_start: 'fyStart',
  billing_entity_cut_over_on: 'cutOverOn',
  billing_entity_rounding_from: 'roundingFrom',
  billing_entity_tax_due: 'taxDue',
  opening_on_cut_over: 'entityId',
  opening_number: 'rows',
  tax_code_regime: 'regime',
  tax_code_kind: 'kind',
  tax_code_category: 'category',
  tax_rate_pkey: 'validFrom',
  withholding_code_currency: 'currency',
  withholding_code_base: 'base',
  withholding_code_counting: 'counting',
  withholding_code_round_to: 'roundTo',
  withholding_code_round_dir: 'roundDir',
  withholding_rate_pkey: 'validFrom',
  time_entry_overlap: 'startedAt',
  charge_rate_once: 'validFrom',
  charge_rate_service_id_fkey: 'serviceId',
  charge_rate_person_id_fkey: 'personId',
  cost_rate_once: 'validFrom',
  cost_rate_person_id_fkey: 'personId',
  enquiry_status_since: 'on',
  app_user_team: 'managerId',
  receipt_received_by_fkey: 'receivedBy',
  receipt_not_to_come: 'receiptDate',
  postdated_cheque_day: 'receiptDate',
  receipt_cheque_not_to_come: 'instrumentDate',
  period_lock_reason: 'reason',
  period_lock_exception_other: 'userId',
  // The field of the date, by the kind of posting.
  journal_entry_period_invoice: 'issueDate',
  journal_entry_period_receipt: 'receiptDate',
  journal_entry_period_credit_note: 'issueDate',
  journal_entry_period_deposit: 'date',
  journal_entry_period_refund: 'date',
  journal_entry_period_allocation: 'date',
  journal_entry_period_void: 'voidDate',
  journal_entry_period_reversal: 'date',
  journal_entry_period_write_off: 'date',
  journal_entry_period_expense: 'date',
  journal_entry_period_staff: 'date',
  journal_entry_period_journal: 'date',
  manual_journal_entity_id_fkey: 'entityId',
};

/** A refusal for a closed period states its last day and who may post in it. The database's dash stands for nobody. */
export const lockParams = ({ until, whoMay }: { until: string; whoMay: string }): Record<string, string> => ({
  until,
  ...(whoMay !== '–' && { whoMay }),
});

function paramsOf({ code, detail = '{}' }: DatabaseError): Record<string, string> | undefined {
  if (code === 'DB030') return lockParams(JSON.parse(detail) as { until: string; whoMay: string });
  // The earliest day with a posting, the cut-over date, and the name of the package.
  const isSaid = code === 'DB072' || code === 'DB073' || code === 'DB151';
  return isSaid ? (JSON.parse(detail) as Record<string, string>) : undefined;
}

/**
 * PgBouncer reports whatever it cannot pass on as a fatal violation of the protocol: a database that does not answer, that went away,
 * or for which a statement waited too long. The same code of a statement is a fault of ours, and not fatal.
 */
const isOfPooler = ({ code, severity }: DatabaseError): boolean => code === '08P01' && severity === 'FATAL';

export function refusedByDatabase(error: DatabaseError): Refusal | null {
  if (isOfPooler(error)) return new Refusal('UNAVAILABLE');
  // An error while deleting names the table that still points here.
  if (error.code === '23503' && error.message.startsWith('update or delete'))
    return new Refusal('REFERENCED');
  const code = codeOf[error.constraint ?? ''] ?? codes[error.code ?? ''];
  if (!code) return lostConnection.test(error.message) ? new Refusal('UNAVAILABLE') : null;
  const field = fieldOf[error.constraint ?? ''];
  const params = paramsOf(error);
  return new Refusal(code, params ?? {}, field ? { [field]: [{ code, ...(params && { params }) }] } : {});
}
