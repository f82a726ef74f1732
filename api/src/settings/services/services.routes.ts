import { services } from '@daybook/contracts/settings/services/services';
import { sendExport } from '../../http/send-export.ts';
import { implement } from '../../http/implement.ts';
import { countServices, getService, listServices } from './services.queries.ts';
import { createService, editService, removeService } from './save-service.ts';
import { checkPrice } from './services.rules.ts';
import { serviceExport } from './services.export.ts';

export const servicesRoutes = implement(
  'services',
  services,
)({
  list: ({ db, input }) => listServices(db, input),
  total: ({ db, input }) => countServices(db, input),
  export: ({ db, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listServices(db, { ...input, pageSize: 500, cursor }),
      serviceExport(language),
    ),
  open: ({ db, input }) => getService(db, input.id),
  create: ({ db, input }) => {
    checkPrice(input);
    return createService(db, input);
  },
  edit: ({ db, input, version }) => {
    checkPrice(input);
    return editService(db, input, version);
  },
  remove: async ({ db, input, version }) => {
    await removeService(db, input.id, version);
    return {};
  },
});
