import { unbilledClients } from '@daybook/contracts/billing/unbilled-clients';
import { implement } from '../http/implement.ts';
import { sendExport } from '../http/send-export.ts';
import { countUnbilled, listUnbilled } from './unbilled-clients.queries.ts';

export const unbilledClientsRoutes = implement(
  'unbilled_clients',
  unbilledClients,
)({
  list: ({ db, user, input }) => listUnbilled(db, user, input),
  total: ({ db, user, input }) => countUnbilled(db, user, input),
  export: ({ db, user, input, reply }) =>
    sendExport(
      reply,
      'unbilled-clients',
      input.format,
      (cursor) => listUnbilled(db, user, { ...input, pageSize: 500, cursor }),
      [
        { header: 'Code', value: (row) => row.code },
        { header: 'Client', value: (row) => row.name },
        { header: 'Relationship manager', value: (row) => row.crm.label },
        { header: 'Billing entity', value: (row) => row.entity.label },
        { header: 'Last invoice', value: (row) => row.lastInvoicedOn },
        { header: 'Waiting items', value: (row) => row.waitingItems },
        { header: 'Waiting', money: (row) => row.waiting, currency: (row) => row.currency },
        { header: 'Currency', value: (row) => row.currency },
      ],
    ),
});
