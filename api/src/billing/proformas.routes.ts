import { proformaMails, proformas } from '@daybook/contracts/billing/proformas';
import { implement } from '../http/implement.ts';
import { sendExport } from '../http/send-export.ts';
import { issueProforma } from './issue-proforma.ts';
import { draftProformaMail, listProformaMails, sendProforma } from './proforma-mails.queries.ts';
import { sendProformaPdf } from './proforma-pdf.ts';
import { countProformas, getProforma, listProformas } from './proformas.queries.ts';

export const proformasRoutes = implement(
  'proformas',
  proformas,
)({
  list: ({ db, user, input }) => listProformas(db, user, input),
  total: ({ db, user, input }) => countProformas(db, user, input),
  export: ({ db, user, input, reply }) =>
    sendExport(
      reply,
      'proformas',
      input.format,
      (cursor) => listProformas(db, user, { ...input, pageSize: 500, cursor }),
      [
        { header: 'Number', value: (row) => row.number },
        { header: 'Status', value: (row) => row.status },
        { header: 'Issue date', value: (row) => row.issueDate },
        { header: 'Valid until', value: (row) => row.validUntil },
        { header: 'Client', value: (row) => row.client.label },
        { header: 'Billing entity', value: (row) => row.entity.label },
        { header: 'Payable', money: (row) => row.payable, currency: (row) => row.currency },
        { header: 'Currency', value: (row) => row.currency },
        { header: 'Invoice', value: (row) => row.invoice?.label },
      ],
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
    canMail: reply.server.linkDelivery.mails,
    rows: await listProformaMails(db, user, input.id),
  }),
  draft: ({ db, user, input }) => draftProformaMail(db, user, input.id),
  send: ({ db, user, input, reply }) => sendProforma(db, user, input, reply.server.linkDelivery.mails),
});
