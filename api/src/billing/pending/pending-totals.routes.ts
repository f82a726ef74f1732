import { pendingByClient, pendingByGroup } from '@daybook/contracts/billing/pending/pending-totals';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { waitingClientExport, waitingGroupExport } from './pending-totals.export.ts';
import {
  listWaitingClients,
  listWaitingGroups,
  totalWaitingClients,
  totalWaitingGroups,
} from './pending-totals.queries.ts';

export const pendingTotalRoutes = [
  ...implement(
    'waiting_clients',
    pendingByClient,
  )({
    list: ({ db, user, input }) => listWaitingClients(db, user, input),
    total: ({ db, user, input }) => totalWaitingClients(db, user, input),
    export: ({ db, user, input, language, reply }) =>
      sendExport(
        reply,
        input.format,
        (cursor) => listWaitingClients(db, user, { ...input, pageSize: 500, cursor }),
        waitingClientExport(language),
      ),
  }),
  ...implement(
    'waiting_groups',
    pendingByGroup,
  )({
    list: ({ db, user, input }) => listWaitingGroups(db, user, input),
    total: ({ db, user, input }) => totalWaitingGroups(db, user, input),
    export: ({ db, user, input, language, reply }) =>
      sendExport(
        reply,
        input.format,
        (cursor) => listWaitingGroups(db, user, { ...input, pageSize: 500, cursor }),
        waitingGroupExport(language),
      ),
  }),
];
