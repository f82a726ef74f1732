import { exchangeRates } from '@daybook/contracts/settings/exchange-rates';
import { implement } from '../http/implement.ts';
import { sendExport } from '../http/send-export.ts';
import {
  countExchangeRates,
  createExchangeRate,
  editExchangeRate,
  getExchangeRate,
  knownRate,
  listExchangeRates,
  removeExchangeRate,
} from './exchange-rates.queries.ts';

export const exchangeRatesRoutes = implement(
  'exchange-rates',
  exchangeRates,
)({
  list: ({ db, input }) => listExchangeRates(db, input),
  total: ({ db, input }) => countExchangeRates(db, input),
  export: ({ db, input, reply }) =>
    sendExport(
      reply,
      'exchange-rates',
      input.format,
      (cursor) => listExchangeRates(db, { ...input, pageSize: 500, cursor }),
      [
        { header: 'Date', value: (row) => row.date },
        { header: 'From', value: (row) => row.from },
        { header: 'To', value: (row) => row.to },
        { header: 'Rate', value: (row) => Number(row.rate) },
        { header: 'Source', value: (row) => row.source },
      ],
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
