import type { Language } from './fields.ts';
import { textsOf } from './server-texts.ts';
import type { LedgerLine } from './billing/client-ledgers/client-ledgers.ts';
import type { CreditNoteRow } from './billing/credit-notes/credit-note-record.ts';
import type { ExpenseStatus, PaidBy } from './billing/expenses/expense-machine.ts';
import type { InvoiceRow } from './billing/invoices/invoice-record.ts';
import type { JournalSource, LedgerAccount } from './billing/journal/journal.ts';
import type { PendingItem, PendingStatus } from './billing/pending/pending-invoices.ts';
import type { ProformaRow } from './billing/proformas/proformas.ts';
import type { PostdatedCheque } from './billing/receipts/postdated-cheques.ts';
import type { ReceiptRow, receiptDisplayStatuses } from './billing/receipts/receipts.ts';
import type {
  StaffMoney,
  StaffVoucherKind,
  StaffVoucherStatus,
} from './billing/staff-accounts/staff-vouchers.ts';
import type { UserLedgerLine } from './billing/staff-accounts/user-ledgers.ts';
import type { RecurringInvoiceRow } from './billing/recurring-invoices/recurring-invoices.ts';
import type { DocumentKind } from './crm/client-documents/client-documents.ts';
import type { ClientRow } from './crm/clients/clients.ts';
import type { Billing } from './crm/subscriptions/subscription-periods.ts';
import type { LeftOutOfRise, RiseItemStatus, RiseStatus } from './crm/price-rises/price-rises.ts';
import type { SubscriptionStatus } from './crm/subscriptions/subscriptions.ts';
import type { EnquiryStatus } from './crm/enquiries/enquiry-machine.ts';
import type { JobItem, JobKindName, Job } from './jobs/jobs.ts';
import type { TaxCategory } from './money/tax-split.ts';
import type { OpenKind } from './receivables/outstanding/open-kinds.ts';
import type { OutstandingBy } from './receivables/outstanding/outstanding.ts';
import type { StaffMember } from './people/staff.ts';
import type { Scope } from './permissions.ts';
import type { FollowUp } from './receivables/follow-up/follow-ups.ts';
import type { HistoryKind } from './receivables/follow-up/follow-up-history.ts';
import type { WhyNot } from './receivables/reminders/why-not.ts';
import type { PromiseState } from './receivables/follow-up/promises.ts';
import type { withoutRecord } from './receivables/collections/collections.ts';
import type { WithholdingState } from './receivables/withholding/withholding-entries.ts';
import type { StatementSchedule } from './receivables/statements/statement-schedules.ts';
import type { SeriesStatus } from './recurrence/series-status.ts';
import type { Backup, BackupFault, TestStatus } from './settings/backups/backups.ts';
import type { Regime } from './settings/billing-entities/regimes.ts';
import type { EnquirySource, LostReason } from './settings/enquiry-choices/enquiry-choices.ts';
import type { PackageCycle } from './settings/packages/packages.ts';
import type { TaxKind } from './settings/tax-codes/tax-codes.ts';
import type { WithholdingCode } from './settings/withholding-codes/withholding-codes.ts';
import type { AssigneeRule } from './tasks/recurring-tasks/recurring-tasks.ts';
import type { BillingRule } from './tasks/tasks/billing-rules.ts';
import type { TaskStatus } from './tasks/tasks/task-machine.ts';
import type { TaskRow } from './tasks/tasks/tasks.ts';
import type { TimesheetStatus } from './tasks/time/timesheets.ts';

const english = textsOf('exports').en;

/** A word for each code of a field. A new code does not compile without a word. */
type WordsOf<Code extends string | number> = Readonly<Record<Code, string>>;

/** The words of the exports in one language: the column headings, and a word for each code. */
export interface ExportTexts {
  /** Column headings, the same words as on the screens. */
  readonly headers: WordsOf<keyof typeof english.headers>;
  /** Names of the sheets of a workbook. */
  readonly sheet: WordsOf<keyof typeof english.sheet>;
  readonly invoiceStatus: WordsOf<InvoiceRow['status']>;
  readonly proformaStatus: WordsOf<ProformaRow['status']>;
  readonly postdatedStatus: WordsOf<PostdatedCheque['status']>;
  readonly recurringMode: WordsOf<RecurringInvoiceRow['mode']>;
  readonly pauseReason: WordsOf<NonNullable<RecurringInvoiceRow['pausedFor']>>;
  readonly receiptStatus: WordsOf<(typeof receiptDisplayStatuses)[number]>;
  readonly voucherKind: WordsOf<ReceiptRow['voucherKind']>;
  readonly mode: WordsOf<ReceiptRow['mode']>;
  readonly withholdingState: WordsOf<WithholdingState>;
  readonly withoutRecord: WordsOf<(typeof withoutRecord)[number]>;
  readonly creditStatus: WordsOf<CreditNoteRow['status']>;
  readonly creditReason: WordsOf<CreditNoteRow['reasonCode']>;
  readonly expenseStatus: WordsOf<ExpenseStatus>;
  readonly paidBy: WordsOf<PaidBy>;
  readonly openKind: WordsOf<OpenKind>;
  readonly outstandingBy: WordsOf<OutstandingBy>;
  readonly staffVoucherKind: WordsOf<StaffVoucherKind>;
  readonly staffVoucherStatus: WordsOf<StaffVoucherStatus>;
  readonly staffMoney: WordsOf<StaffMoney>;
  readonly userLedgerKind: WordsOf<UserLedgerLine['kind']>;
  readonly pendingStatus: WordsOf<PendingStatus>;
  readonly lineKind: WordsOf<PendingItem['kind']>;
  readonly ledgerKind: WordsOf<LedgerLine['kind']>;
  readonly journalSource: WordsOf<JournalSource>;
  readonly accountType: WordsOf<LedgerAccount['type']>;
  readonly taxCategory: WordsOf<TaxCategory>;
  readonly clientKind: WordsOf<ClientRow['kind']>;
  readonly clientMissing: WordsOf<ClientRow['missing'][number]>;
  readonly clientStatus: WordsOf<ClientRow['status']>;
  readonly documentKind: WordsOf<DocumentKind>;
  /** The entries that every firm begins with. An entry that the firm named keeps its name. */
  readonly enquirySource: WordsOf<NonNullable<EnquirySource['usual']>>;
  readonly lostReason: WordsOf<NonNullable<LostReason['usual']>>;
  readonly enquiryStatus: WordsOf<EnquiryStatus>;
  readonly taskStatus: WordsOf<TaskStatus>;
  readonly seriesStatus: WordsOf<SeriesStatus>;
  readonly assigneeRule: WordsOf<AssigneeRule>;
  readonly billingRule: WordsOf<BillingRule>;
  readonly timesheetStatus: WordsOf<TimesheetStatus>;
  readonly priority: WordsOf<number>;
  readonly billingStatus: WordsOf<TaskRow['billingStatus']>;
  readonly regime: WordsOf<Regime>;
  readonly taxKind: WordsOf<TaxKind>;
  readonly rateCategory: WordsOf<TaxCategory>;
  readonly withholdingBase: WordsOf<WithholdingCode['base']>;
  readonly withholdingCounting: WordsOf<WithholdingCode['counting']>;
  readonly withholdingUnit: WordsOf<WithholdingCode['roundTo']>;
  readonly withholdingDir: WordsOf<WithholdingCode['roundDir']>;
  readonly jobKind: WordsOf<JobKindName>;
  readonly jobStatus: WordsOf<Job['status']>;
  readonly jobItemStatus: WordsOf<JobItem['status']>;
  readonly backupKind: WordsOf<Backup['kind']>;
  readonly backupStatus: WordsOf<Backup['status']>;
  readonly backupTest: WordsOf<TestStatus>;
  readonly backupFault: WordsOf<BackupFault>;
  readonly userType: WordsOf<StaffMember['userType']>;
  readonly scope: WordsOf<Scope>;
  readonly userStatus: WordsOf<StaffMember['status']>;
  /** Accounts that every installation has, by system key. Other accounts keep their given name. */
  readonly account: WordsOf<string>;
  /** Expense accounts that every installation has, by account number. */
  readonly expenseAccount: WordsOf<string>;
  /** The units of UN/ECE recommendation 20 that a form offers. Other units are exported as codes. */
  readonly unit: WordsOf<string>;
  /** Tax components by their internal name. CGST and similar names are the same in every language. */
  readonly taxComponent: WordsOf<string>;
  readonly statementKind: WordsOf<StatementSchedule['kind']>;
  readonly statementRhythm: WordsOf<StatementSchedule['every']>;
  readonly scheduleStatus: WordsOf<StatementSchedule['status']>;
  readonly cycle: WordsOf<PackageCycle>;
  readonly billingTime: WordsOf<Billing>;
  readonly subscriptionStatus: WordsOf<SubscriptionStatus>;
  readonly riseStatus: WordsOf<RiseStatus>;
  readonly riseItemStatus: WordsOf<RiseItemStatus>;
  readonly leftOutOfRise: WordsOf<LeftOutOfRise>;
  readonly yesNo: WordsOf<'yes' | 'no'>;
  readonly followUpChannel: WordsOf<FollowUp['channel']>;
  readonly followUpOutcome: WordsOf<FollowUp['outcome']>;
  readonly promiseState: WordsOf<PromiseState>;
  readonly followUpHistory: WordsOf<HistoryKind>;
  readonly reminderWhyNot: WordsOf<WhyNot>;
}

export const exportTexts: Readonly<Record<Language, ExportTexts>> = textsOf('exports');

/** Names of countries or languages in the reader's language; null for an empty code. */
export function namesOf(language: Language, type: 'region' | 'language'): (code: string) => string | null {
  const names = new Intl.DisplayNames(language, { type });
  return (code) => (code === '' ? null : (names.of(code) ?? code));
}
