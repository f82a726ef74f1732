import { clients } from '@daybook/contracts/crm/clients';
import { sendExport } from '../http/send-export.ts';
import { implement } from '../http/implement.ts';
import { countClients, getClient, listClients, summariseClient } from './clients.queries.ts';
import {
  createClient,
  deactivateClient,
  editClient,
  reactivateClient,
  removeClient,
} from './save-client.queries.ts';

export const clientsRoutes = implement(
  'clients',
  clients,
)({
  list: ({ db, user, input }) => listClients(db, user, input),
  total: ({ db, user, input }) => countClients(db, user, input),
  export: ({ db, user, input, reply }) =>
    sendExport(
      reply,
      'clients',
      input.format,
      (cursor) => listClients(db, user, { ...input, pageSize: 500, cursor }),
      [
        { header: 'Code', value: (row) => row.code },
        { header: 'Name', value: (row) => row.name },
        { header: 'Kind', value: (row) => row.kind },
        { header: 'Status', value: (row) => row.status },
        { header: 'Relationship manager', value: (row) => row.crm.label },
        { header: 'Manager', value: (row) => row.manager?.label },
        { header: 'Contact', value: (row) => row.contact?.name },
        { header: 'E-mail', value: (row) => row.contact?.email },
        { header: 'Phone', value: (row) => row.contact?.phone },
      ],
    ),
  open: ({ db, user, input }) => getClient(db, user, input.id),
  summary: ({ db, user, input }) => summariseClient(db, user, input.id),
  create: ({ db, user, input }) => createClient(db, user, input),
  edit: ({ db, user, input, version }) => editClient(db, user, input, version),
  remove: async ({ db, user, input, version }) => {
    await removeClient(db, user, input.id, version);
    return {};
  },
  deactivate: ({ db, user, input, version }) => deactivateClient(db, user, input, version),
  reactivate: ({ db, user, input, version }) => reactivateClient(db, user, input, version),
});
