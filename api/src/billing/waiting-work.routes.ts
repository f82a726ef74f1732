import { waitingClients, waitingGroups } from '@daybook/contracts/billing/waiting-work';
import type { WaitingWork } from '@daybook/contracts/billing/waiting-work';
import { implement } from '../http/implement.ts';
import { sendExport } from '../http/send-export.ts';
import type { ExportColumn } from '../http/send-export.ts';
import {
  listWaitingClients,
  listWaitingGroups,
  totalWaitingClients,
  totalWaitingGroups,
} from './waiting-work.queries.ts';

const money = (header: string, amount: (row: WaitingWork) => number): ExportColumn<WaitingWork> => ({
  header,
  money: amount,
  currency: (row) => row.currency,
});

/** `who` heads the first column. */
const columnsOf = (who: string, beside: ExportColumn<WaitingWork>): readonly ExportColumn<WaitingWork>[] => [
  { header: who, value: (row) => row.who.label },
  beside,
  { header: 'Billing entity', value: (row) => row.entity.label },
  { header: 'Items', value: (row) => row.items },
  money('0–30 days', ({ byAge }) => byAge.upTo30),
  money('31–60 days', ({ byAge }) => byAge.upTo60),
  money('61–90 days', ({ byAge }) => byAge.upTo90),
  money('Over 90 days', ({ byAge }) => byAge.over90),
  money('Amount', (row) => row.amount),
  { header: 'Currency', value: (row) => row.currency },
  { header: 'Oldest', value: (row) => row.oldestOn },
  { header: 'Held items', value: (row) => row.held.items },
  money('Held', (row) => row.held.amount),
  { header: 'Held because', value: (row) => row.held.reasons.join('; ') },
];

const clientColumns = columnsOf('Client', { header: 'Client group', value: (row) => row.group?.label });
const groupColumns = columnsOf('Client group', { header: 'Clients', value: (row) => row.clients });

export const waitingWorkRoutes = [
  ...implement(
    'waiting_clients',
    waitingClients,
  )({
    list: ({ db, user, input }) => listWaitingClients(db, user, input),
    total: ({ db, user, input }) => totalWaitingClients(db, user, input),
    export: ({ db, user, input, reply }) =>
      sendExport(
        reply,
        'waiting-clients',
        input.format,
        (cursor) => listWaitingClients(db, user, { ...input, pageSize: 500, cursor }),
        clientColumns,
      ),
  }),
  ...implement(
    'waiting_groups',
    waitingGroups,
  )({
    list: ({ db, user, input }) => listWaitingGroups(db, user, input),
    total: ({ db, user, input }) => totalWaitingGroups(db, user, input),
    export: ({ db, user, input, reply }) =>
      sendExport(
        reply,
        'waiting-groups',
        input.format,
        (cursor) => listWaitingGroups(db, user, { ...input, pageSize: 500, cursor }),
        groupColumns,
      ),
  }),
];
