import { withholdingCodes } from '@daybook/contracts/settings/withholding-codes/withholding-codes';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import {
  countWithholdingCodes,
  getWithholdingCode,
  listWithholdingCodes,
} from './withholding-codes.queries.ts';
import {
  addWithholdingRate,
  createWithholdingCode,
  editWithholdingCode,
  removeWithholdingCode,
  removeWithholdingRate,
} from './save-withholding-code.ts';
import { withholdingCodeExport } from './withholding-codes.export.ts';

export const withholdingCodesRoutes = implement(
  'withholding-codes',
  withholdingCodes,
)({
  list: ({ db, input }) => listWithholdingCodes(db, input),
  total: ({ db, input }) => countWithholdingCodes(db, input),
  export: ({ db, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listWithholdingCodes(db, { ...input, pageSize: 500, cursor }),
      withholdingCodeExport(language),
    ),
  open: ({ db, input }) => getWithholdingCode(db, input.id),
  create: ({ db, input }) => createWithholdingCode(db, input),
  edit: ({ db, input, version }) => editWithholdingCode(db, input, version),
  remove: async ({ db, input, version }) => {
    await removeWithholdingCode(db, input.id, version);
    return {};
  },
  addRate: ({ db, input, version }) => addWithholdingRate(db, input, version),
  removeRate: ({ db, input, version }) => removeWithholdingRate(db, input, version),
});
