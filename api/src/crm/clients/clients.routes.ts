import { clients } from '@daybook/contracts/crm/clients/clients';
import { sendExport } from '../../http/send-export.ts';
import { implement } from '../../http/implement.ts';
import { checkBalance } from './check-balance.ts';
import { seriesOfClient } from './client-series.queries.ts';
import { countClients, listClients, tagsOfClients } from './client-list.queries.ts';
import { openClient, summariseClient } from './clients.queries.ts';
import { deactivateClient, reactivateClient } from './change-client-status.ts';
import { removeClient } from './remove-client.ts';
import { createClient, editClient } from './save-client.ts';
import { clientExport } from './clients.export.ts';

export const clientsRoutes = implement(
  'clients',
  clients,
)({
  list: async ({ db, user, input }) => {
    checkBalance(user, input);
    return listClients(db, user, input);
  },
  total: async ({ db, user, input }) => {
    checkBalance(user, input);
    return countClients(db, user, input);
  },
  export: async ({ db, user, input, language, reply }) => {
    checkBalance(user, input);
    return sendExport(
      reply,
      input.format,
      (cursor) => listClients(db, user, { ...input, pageSize: 500, cursor }),
      clientExport(language),
    );
  },
  tags: async ({ db, user }) => ({ tags: await tagsOfClients(db, user) }),
  open: ({ db, user, input }) => openClient(db, user, input.id),
  summary: ({ db, user, input }) => summariseClient(db, user, input.id),
  series: ({ db, user, input }) => seriesOfClient(db, user, input.id),
  create: ({ db, user, input }) => createClient(db, user, input),
  edit: ({ db, user, input, version }) => editClient(db, user, input, version),
  remove: async ({ db, user, input, version }) => {
    await removeClient(db, user, input.id, version);
    return {};
  },
  deactivate: async ({ db, user, input, version, reply }) =>
    deactivateClient(db, user, input, version, { canMail: await reply.server.mail.canMail(db) }),
  reactivate: ({ db, user, input, version }) => reactivateClient(db, user, input, version),
});
