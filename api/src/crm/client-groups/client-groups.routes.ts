import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { countClientGroups, getClientGroup, listClientGroups } from './client-groups.queries.ts';
import {
  createClientGroup,
  editClientGroup,
  removeClientGroup,
  putClientGroupInUse,
} from './save-client-group.ts';
import { clientGroupExport } from './client-groups.export.ts';

export const clientGroupsRoutes = implement(
  'client_groups',
  clientGroups,
)({
  list: ({ db, user, input }) => listClientGroups(db, user, input),
  total: ({ db, user, input }) => countClientGroups(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listClientGroups(db, user, { ...input, pageSize: 500, cursor }),
      clientGroupExport(language),
    ),
  open: ({ db, user, input }) => getClientGroup(db, user, input.id),
  create: ({ db, user, input }) => createClientGroup(db, user, input),
  edit: ({ db, user, input, version }) => editClientGroup(db, user, input, version),
  remove: async ({ db, user, input, version }) => {
    await removeClientGroup(db, user, input.id, version);
    return {};
  },
  deactivate: ({ db, user, input: { id }, version }) =>
    putClientGroupInUse(db, user, { id, active: false }, version),
  reactivate: ({ db, user, input: { id }, version }) =>
    putClientGroupInUse(db, user, { id, active: true }, version),
});
