import { postdatedCheques } from '@daybook/contracts/billing/receipts/postdated-cheques';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { createPostdated, withdrawPostdated } from './postdated-cheques.ts';
import { postdatedExport } from './postdated-cheques.export.ts';
import { countPostdated, listPostdated } from './postdated-cheques.queries.ts';

export const postdatedChequesRoutes = implement(
  'postdated_cheques',
  postdatedCheques,
)({
  list: ({ db, user, input }) => listPostdated(db, user, input),
  total: ({ db, user, input }) => countPostdated(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listPostdated(db, user, { ...input, pageSize: 500, cursor }),
      postdatedExport(language),
    ),
  create: ({ db, user, input }) => createPostdated(db, user, input),
  withdraw: ({ db, user, input, version }) => withdrawPostdated(db, user, input, version),
});
