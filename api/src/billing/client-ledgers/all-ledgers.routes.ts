import { allLedgers } from '@daybook/contracts/billing/client-ledgers/all-ledgers';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { allLedgersExport } from './all-ledgers.export.ts';
import { listLedgers, totalLedgers } from './all-ledgers.queries.ts';
import { checkPeriod } from '../documents/report-days.rules.ts';

type Days = { filter: { from?: string | undefined; to?: string | undefined } };

const checkDays = ({ filter: { from, to } }: Days): void => checkPeriod(from, to, 'filter.to');

export const allLedgersRoutes = implement(
  'all_client_ledgers',
  allLedgers,
)({
  list: async ({ db, user, input }) => {
    checkDays(input);
    return listLedgers(db, user, input);
  },
  total: async ({ db, user, input }) => {
    checkDays(input);
    return totalLedgers(db, user, input);
  },
  export: async ({ db, user, input, language, reply }) => {
    checkDays(input);
    return sendExport(
      reply,
      input.format,
      (cursor) => listLedgers(db, user, { ...input, pageSize: 500, cursor }),
      allLedgersExport(language),
    );
  },
});
