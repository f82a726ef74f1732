import { clientErasure } from '@daybook/contracts/crm/clients/client-erasure';
import { implement } from '../../../http/implement.ts';
import { eraseClient } from './erase-client.ts';
import { previewErasure } from './erasure-preview.queries.ts';

export const clientErasureRoutes = implement(
  'client_erasure',
  clientErasure,
)({
  preview: ({ db, user, input }) => previewErasure(db, user, input.id),
  erase: ({ db, user, input, version }) => eraseClient(db, user, input, version),
});
