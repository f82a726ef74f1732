import { costRates } from '@daybook/contracts/settings/hourly-rates/cost-rates';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { countCostRates, getCostRate, listCostRates } from './cost-rates.queries.ts';
import { createCostRate, editCostRate, removeCostRate } from './save-cost-rate.ts';
import { costRateExport } from './cost-rates.export.ts';

export const costRatesRoutes = implement(
  'cost-rates',
  costRates,
)({
  list: ({ db, input }) => listCostRates(db, input),
  total: ({ db, input }) => countCostRates(db, input),
  export: ({ db, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listCostRates(db, { ...input, pageSize: 500, cursor }),
      costRateExport(language),
    ),
  open: ({ db, input }) => getCostRate(db, input.id),
  create: ({ db, input }) => createCostRate(db, input),
  edit: ({ db, input, version }) => editCostRate(db, input, version),
  remove: async ({ db, input, version }) => {
    await removeCostRate(db, input.id, version);
    return {};
  },
});
