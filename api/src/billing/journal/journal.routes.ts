import { chartOfAccounts, journal, trialBalances } from '@daybook/contracts/billing/journal/journal';
import { implement } from '../../http/implement.ts';
import type { Route } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { countJournal, listJournal, openJournalEntry, pageOfJournalLines } from './journal.queries.ts';
import { postJournal } from './post-journal.ts';
import { reverseJournal } from './reverse-journal.ts';
import { listLedgerAccounts, openTrialBalance } from './trial-balance.queries.ts';
import { journalExport, trialBalanceExport } from './journal.export.ts';

const ofJournal = implement(
  'journal',
  journal,
)({
  list: ({ db, input }) => listJournal(db, input),
  total: ({ db, input }) => countJournal(db, input),
  export: ({ db, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => pageOfJournalLines(db, { ...input, pageSize: 500, cursor }),
      journalExport(language),
    ),
  open: ({ db, input }) => openJournalEntry(db, input.id),
  create: ({ db, input }) => postJournal(db, input),
  reverse: ({ db, input }) => reverseJournal(db, input),
});

const ofTrialBalance = implement(
  'trial_balance',
  trialBalances,
)({
  open: ({ db, input }) => openTrialBalance(db, input),
  export: async ({ db, input, language, reply }) => {
    const balance = await openTrialBalance(db, input);
    const rows = balance.rows.map((row) => ({ ...row, currency: balance.currency }));
    const whole = { rows, pageSize: rows.length, next: null, previous: null };
    return sendExport(
      reply,
      input.format,
      async () => whole,
      trialBalanceExport(language, balance, input.byDepartment ?? false),
    );
  },
});

const ofAccounts = implement(
  'chart_of_accounts',
  chartOfAccounts,
)({ list: async ({ db }) => ({ rows: await listLedgerAccounts(db) }) });

export const journalRoutes: readonly Route[] = [...ofJournal, ...ofTrialBalance, ...ofAccounts];
