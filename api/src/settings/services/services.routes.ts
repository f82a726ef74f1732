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
  list: ({ db, input, language }) => listServices(db, input, language),
  total: ({ db, input }) => countServices(db, input),
  export: ({ db, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listServices(db, { ...input, pageSize: 500, cursor }, language),
      serviceExport(language),
    ),
  open: ({ db, input, language }) => getService(db, input.id, language),
  create: ({ db, input, language }) => {
    checkPrice(input);
    return createService(db, input, language);
  },
  edit: ({ db, input, version, language }) => {
    checkPrice(input);
    return editService(db, input, version, language);
  },
  remove: async ({ db, input, version, language }) => {
    await removeService(db, input.id, version, language);
    return {};
  },
});
