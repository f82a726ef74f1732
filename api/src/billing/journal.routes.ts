import { journal, ledgerAccounts, trialBalances } from '@daybook/contracts/billing/journal';
import { implement } from '../http/implement.ts';
import type { Route } from '../http/implement.ts';
import { sendExport } from '../http/send-export.ts';
import { countJournal, listJournal, openJournalEntry, pageOfJournalLines } from './journal.queries.ts';
import { listLedgerAccounts, openTrialBalance } from './trial-balance.queries.ts';

const ofJournal = implement(
  'journal',
  journal,
)({
  list: ({ db, input }) => listJournal(db, input),
  total: ({ db, input }) => countJournal(db, input),
  export: ({ db, input, reply }) =>
    sendExport(
      reply,
      'journal',
      input.format,
      (cursor) => pageOfJournalLines(db, { ...input, pageSize: 500, cursor }),
      [
        { header: 'Date', value: (row) => row.date },
        { header: 'Billing entity', value: (row) => row.entity.label },
        { header: 'Entry', value: (row) => row.id },
        { header: 'Source', value: (row) => row.source },
        { header: 'Document', value: (row) => row.document?.number },
        { header: 'Account', value: ({ line }) => line.account.code },
        { header: 'Account name', value: ({ line }) => line.account.name },
        { header: 'Client', value: ({ line }) => line.client?.label },
        { header: 'Person', value: ({ line }) => line.person?.label },
        { header: 'Debit', money: ({ line }) => line.debit, currency: ({ line }) => line.currency },
        { header: 'Credit', money: ({ line }) => line.credit, currency: ({ line }) => line.currency },
        { header: 'Currency', value: ({ line }) => line.currency },
        { header: 'Base debit', money: ({ line }) => line.baseDebit, currency: (row) => row.baseCurrency },
        { header: 'Base credit', money: ({ line }) => line.baseCredit, currency: (row) => row.baseCurrency },
        { header: 'Base currency', value: (row) => row.baseCurrency },
      ],
    ),
  open: ({ db, input }) => openJournalEntry(db, input.id),
});

const ofTrialBalance = implement(
  'trial_balance',
  trialBalances,
)({
  open: ({ db, input }) => openTrialBalance(db, input),
  export: async ({ db, input, reply }) => {
    const { rows, currency: base } = await openTrialBalance(db, input);
    const currency = () => base;
    const whole = { rows, pageSize: rows.length, next: null, previous: null };
    return sendExport(reply, 'trial-balance', input.format, async () => whole, [
      { header: 'Account', value: ({ account }) => account.code },
      { header: 'Name', value: ({ account }) => account.name },
      { header: 'Type', value: ({ account }) => account.type },
      { header: 'Debit', money: (row) => row.debit, currency },
      { header: 'Credit', money: (row) => row.credit, currency },
      { header: 'Currency', value: currency },
    ]);
  },
});

const ofAccounts = implement(
  'ledger_accounts',
  ledgerAccounts,
)({ list: async ({ db }) => ({ rows: await listLedgerAccounts(db) }) });

/** The books to read. */
export const journalRoutes: readonly Route[] = [...ofJournal, ...ofTrialBalance, ...ofAccounts];
