import { invoices } from '@daybook/contracts/billing/invoices';
import { receipts } from '@daybook/contracts/billing/receipts';
import { clients } from '@daybook/contracts/crm/clients';
import { enquiries } from '@daybook/contracts/crm/enquiries';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { history } from '@daybook/contracts/history';
import type { HistoryKind } from '@daybook/contracts/history';
import { tasks } from '@daybook/contracts/tasks/tasks';
import type { CurrentUser } from '../auth/current-user.ts';
import { mayCall } from '../auth/may-call.ts';
import { getInvoice } from '../billing/invoices.queries.ts';
import { getReceipt } from '../billing/receipts.queries.ts';
import { getClient } from '../crm/clients.queries.ts';
import { getEnquiry } from '../crm/enquiries.queries.ts';
import type { Db } from '../db/database.ts';
import { implement } from '../http/implement.ts';
import { getTask } from '../tasks/tasks.queries.ts';
import { historyOf } from './history.queries.ts';

/** Whoever may open the record reads its history: the record's own key and scope are asked. */
const records: Record<
  HistoryKind,
  { open: Endpoint; get: (db: Db, user: CurrentUser, id: string) => Promise<unknown> }
> = {
  client: { open: clients.open, get: getClient },
  enquiry: { open: enquiries.open, get: getEnquiry },
  task: { open: tasks.open, get: getTask },
  invoice: { open: invoices.open, get: getInvoice },
  receipt: { open: receipts.open, get: getReceipt },
};

export const historyRoutes = implement(
  'history',
  history,
)({
  of: async ({ db, user, input: { kind, id } }) => {
    const { open, get } = records[kind];
    mayCall(open, user);
    await get(db, user, id);
    return historyOf(db, user, kind, id);
  },
});
