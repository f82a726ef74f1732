import { chargeRates } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { countChargeRates, getChargeRate, listChargeRates } from './charge-rates.queries.ts';
import { createChargeRate, editChargeRate, removeChargeRate } from './save-charge-rate.ts';
import { chargeRateExport } from './charge-rates.export.ts';

export const chargeRatesRoutes = implement(
  'charge-rates',
  chargeRates,
)({
  list: ({ db, user, input }) => listChargeRates(db, user, input),
  total: ({ db, user, input }) => countChargeRates(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listChargeRates(db, user, { ...input, pageSize: 500, cursor }),
      chargeRateExport(language),
    ),
  open: ({ db, user, input }) => getChargeRate(db, user, input.id),
  create: ({ db, user, input }) => createChargeRate(db, user, input),
  edit: ({ db, user, input, version }) => editChargeRate(db, user, input, version),
  remove: async ({ db, user, input, version }) => {
    await removeChargeRate(db, user, input.id, version);
    return {};
  },
});
