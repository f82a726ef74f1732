import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { history } from '@daybook/contracts/history';
import type { HistoryKind } from '@daybook/contracts/history';
import { admins, crms, executives, managers, staffKinds } from '@daybook/contracts/people/staff';
import type { StaffKind } from '@daybook/contracts/people/staff';
import { Refusal } from '@daybook/contracts/refusals';
import { holidayCalendars } from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import type { CurrentUser } from '../auth/current-user.ts';
import { mayCall } from '../auth/may-call.ts';
import { getCreditNote } from '../billing/credit-notes/credit-notes.queries.ts';
import { getExpense } from '../billing/expenses/expenses.queries.ts';
import { getInvoice } from '../billing/invoices/invoices.queries.ts';
import { getProforma } from '../billing/proformas/proformas.queries.ts';
import { getReceipt } from '../billing/receipts/receipts.queries.ts';
import { getRecurringInvoice } from '../billing/recurring-invoices/recurring-invoices.queries.ts';
import { getPending } from '../billing/pending/pending-invoices.queries.ts';
import { getClientGroup } from '../crm/client-groups/client-groups.queries.ts';
import { getClient } from '../crm/clients/clients.queries.ts';
import { getEnquiry } from '../crm/enquiries/enquiries.queries.ts';
import type { Db } from '../db/database.ts';
import { implement } from '../http/implement.ts';
import { getHolidayCalendar } from '../settings/holiday-calendars/holiday-calendars.queries.ts';
import { getRecurringTaskCategory } from '../settings/categories/recurring-task-categories.queries.ts';
import { getTaskCategory } from '../settings/categories/task-categories.queries.ts';
import { getRecurringTask } from '../tasks/recurring-tasks/recurring-tasks.queries.ts';
import { getTask } from '../tasks/tasks/tasks.queries.ts';
import { historyOf } from './history.queries.ts';

type MayRead = (db: Db, user: CurrentUser, id: string) => Promise<unknown>;

/** Whoever may open the record may read its history: this checks the permission and the scope of the record. */
const whoOpens =
  (open: Endpoint, get: MayRead): MayRead =>
  (db, user, id) => {
    mayCall(open, user);
    return get(db, user, id);
  };

/** A person is opened in the list of their type, with its permissions. */
const whoOpensPerson: MayRead = async (db, user, id) => {
  const person = await db.selectFrom('appUser').select('userType').where('id', '=', id).executeTakeFirst();
  const list = Object.entries(staffKinds).find(([, types]) =>
    types.some((type) => type === person?.userType),
  );
  if (list === undefined) throw new Refusal('NOT_FOUND');
  mayCall(staff[list[0] as StaffKind].open, user);
};

const staff = { managers, executives, crms, admins };

const mayRead: Record<HistoryKind, MayRead> = {
  client: whoOpens(clients.open, getClient),
  client_group: whoOpens(clientGroups.open, getClientGroup),
  enquiry: whoOpens(enquiries.open, getEnquiry),
  task: whoOpens(tasks.open, getTask),
  task_category: whoOpens(taskCategories.open, (db, _user, id) => getTaskCategory(db, id)),
  recurring_task_category: whoOpens(recurringTaskCategories.open, (db, _user, id) =>
    getRecurringTaskCategory(db, id),
  ),
  holiday_calendar: whoOpens(holidayCalendars.open, (db, _user, id) => getHolidayCalendar(db, id)),
  invoice: whoOpens(invoices.open, getInvoice),
  recurring_task: whoOpens(recurringTasks.open, getRecurringTask),
  recurring_invoice: whoOpens(recurringInvoices.open, getRecurringInvoice),
  proforma: whoOpens(proformas.open, getProforma),
  receipt: whoOpens(receipts.open, getReceipt),
  credit_note: whoOpens(creditNotes.open, getCreditNote),
  expense: whoOpens(expenses.open, getExpense),
  pending_item: whoOpens(pendingInvoices.open, getPending),
  person: whoOpensPerson,
};

export const historyRoutes = implement(
  'history',
  history,
)({
  of: async ({ db, user, input }) => {
    await mayRead[input.kind](db, user, input.id);
    return historyOf(db, user, input);
  },
});
