import { accountRoutes } from './auth/account.routes.ts';
import { sessionRoutes } from './auth/session.routes.ts';
import { chequesRoutes } from './billing/cheques.routes.ts';
import { clientLedgersRoutes } from './billing/client-ledgers.routes.ts';
import { creditNotesRoutes } from './billing/credit-notes.routes.ts';
import { documentAttachmentsRoutes } from './billing/document-attachments.routes.ts';
import { invoiceApprovalsRoutes } from './billing/invoice-approvals.routes.ts';
import { invoiceJobsRoutes } from './billing/invoice-jobs.routes.ts';
import { invoiceMailsRoutes } from './billing/invoice-mails.routes.ts';
import { invoiceRemindersRoutes } from './billing/invoice-reminders.routes.ts';
import { expensesRoutes } from './billing/expenses.routes.ts';
import { invoicesRoutes } from './billing/invoices.routes.ts';
import { journalRoutes } from './billing/journal.routes.ts';
import { openingBalancesRoutes } from './billing/opening-balances.routes.ts';
import { pendingInvoicesRoutes } from './billing/pending-invoices.routes.ts';
import { postdatedChequesRoutes } from './billing/postdated-cheques.routes.ts';
import { proformaMailsRoutes, proformasRoutes } from './billing/proformas.routes.ts';
import { recurringInvoicesRoutes } from './billing/recurring-invoices.routes.ts';
import { receiptMailsRoutes } from './billing/receipt-mails.routes.ts';
import { receiptsRoutes } from './billing/receipts.routes.ts';
import { unbilledClientsRoutes } from './billing/unbilled-clients.routes.ts';
import { waitingWorkRoutes } from './billing/waiting-work.routes.ts';
import { writeOffsRoutes } from './billing/write-offs.routes.ts';
import { clientGroupsRoutes } from './crm/client-groups.routes.ts';
import { clientsRoutes } from './crm/clients.routes.ts';
import { enquiriesRoutes } from './crm/enquiries.routes.ts';
import { dashboardsRoutes } from './dashboards/dashboards.routes.ts';
import { historyRoutes } from './history/history.routes.ts';
import type { Route } from './http/implement.ts';
import { lookupsRoutes } from './lookups/lookups.routes.ts';
import { notificationsRoutes } from './notifications/notifications.routes.ts';
import { recurrenceRoutes } from './recurrence/preview.routes.ts';
import { remoteLoadsRoutes } from './remote-loads/remote-loads.routes.ts';
import { savedViewsRoutes } from './saved-views/saved-views.routes.ts';
import { searchRoutes } from './search/search.routes.ts';
import { grantsRoutes } from './people/grants.routes.ts';
import { staffRoutes } from './people/staff.routes.ts';
import { billingEntitiesRoutes } from './settings/billing-entities.routes.ts';
import { bookChecksRoutes } from './books/book-checks.routes.ts';
import { departmentsRoutes } from './settings/departments.routes.ts';
import { periodLocksRoutes } from './settings/period-locks.routes.ts';
import { holidayCalendarsRoutes } from './settings/holiday-calendars.routes.ts';
import { recurringTaskCategoriesRoutes } from './settings/recurring-task-categories.routes.ts';
import { taskCategoriesRoutes } from './settings/task-categories.routes.ts';
import { servicesRoutes } from './settings/services.routes.ts';
import { taxCodesRoutes } from './settings/tax-codes.routes.ts';
import { exchangeRatesRoutes } from './settings/exchange-rates.routes.ts';
import { withholdingCodesRoutes } from './settings/withholding-codes.routes.ts';
import {
  dueOverridesRoutes,
  recurringTaskBatchesRoutes,
  recurringTasksRoutes,
} from './tasks/recurring-tasks.routes.ts';
import { taskFilesRoutes } from './tasks/task-files.routes.ts';
import { taskTalkRoutes } from './tasks/task-talk.routes.ts';
import { taskBoardRoutes, taskBulkRoutes, tasksRoutes, workloadRoutes } from './tasks/tasks.routes.ts';
import { deletedTasksRoutes } from './tasks/deleted-tasks.routes.ts';
import { timeEntriesRoutes } from './tasks/time-entries.routes.ts';

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
  ...remoteLoadsRoutes,
  ...staffRoutes,
  ...grantsRoutes,
  ...recurrenceRoutes,
  ...taskCategoriesRoutes,
  ...recurringTaskCategoriesRoutes,
  ...holidayCalendarsRoutes,
  ...servicesRoutes,
  ...taxCodesRoutes,
  ...withholdingCodesRoutes,
  ...exchangeRatesRoutes,
  ...departmentsRoutes,
  ...billingEntitiesRoutes,
  ...periodLocksRoutes,
  ...bookChecksRoutes,
  ...tasksRoutes,
  ...taskBoardRoutes,
  ...taskBulkRoutes,
  ...workloadRoutes,
  ...taskTalkRoutes,
  ...taskFilesRoutes,
  ...deletedTasksRoutes,
  ...timeEntriesRoutes,
  ...recurringTasksRoutes,
  ...recurringTaskBatchesRoutes,
  ...dueOverridesRoutes,
  ...pendingInvoicesRoutes,
  ...waitingWorkRoutes,
  ...unbilledClientsRoutes,
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
  ...receiptsRoutes,
  ...receiptMailsRoutes,
  ...chequesRoutes,
  ...creditNotesRoutes,
  ...expensesRoutes,
  ...clientLedgersRoutes,
  ...openingBalancesRoutes,
  ...journalRoutes,
  ...clientsRoutes,
  ...clientGroupsRoutes,
  ...enquiriesRoutes,
];
