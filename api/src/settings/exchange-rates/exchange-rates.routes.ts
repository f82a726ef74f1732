import { exchangeRates } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import {
  countExchangeRates,
  getExchangeRate,
  knownRate,
  listExchangeRates,
} from './exchange-rates.queries.ts';
import { createExchangeRate, editExchangeRate, removeExchangeRate } from './save-exchange-rate.ts';
import { exchangeRateExport } from './exchange-rates.export.ts';

export const exchangeRatesRoutes = implement(
  'exchange-rates',
  exchangeRates,
)({
  list: ({ db, input }) => listExchangeRates(db, input),
  total: ({ db, input }) => countExchangeRates(db, input),
  export: ({ db, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listExchangeRates(db, { ...input, pageSize: 500, cursor }),
      exchangeRateExport(language),
    ),
  known: async ({ db, input }) => ({ known: await knownRate(db, input) }),
  open: ({ db, input }) => getExchangeRate(db, input.id),
  create: ({ db, input }) => createExchangeRate(db, input),
  edit: ({ db, input, version }) => editExchangeRate(db, input, version),
  remove: async ({ db, input, version }) => {
    await removeExchangeRate(db, input.id, version);
    return {};
  },
});
