import { daysSalesOutstanding } from '@daybook/contracts/receivables/outstanding/days-sales-outstanding';
import { outstanding } from '@daybook/contracts/receivables/outstanding/outstanding';
import { revaluation } from '@daybook/contracts/receivables/outstanding/revaluation';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { daysSalesOutstandingOf } from './days-sales-outstanding.queries.ts';
import { listOpenDocuments } from './open-documents.queries.ts';
import { exportedLines, outstandingExport } from './outstanding.export.ts';
import { sendOutstandingPdf } from './outstanding-pdf.ts';
import { listOutstanding, totalOutstanding } from './outstanding.queries.ts';
import { revaluationExport } from './revaluation.export.ts';
import { listRevaluation, totalRevaluation } from './revaluation.queries.ts';
import { checkPeriod } from '../../billing/documents/report-days.rules.ts';

export const outstandingRoutes = implement(
  'outstanding',
  outstanding,
)({
  list: ({ db, user, input }) => listOutstanding(db, user, input),
  total: ({ db, user, input }) => totalOutstanding(db, user, input),
  pdf: ({ db, user, input, language, reply }) => sendOutstandingPdf(db, user, input, language, reply),
  documents: ({ db, user, input }) => listOpenDocuments(db, user, input),
  export: async ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      exportedLines(db, user, input),
      await outstandingExport(db, language, input.filter.by ?? 'client'),
    ),
});

export const daysSalesOutstandingRoutes = implement(
  'days_sales_outstanding',
  daysSalesOutstanding,
)({
  open: ({ db, user, input }) => daysSalesOutstandingOf(db, user, input),
});

type Day = { filter: { asOf?: string | undefined } };

const checkDay = ({ filter: { asOf } }: Day): void => checkPeriod(undefined, asOf, 'filter.asOf');

export const revaluationRoutes = implement(
  'revaluation',
  revaluation,
)({
  list: async ({ db, user, input }) => {
    checkDay(input);
    return listRevaluation(db, user, input);
  },
  total: async ({ db, user, input }) => {
    checkDay(input);
    return totalRevaluation(db, user, input);
  },
  export: async ({ db, user, input, language, reply }) => {
    checkDay(input);
    return sendExport(
      reply,
      input.format,
      (cursor) => listRevaluation(db, user, { ...input, pageSize: 500, cursor }),
      revaluationExport(language),
    );
  },
});
