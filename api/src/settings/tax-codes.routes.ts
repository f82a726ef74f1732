import { taxCodes } from '@daybook/contracts/settings/tax-codes';
import { implement } from '../http/implement.ts';
import { sendExport } from '../http/send-export.ts';
import {
  addTaxRate,
  countTaxCodes,
  createTaxCode,
  editTaxCode,
  getTaxCode,
  listTaxCodes,
  removeTaxRate,
} from './tax-codes.queries.ts';

export const taxCodesRoutes = implement(
  'tax-codes',
  taxCodes,
)({
  list: ({ db, input }) => listTaxCodes(db, input),
  total: ({ db, input }) => countTaxCodes(db, input),
  export: ({ db, input, reply }) =>
    sendExport(
      reply,
      'tax-codes',
      input.format,
      (cursor) => listTaxCodes(db, { ...input, pageSize: 500, cursor }),
      [
        { header: 'Code', value: (row) => row.code },
        { header: 'Name', value: (row) => row.name },
        { header: 'Regime', value: (row) => row.regime },
        { header: 'Kind', value: (row) => row.kind },
        { header: 'Category', value: (row) => row.category },
        { header: 'Rate', value: (row) => (row.rate === null ? null : Number(row.rate)) },
        { header: 'Active', value: (row) => row.active },
      ],
    ),
  open: ({ db, input }) => getTaxCode(db, input.id),
  create: ({ db, input }) => createTaxCode(db, input),
  edit: ({ db, input, version }) => editTaxCode(db, input, version),
  addRate: ({ db, input, version }) => addTaxRate(db, input, version),
  removeRate: ({ db, input, version }) => removeTaxRate(db, input, version),
});
