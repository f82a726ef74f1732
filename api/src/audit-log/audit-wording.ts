import type { Language } from '@daybook/contracts/fields';
import { exportTexts, namesOf } from '@daybook/contracts/export-texts';
import type { ExportTexts } from '@daybook/contracts/export-texts';
import { textsOf } from '@daybook/contracts/server-texts';

type Words = Readonly<Record<string, string>>;

/** The words for the codes of a field, by table and column: the same as in the exports. */
const codesOf: Readonly<Record<string, keyof ExportTexts>> = {
  'app_user.user_type': 'userType',
  'app_user.scope': 'scope',
  'app_user.status': 'userStatus',
  'billing_entity.regime': 'regime',
  'client.kind': 'clientKind',
  'client.status': 'clientStatus',
  'client_document.kind': 'documentKind',
  'credit_note.reason_code': 'creditReason',
  'credit_note_refund.mode': 'mode',
  'credit_note_state.status': 'creditStatus',
  'enquiry.status': 'enquiryStatus',
  'enquiry.held_status': 'enquiryStatus',
  'enquiry_source.usual': 'enquirySource',
  'expense.status': 'expenseStatus',
  'expense.paid_by': 'paidBy',
  'follow_up.channel': 'followUpChannel',
  'follow_up.outcome': 'followUpOutcome',
  'invoice_state.status': 'invoiceStatus',
  'invoice_state.stage': 'invoiceStatus',
  'job.kind': 'jobKind',
  'job.status': 'jobStatus',
  'lost_reason.usual': 'lostReason',
  'pending_item.kind': 'lineKind',
  'pending_item.status': 'pendingStatus',
  'postdated_cheque.status': 'postdatedStatus',
  'promise.state': 'promiseState',
  'receipt.mode': 'mode',
  'receipt.voucher_kind': 'voucherKind',
  'receipt_refund.mode': 'mode',
  'receipt_state.status': 'receiptStatus',
  'recurring_invoice.mode': 'recurringMode',
  'recurring_task.assignee_rule': 'assigneeRule',
  'series.status': 'seriesStatus',
  'series.paused_for': 'pauseReason',
  'sign_in_policy.totp_required': 'userType',
  'staff_voucher.kind': 'staffVoucherKind',
  'staff_voucher.status': 'staffVoucherStatus',
  'statement_schedule.kind': 'statementKind',
  'statement_schedule.every': 'statementRhythm',
  'statement_schedule.status': 'scheduleStatus',
  'task.status': 'taskStatus',
  'task.held_status': 'taskStatus',
  'tax_code.regime': 'regime',
  'tax_code.kind': 'taxKind',
  'tax_code.category': 'taxCategory',
  'withholding_code.base': 'withholdingBase',
  'withholding_code.counting': 'withholdingCounting',
  'withholding_code.round_to': 'withholdingUnit',
  'withholding_code.round_dir': 'withholdingDir',
  'withholding_entry.state': 'withholdingState',
};

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string): string =>
  name.replace(/_ids?$/, '').replaceAll(/_([a-z\d])/g, (_match, letter: string) => letter.toUpperCase());

const isLanguage = /^(?:en|zh|fr|ja)$/;

/** The words of the log in one language. */
export function auditWords(language: Language) {
  const { columns, kind, act, outcome, refusedBecause } = textsOf('auditLog')[language];
  const headers: Words = exportTexts[language].headers;
  const own: Words = columns;
  const refusals: Words = textsOf('refusals')[language];
  const languageName = namesOf(language, 'language');
  /** The name of a column or of a part of a stored value; null if it has none. */
  const knownLabel = (field: string): string | null =>
    own[snake(field)] ??
    headers[camel(snake(field))] ??
    (isLanguage.test(field) ? languageName(field) : null);
  return {
    kind,
    act,
    outcome,
    knownLabel,
    /** A part without a name, such as a day of a calendar, is told as it is stored. */
    labelOf: (table: string, field: string): string =>
      table === 'refusal' && field === 'code'
        ? refusedBecause
        : (knownLabel(field) ?? snake(field).replaceAll('_', ' ')),
    wordOf: (table: string, field: string, code: string): string | null => {
      if (table === 'refusal') return refusals[code] ?? null;
      const words = codesOf[`${table}.${field}`];
      return words === undefined ? null : ((exportTexts[language][words] as Words)[code] ?? null);
    },
  };
}
export type AuditWords = ReturnType<typeof auditWords>;
