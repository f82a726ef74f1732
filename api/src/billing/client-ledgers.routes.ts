import { clientLedgers } from '@daybook/contracts/billing/client-ledgers';
import { implement } from '../http/implement.ts';
import { sendExport } from '../http/send-export.ts';
import { sendStatementPdf } from './statement-pdf.ts';
import { exportedLines, findLedgers, ledgerHead, openLedger } from './client-ledgers.queries.ts';

export const clientLedgersRoutes = implement(
  'client_ledgers',
  clientLedgers,
)({
  find: ({ db, user, input }) => findLedgers(db, user, input),
  open: ({ db, user, input }) => openLedger(db, user, input),
  export: async ({ db, user, input, reply }) => {
    const head = await ledgerHead(db, user, input);
    const currency = () => head.currency;
    return sendExport(
      reply,
      'client-ledger',
      input.format,
      (cursor) => exportedLines(db, head, { ...input, pageSize: 500, cursor }),
      [
        { header: 'Date', value: (row) => row.date },
        { header: 'Kind', value: (row) => row.kind },
        { header: 'Document', value: (row) => row.document?.label },
        { header: 'Due date', value: (row) => row.dueDate },
        { header: 'Debit', money: (row) => row.debit, currency },
        { header: 'Credit', money: (row) => row.credit, currency },
        { header: 'Balance', money: (row) => row.balance, currency },
        { header: 'Currency', value: currency },
      ],
    );
  },
  statement: ({ db, user, input, reply }) => sendStatementPdf(db, user, input, reply),
});
