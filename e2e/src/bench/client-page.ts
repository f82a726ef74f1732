import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { postdatedCheques } from '@daybook/contracts/billing/receipts/postdated-cheques';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { clientDocuments } from '@daybook/contracts/crm/client-documents/client-documents';
import { clientFiles } from '@daybook/contracts/crm/clients/client-files';
import { clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import { clientTimeline } from '@daybook/contracts/crm/clients/client-timeline';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { history } from '@daybook/contracts/history';
import { openTaskStatuses } from '@daybook/contracts/tasks/tasks/task-machine';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';

const shownRows = 20;
const listed = (endpoint: Endpoint, filter: object = {}, more: object = {}) =>
  [
    endpoint,
    (clientId: string): Record<string, unknown> => ({
      filter: { clientId, ...filter },
      pageSize: shownRows,
      ...more,
    }),
  ] as const;
const ofClient = (endpoint: Endpoint, more: object = {}) =>
  [endpoint, (id: string): Record<string, unknown> => ({ id, ...more })] as const;

/** What each tab of a client's page asks for. */
export const clientPage: Readonly<
  Record<string, readonly (readonly [Endpoint, (clientId: string) => Record<string, unknown>])[]>
> = {
  about: [ofClient(clients.open), ofClient(clients.summary)],
  series: [listed(recurringTasks.list), listed(recurringInvoices.list)],
  tasks: [listed(tasks.list, { status: [...openTaskStatuses] })],
  billing: [
    listed(pendingInvoices.list, { status: 'open' }),
    listed(invoices.list),
    listed(proformas.list),
    listed(receipts.list),
    listed(postdatedCheques.list, { status: 'waiting' }, { sort: 'dueOn' }),
    listed(creditNotes.list),
  ],
  files: [ofClient(clientFiles.list), ofClient(clientFiles.folders)],
  documents: [listed(clientDocuments.list)],
  notes: [ofClient(clientNotes.list)],
  enquiries: [listed(enquiries.list)],
  timeline: [ofClient(clientTimeline.list)],
  history: [ofClient(history.of, { kind: 'client' })],
};
