import { clientMerge } from '@daybook/contracts/crm/clients/client-merge';
import { implement } from '../../http/implement.ts';
import { mergeClients, previewMerge } from './merge-clients.ts';

export const clientMergeRoutes = implement(
  'client_merge',
  clientMerge,
)({
  preview: ({ db, user, input }) => previewMerge(db, user, input),
  merge: ({ db, user, input, version }) => mergeClients(db, user, input, version),
});
