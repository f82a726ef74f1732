import { services } from '@daybook/contracts/settings/services';
import { sendExport } from '../http/send-export.ts';
import { implement } from '../http/implement.ts';
import {
  countServices,
  createService,
  editService,
  getService,
  listServices,
  removeService,
} from './services.queries.ts';
import { checkPrice } from './services.rules.ts';

export const servicesRoutes = implement(
  'services',
  services,
)({
  list: ({ db, input }) => listServices(db, input),
  total: ({ db, input }) => countServices(db, input),
  export: ({ db, input, reply }) =>
    sendExport(
      reply,
      'services',
      input.format,
      (cursor) => listServices(db, { ...input, pageSize: 500, cursor }),
      [
        { header: 'Name', value: (row) => row.name },
        { header: 'Department', value: (row) => row.department?.label },
        { header: 'SAC/HSN', value: (row) => row.sacHsn },
        { header: 'Unit', value: (row) => row.unit },
        { header: 'Price', money: (row) => row.price, currency: (row) => row.currency },
        { header: 'Currency', value: (row) => row.currency },
        { header: 'Tax code', value: (row) => row.taxCode.label },
        { header: 'Active', value: (row) => row.active },
      ],
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
