import { accountRoutes } from './auth/account.routes.ts';
import { sessionRoutes } from './auth/session.routes.ts';
import { chequesRoutes } from './billing/receipts/cheques.routes.ts';
import { allLedgersRoutes } from './billing/client-ledgers/all-ledgers.routes.ts';
import { clientLedgersRoutes } from './billing/client-ledgers/client-ledgers.routes.ts';
import { creditNotesRoutes } from './billing/credit-notes/credit-notes.routes.ts';
import { documentAttachmentsRoutes } from './billing/document-attachments.routes.ts';
import { invoiceApprovalsRoutes } from './billing/invoices/invoice-approvals.routes.ts';
import { invoiceJobsRoutes } from './billing/invoices/invoice-jobs.routes.ts';
import { invoiceMailsRoutes } from './billing/invoices/invoice-mails.routes.ts';
import { invoiceRemindersRoutes } from './billing/invoices/invoice-reminders.routes.ts';
import { expensesRoutes } from './billing/expenses/expenses.routes.ts';
import { invoicesRoutes } from './billing/invoices/invoices.routes.ts';
import { schedulesRoutes } from './receivables/statements/schedules.routes.ts';
import { withholdingRoutes } from './receivables/withholding/withholding.routes.ts';
import { statementsRoutes } from './receivables/statements/statements.routes.ts';
import { statutoryInterestRoutes } from './receivables/statutory-interest/statutory-interest.routes.ts';
import { groupLedgersRoutes } from './billing/client-ledgers/group-ledgers.routes.ts';
import { journalRoutes } from './billing/journal/journal.routes.ts';
import { openingImportRoutes } from './billing/opening-balances/import/opening-import.ts';
import { openingBalancesRoutes } from './billing/opening-balances/opening-balances.routes.ts';
import { pendingInvoicesRoutes } from './billing/pending/pending-invoices.routes.ts';
import { postdatedChequesRoutes } from './billing/receipts/postdated-cheques.routes.ts';
import { proformaMailsRoutes, proformasRoutes } from './billing/proformas/proformas.routes.ts';
import { recurringInvoicesRoutes } from './billing/recurring-invoices/recurring-invoices.routes.ts';
import { receiptMailsRoutes } from './billing/receipts/receipt-mails.routes.ts';
import { receiptsRoutes } from './billing/receipts/receipts.routes.ts';
import { ageingSettingRoutes } from './receivables/outstanding/ageing-setting.routes.ts';
import {
  daysSalesOutstandingRoutes,
  outstandingRoutes,
  revaluationRoutes,
} from './receivables/outstanding/outstanding.routes.ts';
import { unbilledHoursRoutes } from './billing/pending/unbilled-hours.routes.ts';
import { unbilledClientsRoutes } from './billing/pending/unbilled-clients.routes.ts';
import { pendingTotalRoutes } from './billing/pending/pending-totals.routes.ts';
import { staffVouchersRoutes } from './billing/staff-accounts/staff-vouchers.routes.ts';
import {
  attributionRoutes,
  ownLedgerRoutes,
  userLedgersRoutes,
} from './billing/staff-accounts/user-ledgers.routes.ts';
import { writeOffsRoutes } from './billing/settlement/write-offs.routes.ts';
import { clientDocumentsRoutes } from './crm/client-documents/client-documents.routes.ts';
import { clientGroupsRoutes } from './crm/client-groups/client-groups.routes.ts';
import { clientBulkRoutes } from './crm/clients/client-bulk.routes.ts';
import { clientDataRoutes } from './crm/clients/data/client-data.routes.ts';
import { clientMergeRoutes } from './crm/clients/client-merge.routes.ts';
import { clientErasureRoutes } from './crm/clients/erase/client-erasure.routes.ts';
import { clientFilesRoutes } from './crm/clients/client-files.routes.ts';
import { clientNotesRoutes } from './crm/clients/client-notes.routes.ts';
import { clientTimelineRoutes } from './crm/clients/client-timeline.routes.ts';
import { enquiryImportRoutes } from './crm/enquiries/import/enquiry-import.ts';
import { clientImportRoutes } from './crm/clients/import/client-import.ts';
import { clientsRoutes } from './crm/clients/clients.routes.ts';
import { contactsRoutes } from './crm/contacts/contacts.routes.ts';
import { refusedAddressesRoutes } from './crm/contacts/refused-addresses.routes.ts';
import { enquiryFormRoutes } from './crm/enquiry-form/enquiry-form.routes.ts';
import {
  deletedEnquiriesRoutes,
  enquiriesRoutes,
  enquiryBoardRoutes,
  enquiryBulkRoutes,
  enquiryFunnelRoutes,
} from './crm/enquiries/enquiries.routes.ts';
import { enquiryChoicesRoutes } from './settings/enquiry-choices/enquiry-choices.routes.ts';
import { enquiryFilesRoutes } from './crm/enquiries/enquiry-files.routes.ts';
import { dashboardsRoutes } from './dashboards/dashboards.routes.ts';
import { historyRoutes } from './history/history.routes.ts';
import type { Route } from './http/implement.ts';
import { listColumnsRoutes } from './list-columns/list-columns.routes.ts';
import { lookupsRoutes } from './lookups/lookups.routes.ts';
import { notificationsRoutes } from './notifications/notifications.routes.ts';
import { recurrenceRoutes } from './recurrence/preview.routes.ts';
import { reminderLevelsRoutes } from './receivables/reminders/reminder-levels.routes.ts';
import { remindersRoutes } from './receivables/reminders/reminders.routes.ts';
import { clientMailsRoutes } from './receivables/mails/client-mails.routes.ts';
import { remoteLoadsRoutes } from './remote-loads/remote-loads.routes.ts';
import {
  disputesRoutes,
  followUpHistoryRoutes,
  followUpsRoutes,
  promisesRoutes,
  worklistRoutes,
} from './receivables/follow-up/follow-up.routes.ts';
import { jobsRoutes } from './jobs/jobs.routes.ts';
import { savedViewsRoutes } from './saved-views/saved-views.routes.ts';
import { searchRoutes } from './search/search.routes.ts';
import { taxRegistersRoutes } from './receivables/tax-registers/tax-registers.routes.ts';
import { collectionsRoutes } from './receivables/collections/collections.routes.ts';
import { realisationRoutes } from './receivables/realisation/realisation.routes.ts';
import { grantsRoutes } from './people/grants.routes.ts';
import { staffRoutes } from './people/staff.routes.ts';
import { billingEntitiesRoutes } from './settings/billing-entities/billing-entities.routes.ts';
import { auditLogRoutes } from './audit-log/audit-log.routes.ts';
import { heldWorkRoutes } from './backup/hold/held-work.routes.ts';
import { backupsRoutes } from './backup/schedule/backups.routes.ts';
import { bookChecksRoutes } from './books/book-checks.routes.ts';
import { accountsRoutes } from './settings/accounts/accounts.routes.ts';
import { departmentsRoutes } from './settings/departments/departments.routes.ts';
import { guidedStartRoutes } from './guided-start/guided-start.routes.ts';
import { documentTemplatesRoutes } from './settings/billing-entities/document-templates.routes.ts';
import { securityRoutes } from './settings/security/security.routes.ts';
import { firmRoutes } from './settings/firm/firm.routes.ts';
import { mailSettingsRoutes } from './settings/mail/mail-settings.routes.ts';
import { priceRisesRoutes } from './crm/price-rises/price-rises.routes.ts';
import { recurringRevenueRoutes, subscriptionsRoutes } from './crm/subscriptions/subscriptions.routes.ts';
import { packagesRoutes } from './settings/packages/packages.routes.ts';
import { periodLocksRoutes } from './settings/period-locks/period-locks.routes.ts';
import { holidayCalendarsRoutes } from './settings/holiday-calendars/holiday-calendars.routes.ts';
import { recurringTaskCategoriesRoutes } from './settings/categories/recurring-task-categories.routes.ts';
import { taskCategoriesRoutes } from './settings/categories/task-categories.routes.ts';
import { servicesRoutes } from './settings/services/services.routes.ts';
import { taxCodesRoutes } from './settings/tax-codes/tax-codes.routes.ts';
import { chargeRatesRoutes } from './settings/hourly-rates/charge-rates.routes.ts';
import { costRatesRoutes } from './settings/hourly-rates/cost-rates.routes.ts';
import { exchangeRatesRoutes } from './settings/exchange-rates/exchange-rates.routes.ts';
import { withholdingCodesRoutes } from './settings/withholding-codes/withholding-codes.routes.ts';
import {
  dueOverridesRoutes,
  recurringTaskBatchesRoutes,
  recurringTasksRoutes,
} from './tasks/recurring-tasks/recurring-tasks.routes.ts';
import { taskFilesRoutes } from './tasks/tasks/task-files.routes.ts';
import { taskTalkRoutes } from './tasks/tasks/task-talk.routes.ts';
import { taskBoardRoutes, taskBulkRoutes, tasksRoutes, workloadRoutes } from './tasks/tasks/tasks.routes.ts';
import { deletedTasksRoutes } from './tasks/tasks/deleted-tasks.routes.ts';
import { timeSpentRoutes } from './tasks/time/time-spent.routes.ts';
import { timesheetApprovalsRoutes } from './tasks/time/timesheet-approvals.routes.ts';
import { timesheetsRoutes } from './tasks/time/timesheets.routes.ts';
import { timeEntriesRoutes } from './tasks/time/time-entries.routes.ts';

/** Everything the API serves; the OpenAPI page and the tests that walk all endpoints read it too. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...accountRoutes,
  ...lookupsRoutes,
  ...historyRoutes,
  ...notificationsRoutes,
  ...dashboardsRoutes,
  ...searchRoutes,
  ...savedViewsRoutes,
  ...listColumnsRoutes,
  ...jobsRoutes,
  ...remoteLoadsRoutes,
  ...staffRoutes,
  ...grantsRoutes,
  ...recurrenceRoutes,
  ...taskCategoriesRoutes,
  ...recurringTaskCategoriesRoutes,
  ...holidayCalendarsRoutes,
  ...servicesRoutes,
  ...documentTemplatesRoutes,
  ...firmRoutes,
  ...securityRoutes,
  ...mailSettingsRoutes,
  ...packagesRoutes,
  ...guidedStartRoutes,
  ...subscriptionsRoutes,
  ...priceRisesRoutes,
  ...recurringRevenueRoutes,
  ...taxCodesRoutes,
  ...withholdingCodesRoutes,
  ...chargeRatesRoutes,
  ...costRatesRoutes,
  ...exchangeRatesRoutes,
  ...departmentsRoutes,
  ...accountsRoutes,
  ...billingEntitiesRoutes,
  ...reminderLevelsRoutes,
  ...remindersRoutes,
  ...clientMailsRoutes,
  ...periodLocksRoutes,
  ...bookChecksRoutes,
  ...backupsRoutes,
  ...heldWorkRoutes,
  ...auditLogRoutes,
  ...tasksRoutes,
  ...taskBoardRoutes,
  ...taskBulkRoutes,
  ...workloadRoutes,
  ...taskTalkRoutes,
  ...taskFilesRoutes,
  ...deletedTasksRoutes,
  ...timeEntriesRoutes,
  ...timesheetsRoutes,
  ...timesheetApprovalsRoutes,
  ...timeSpentRoutes,
  ...recurringTasksRoutes,
  ...recurringTaskBatchesRoutes,
  ...dueOverridesRoutes,
  ...pendingInvoicesRoutes,
  ...pendingTotalRoutes,
  ...unbilledHoursRoutes,
  ...unbilledClientsRoutes,
  ...outstandingRoutes,
  ...revaluationRoutes,
  ...daysSalesOutstandingRoutes,
  ...ageingSettingRoutes,
  ...invoicesRoutes,
  ...invoiceApprovalsRoutes,
  ...invoiceMailsRoutes,
  ...invoiceJobsRoutes,
  ...documentAttachmentsRoutes,
  ...invoiceRemindersRoutes,
  ...recurringInvoicesRoutes,
  ...postdatedChequesRoutes,
  ...proformasRoutes,
  ...proformaMailsRoutes,
  ...writeOffsRoutes,
  ...worklistRoutes,
  ...followUpsRoutes,
  ...promisesRoutes,
  ...disputesRoutes,
  ...followUpHistoryRoutes,
  ...staffVouchersRoutes,
  ...userLedgersRoutes,
  ...ownLedgerRoutes,
  ...attributionRoutes,
  ...receiptsRoutes,
  ...receiptMailsRoutes,
  ...chequesRoutes,
  ...creditNotesRoutes,
  ...expensesRoutes,
  ...clientLedgersRoutes,
  ...allLedgersRoutes,
  ...groupLedgersRoutes,
  ...statementsRoutes,
  ...statutoryInterestRoutes,
  ...collectionsRoutes,
  ...realisationRoutes,
  ...taxRegistersRoutes,
  ...schedulesRoutes,
  ...withholdingRoutes,
  ...openingBalancesRoutes,
  ...openingImportRoutes,
  ...journalRoutes,
  ...clientBulkRoutes,
  ...clientsRoutes,
  ...clientDataRoutes,
  ...clientMergeRoutes,
  ...clientErasureRoutes,
  ...clientNotesRoutes,
  ...clientFilesRoutes,
  ...clientDocumentsRoutes,
  ...clientTimelineRoutes,
  ...clientImportRoutes,
  ...enquiryImportRoutes,
  ...clientGroupsRoutes,
  ...contactsRoutes,
  ...refusedAddressesRoutes,
  ...enquiriesRoutes,
  ...enquiryFormRoutes,
  ...enquiryFilesRoutes,
  ...enquiryBoardRoutes,
  ...enquiryBulkRoutes,
  ...enquiryFunnelRoutes,
  ...deletedEnquiriesRoutes,
  ...enquiryChoicesRoutes,
];
