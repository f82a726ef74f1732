import { taxRegisters } from '@daybook/contracts/receivables/tax-registers/tax-registers';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { sendWorkbook } from '../../http/send-workbook.ts';
import { markTaxExport } from './mark-tax-export.ts';
import { sheetExport } from './tax-registers.export.ts';
import { listTaxSheet, openRegister, totalTaxRegister } from './tax-registers.queries.ts';

/** Every page makes the whole register again. */
const rowsAtOnce = 5_000;

export const taxRegistersRoutes = implement(
  'tax_registers',
  taxRegisters,
)({
  list: ({ db, user, input, language }) => listTaxSheet(db, user, input, language),
  total: ({ db, user, input, language }) => totalTaxRegister(db, user, input, language),
  export: async ({ db, user, input, language, reply }) => {
    const { sheet, entity } = await openRegister(db, user, input, language);
    return sendExport(
      reply,
      input.format,
      (cursor) => listTaxSheet(db, user, { ...input, pageSize: rowsAtOnce, cursor }, language),
      sheetExport(sheet, entity.currency),
    );
  },
  workbook: async ({ db, user, input, language, reply }) => {
    const { sheets, entity, period } = await openRegister(db, user, input, language);
    return sendWorkbook(
      reply,
      `tax-register-${period.from}-${period.to}`,
      sheets.map((sheet) => ({ list: sheetExport(sheet, entity.currency), rows: sheet.rows })),
    );
  },
  mark: ({ db, user, input }) => markTaxExport(db, user, input),
});
