import type { Language } from '@daybook/contracts/fields';
import { exportTexts, namesOf } from '@daybook/contracts/export-texts';
import type { ExportTexts } from '@daybook/contracts/export-texts';
import { textsOf } from '@daybook/contracts/server-texts';

type Words = Readonly<Record<string, string>>;

const ownTexts = textsOf('auditLog');
const importTexts = textsOf('imports');

/** Codes whose words are those of the exports, by table and column. */
const inExports: Readonly<Record<string, keyof ExportTexts>> = {
  'app_user.scope': 'scope',
  'app_user.status': 'userStatus',
  'app_user.user_type': 'userType',
  'backup.kind': 'backupKind',
  'backup.proof': 'backupTest',
  'backup.status': 'backupStatus',
  'billing_entity.regime': 'regime',
  'client.billing_rule': 'billingRule',
  'client.kind': 'clientKind',
  'client.status': 'clientStatus',
  'client_document.kind': 'documentKind',
  'client_mail.kind': 'followUpHistory',
  'credit_note.reason_code': 'creditReason',
  'credit_note_refund.mode': 'mode',
  'credit_note_state.status': 'creditStatus',
  'enquiry.held_status': 'enquiryStatus',
  'enquiry.status': 'enquiryStatus',
  'enquiry_source.usual': 'enquirySource',
  'expense.paid_by': 'paidBy',
  'expense.reimbursed_from': 'staffMoney',
  'expense.status': 'expenseStatus',
  'follow_up.channel': 'followUpChannel',
  'follow_up.outcome': 'followUpOutcome',
  'follow_up_step.kind': 'followUpHistory',
  'invoice_line.kind': 'lineKind',
  'invoice_state.stage': 'invoiceStatus',
  'invoice_state.status': 'invoiceStatus',
  'job.kind': 'jobKind',
  'job.status': 'jobStatus',
  'ledger_account.type': 'accountType',
  'lost_reason.usual': 'lostReason',
  'package_version.cycle': 'cycle',
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
  'recurring_task.billing_rule': 'billingRule',
  'recurring_task_category.billing_rule': 'billingRule',
  'series.paused_for': 'pauseReason',
  'series.status': 'seriesStatus',
  'service.billing_rule': 'billingRule',
  'shared_view.user_type': 'userType',
  'sign_in_policy.totp_required': 'userType',
  'staff_voucher.account': 'staffMoney',
  'staff_voucher.kind': 'staffVoucherKind',
  'staff_voucher.status': 'staffVoucherStatus',
  'statement_schedule.every': 'statementRhythm',
  'statement_schedule.kind': 'statementKind',
  'statement_schedule.status': 'scheduleStatus',
  'subscription.billing': 'billingTime',
  'task.billing_rule': 'billingRule',
  'task.held_status': 'taskStatus',
  'task.status': 'taskStatus',
  'task_category.billing_rule': 'billingRule',
  'tax_code.category': 'taxCategory',
  'tax_code.kind': 'taxKind',
  'tax_code.regime': 'regime',
  'withholding_code.base': 'withholdingBase',
  'withholding_code.counting': 'withholdingCounting',
  'withholding_code.round_dir': 'withholdingDir',
  'withholding_code.round_to': 'withholdingUnit',
  'withholding_entry.state': 'withholdingState',
};

/** Codes whose words are those of the imports. */
const inImports: Readonly<Record<string, 'addressKind' | 'contactRole' | 'remindersMode' | 'taxTreatment'>> =
  {
    'client.reminders': 'remindersMode',
    'client.tax_treatment': 'taxTreatment',
    'client_address.kind': 'addressKind',
    'client_contact.roles': 'contactRole',
    'client_reminders.reminders': 'remindersMode',
    'follow_up_step.reminders': 'remindersMode',
    'invoice_state.reminders': 'remindersMode',
  };

const inOwn: Readonly<Record<string, keyof (typeof ownTexts)['en']['codes']>> = {
  'approval_step.step': 'approvalStep',
  'backup_setting.destination': 'backupDestination',
  'billing_entity.chronology': 'chronology',
  'billing_entity.credit_limit': 'creditLimitRule',
  'billing_entity.rounding_dir': 'roundingDir',
  'billing_entity.rounding_mode': 'roundingMode',
  'billing_entity.tax_due': 'taxDue',
  'billing_entity.tax_status': 'taxStatus',
  'client_contact.send_credit_notes': 'contactSend',
  'client_contact.send_invoices': 'contactSend',
  'client_contact.send_proformas': 'contactSend',
  'client_contact.send_receipts': 'contactSend',
  'client_contact.send_reminders': 'contactSend',
  'client_contact.send_statements': 'contactSend',
  'client_document.level': 'level',
  'client_note.level': 'level',
  'credit_note_line.work': 'creditedWork',
  'document_template.hidden_columns': 'hiddenColumn',
  'document_template.logo_place': 'logoPlace',
  'enquiry_form.owner_rule': 'ownerRule',
  'installation.held': 'heldKind',
  'invoice.doc_kind': 'docKind',
  'ledger_account.subledger': 'subledger',
  'mail_setting.security': 'mailSecurity',
  'number_format.doc_kind': 'docKind',
  'one_time_link.purpose': 'linkPurpose',
  'pending_item.source': 'pendingSource',
  'reminder.channel': 'reminderChannel',
  'reminder_level.channel': 'reminderChannel',
  'reminder_setting.mode': 'reminderRuns',
  'series.catch_up': 'catchUp',
  'series.ends': 'seriesEnds',
  'series.kind': 'seriesKind',
  'series.shift': 'shift',
  'statement_schedule.paused_for': 'schedulePause',
  'statement_schedule.shift': 'shift',
  'task_checklist_item.role': 'stepRole',
  'task_note.level': 'noteLevel',
  'tax_export.register': 'taxRegister',
  'time_week.status': 'weekStatus',
};

const isLanguage = /(?:^|_)locale$/;

function wordsOf(name: string, language: Language): Words {
  const [exported, imported, own] = [inExports[name], inImports[name], inOwn[name]];
  if (exported !== undefined) return exportTexts[language][exported];
  if (imported !== undefined) return importTexts[language][imported];
  return own === undefined ? {} : ownTexts[language].codes[own];
}

/** The word for the code of a field, as the screens have it; null if it has none. */
export function wordOfCode(table: string, field: string, code: string, language: Language): string | null {
  if (isLanguage.test(field)) return namesOf(language, 'language')(code);
  return wordsOf(`${table}.${field}`, language)[code] ?? null;
}
