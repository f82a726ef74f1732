import { attribution, ownLedger, userLedgers } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import { refuseField } from '@daybook/contracts/refusals';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { checkPeriod } from '../documents/report-days.rules.ts';
import { attributionExport, exportedRows } from './attribution.export.ts';
import { findAttribution } from './attribution.queries.ts';
import { listBalances, ownBalances, totalBalances } from './user-balances.queries.ts';
import { sendUserLedgerPdf } from './user-ledger-pdf.ts';
import { exportedLines, userBalancesExport, userLedgerExport } from './user-ledgers.export.ts';
import { ledgerHead, openUserLedger } from './user-ledgers.queries.ts';

const checkDays = ({ from, asOf }: { from?: string | undefined; asOf: string }): void =>
  checkPeriod(from, asOf, 'asOf');

/** Refuses DATE_ORDER; both days of the period are required. */
function checkOrder({ from, to }: { from: string; to: string }): void {
  if (to < from) throw refuseField('INPUT_INVALID', 'to', {}, 'DATE_ORDER');
}

export const userLedgersRoutes = implement(
  'user_ledgers',
  userLedgers,
)({
  list: async ({ db, user, input }) => {
    checkPeriod(undefined, input.filter.asOf, 'filter.asOf');
    return listBalances(db, user, input);
  },
  total: async ({ db, user, input }) => {
    checkPeriod(undefined, input.filter.asOf, 'filter.asOf');
    return totalBalances(db, user, input);
  },
  export: async ({ db, user, input, language, reply }) => {
    checkPeriod(undefined, input.filter.asOf, 'filter.asOf');
    return sendExport(
      reply,
      input.format,
      (cursor) => listBalances(db, user, { ...input, pageSize: 500, cursor }),
      userBalancesExport(language),
    );
  },
  lines: async ({ db, user, input }) => {
    checkDays(input);
    return openUserLedger(db, user, input);
  },
  exportLines: async ({ db, user, input, language, reply }) => {
    checkDays(input);
    const head = await ledgerHead(db, user, input);
    return sendExport(
      reply,
      input.format,
      exportedLines(db, user, head, input),
      userLedgerExport(language, head),
    );
  },
  pdf: async ({ db, user, input, language, reply }) => {
    checkDays(input);
    return sendUserLedgerPdf(db, user, input, language, reply);
  },
});

export const ownLedgerRoutes = implement(
  'own_ledger',
  ownLedger,
)({
  balances: async ({ db, user, input }) => {
    checkDays(input);
    return ownBalances(db, user, input.asOf);
  },
  lines: async ({ db, user, input }) => {
    checkDays(input);
    return openUserLedger(db, user, { ...input, personId: user.id });
  },
  exportLines: async ({ db, user, input, language, reply }) => {
    checkDays(input);
    const own = { ...input, personId: user.id };
    const head = await ledgerHead(db, user, own);
    return sendExport(
      reply,
      input.format,
      exportedLines(db, user, head, own),
      userLedgerExport(language, head),
    );
  },
  pdf: async ({ db, user, input, language, reply }) => {
    checkDays(input);
    return sendUserLedgerPdf(db, user, { ...input, personId: user.id }, language, reply);
  },
});

export const attributionRoutes = implement(
  'attribution',
  attribution,
)({
  find: async ({ db, user, input }) => {
    checkOrder(input);
    return findAttribution(db, user, input);
  },
  export: async ({ db, user, input, language, reply }) => {
    checkOrder(input);
    const rows = exportedRows(await findAttribution(db, user, input));
    return sendExport(
      reply,
      input.format,
      () => Promise.resolve({ rows, pageSize: rows.length, next: null, previous: null }),
      attributionExport(language),
    );
  },
});
