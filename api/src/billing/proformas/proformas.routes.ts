import { proformaMails, proformas } from '@daybook/contracts/billing/proformas/proformas';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { componentsInUse } from '../documents/exported-figures.ts';
import { issueProforma } from './issue-proforma.ts';
import { listProformaMails } from './proforma-mails.queries.ts';
import { draftProformaMail, sendProforma } from './send-proforma-mail.ts';
import { sendProformaPdf } from './proforma-pdf.ts';
import { countProformas, getProforma, listProformas } from './proformas.queries.ts';
import { exportedProformas, proformaExport } from './proformas.export.ts';

export const proformasRoutes = implement(
  'proformas',
  proformas,
)({
  list: ({ db, user, input }) => listProformas(db, user, input),
  total: ({ db, user, input }) => countProformas(db, user, input),
  export: async ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      async (cursor) =>
        exportedProformas(db, await listProformas(db, user, { ...input, pageSize: 500, cursor })),
      proformaExport(language, await componentsInUse(db, input.filter.entityId)),
    ),
  open: ({ db, user, input }) => getProforma(db, user, input.id),
  pdf: ({ db, user, input, reply }) => sendProformaPdf(db, user, input.id, reply),
  issue: ({ db, user, input, version }) => issueProforma(db, user, input, version),
});

export const proformaMailsRoutes = implement(
  'proforma_mails',
  proformaMails,
)({
  list: async ({ db, user, input, reply }) => ({
    canMail: await reply.server.mail.canMail(db),
    rows: await listProformaMails(db, user, input.id),
  }),
  draft: ({ db, user, input }) => draftProformaMail(db, user, input.id),
  send: async ({ db, user, input, reply }) =>
    sendProforma(db, user, input, await reply.server.mail.canMail(db)),
});
