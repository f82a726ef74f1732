import { unbilledClients } from '@daybook/contracts/billing/pending/unbilled-clients';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { countUnbilled, listUnbilled } from './unbilled-clients.queries.ts';
import { unbilledExport } from './unbilled-clients.export.ts';

export const unbilledClientsRoutes = implement(
  'unbilled_clients',
  unbilledClients,
)({
  list: ({ db, user, input }) => listUnbilled(db, user, input),
  total: ({ db, user, input }) => countUnbilled(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listUnbilled(db, user, { ...input, pageSize: 500, cursor }),
      unbilledExport(language),
    ),
});
