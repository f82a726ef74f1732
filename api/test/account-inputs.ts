import { uuidv7 } from 'uuidv7';

const side = (name: 'debit' | 'credit') => ({ accountId: uuidv7(), [name]: 100 });

/** Inputs of the endpoints of the chart of accounts and of manual journals. */
export function ofAccounts({ entityId }: { entityId: string }): Record<string, Record<string, unknown>> {
  const account = { code: '4090', name: 'Other fees', type: 'income' };
  return {
    'ledger_accounts.list': { pageSize: 5 },
    'ledger_accounts.create': account,
    'ledger_accounts.edit': { ...account, active: true },
    // Its accounts are unknown.
    'journal.create': {
      entityId,
      date: '2026-03-01',
      reason: 'Accrual',
      lines: [side('debit'), side('credit')],
    },
    'journal.reverse': { date: '2026-03-01', reason: 'Accrued twice' },
  };
}
