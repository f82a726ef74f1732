import { clientLedgers } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { sendStatementPdf } from './statement-pdf.ts';
import { exportedLines, findLedgers, ledgerHead, openLedger } from './client-ledgers.queries.ts';
import { checkPeriod } from '../documents/report-days.rules.ts';
import { clientLedgerExport } from './client-ledgers.export.ts';

export const clientLedgersRoutes = implement(
  'client_ledgers',
  clientLedgers,
)({
  find: ({ db, user, input }) => findLedgers(db, user, input),
  open: async ({ db, user, input }) => {
    checkPeriod(input.from, input.asOf, 'asOf');
    return openLedger(db, user, input);
  },
  export: async ({ db, user, input, language, reply }) => {
    checkPeriod(input.from, input.asOf, 'asOf');
    const head = await ledgerHead(db, user, input);
    return sendExport(
      reply,
      input.format,
      exportedLines(db, head, input),
      clientLedgerExport(language, head),
    );
  },
  statement: async ({ db, user, input, reply }) => {
    checkPeriod(input.from, input.asOf, 'asOf');
    return sendStatementPdf(db, user, input, reply);
  },
});
