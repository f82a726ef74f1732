import { taxCodes } from '@daybook/contracts/settings/tax-codes/tax-codes';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { countTaxCodes, getTaxCode, listTaxCodes } from './tax-codes.queries.ts';
import { addTaxRate, createTaxCode, editTaxCode, removeTaxRate } from './save-tax-code.ts';
import { taxCodeExport } from './tax-codes.export.ts';

export const taxCodesRoutes = implement(
  'tax-codes',
  taxCodes,
)({
  list: ({ db, input }) => listTaxCodes(db, input),
  total: ({ db, input }) => countTaxCodes(db, input),
  export: ({ db, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listTaxCodes(db, { ...input, pageSize: 500, cursor }),
      taxCodeExport(language),
    ),
  open: ({ db, input }) => getTaxCode(db, input.id),
  create: ({ db, input }) => createTaxCode(db, input),
  edit: ({ db, input, version }) => editTaxCode(db, input, version),
  addRate: ({ db, input, version }) => addTaxRate(db, input, version),
  removeRate: ({ db, input, version }) => removeTaxRate(db, input, version),
});
