import { z } from 'zod';
import { accountTypes } from '../../billing/journal/journal.ts';
import { forAdmins } from '../../endpoint.ts';
import { ById, OwnId, Uuid, Version, requiredText } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { createEndpoint, editEndpoint, listEndpoints, openEndpoint } from '../../usual-endpoints.ts';

/** An account of the chart, with its name in the caller's language. */
export const Account = z.object({
  id: Uuid,
  version: Version,
  code: z.string(),
  name: z.string(),
  type: z.enum(accountTypes),
  /** Documents post to it by themselves; it never changes. */
  isSystem: z.boolean(),
  /** Only documents post to it: a manual journal cannot. */
  keptByDocuments: z.boolean(),
  active: z.boolean(),
});
export type Account = z.infer<typeof Account>;

const fields = {
  code: requiredText(20).pipe(z.string().regex(/^[0-9A-Z][0-9A-Z.-]*$/, 'ACCOUNT_CODE')),
  name: requiredText(120),
  /** Fixed once something is posted to the account. */
  type: z.enum(accountTypes),
};

const Query = listQuery(['code', '-code'], {
  type: z.enum(accountTypes),
  active: z.stringbool(),
  keptByDocuments: z.stringbool(),
});

/** The chart of accounts. Accounts are deactivated and never deleted. */
export const ledgerAccounts = {
  ...listEndpoints('/ledger-accounts', forAdmins, { query: Query, row: Account, total: ListTotal }),
  open: openEndpoint('/ledger-accounts', forAdmins, Account),
  create: createEndpoint('/ledger-accounts', forAdmins, {
    input: z.object({ id: OwnId, ...fields }),
    output: Account,
  }),
  edit: editEndpoint('/ledger-accounts', forAdmins, {
    input: ById.extend(fields).extend({ active: z.boolean() }),
    output: Account,
  }),
};
