import { ledgerAccounts } from '@daybook/contracts/settings/accounts/accounts';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { accountExport } from './accounts.export.ts';
import { countAccounts, getAccount, listAccounts } from './accounts.queries.ts';
import { createAccount, editAccount } from './save-account.ts';

export const accountsRoutes = implement(
  'ledger_accounts',
  ledgerAccounts,
)({
  list: ({ db, input, language }) => listAccounts(db, input, language),
  total: ({ db, input, language }) => countAccounts(db, input, language),
  export: ({ db, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listAccounts(db, { ...input, pageSize: 500, cursor }, language),
      accountExport(language),
    ),
  open: ({ db, input, language }) => getAccount(db, input.id, language),
  create: ({ db, input, language }) => createAccount(db, input, language),
  edit: ({ db, input, version, language }) => editAccount(db, input, version, language),
});
