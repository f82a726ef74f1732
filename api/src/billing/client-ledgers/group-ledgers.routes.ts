import { groupLedgers } from '@daybook/contracts/billing/client-ledgers/group-ledgers';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { checkPeriod } from '../documents/report-days.rules.ts';
import { groupLedgerExport, linesWithOpenings } from './group-ledgers.export.ts';
import {
  findGroupLedgers,
  groupHead,
  membersOf,
  openGroupLedger,
  pageOfGroupLines,
} from './group-ledgers.queries.ts';
import { sendGroupStatementPdf } from './statement-pdf.ts';

/** Each page computes the balance over all lines, so a file has few and long pages. */
const exportedAtOnce = 5_000;

export const groupLedgersRoutes = implement(
  'group_ledgers',
  groupLedgers,
)({
  find: async ({ db, user, input }) => {
    checkPeriod(undefined, input.asOf, 'asOf');
    return findGroupLedgers(db, user, input);
  },
  open: async ({ db, user, input }) => {
    checkPeriod(input.from, input.asOf, 'asOf');
    return openGroupLedger(db, user, input);
  },
  export: async ({ db, user, input, language, reply }) => {
    checkPeriod(input.from, input.asOf, 'asOf');
    const members = await membersOf(db, user, input.groupId);
    const head = await groupHead(db, members, input);
    return sendExport(
      reply,
      input.format,
      linesWithOpenings(head, input.order, (cursor) =>
        pageOfGroupLines(db, members, { ...input, cursor, pageSize: exportedAtOnce }),
      ),
      groupLedgerExport(language, head),
    );
  },
  statement: async ({ db, user, input, language, reply }) => {
    checkPeriod(input.from, input.asOf, 'asOf');
    return sendGroupStatementPdf(db, user, input, language, reply);
  },
});
