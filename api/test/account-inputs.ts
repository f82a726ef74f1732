/** Inputs of the endpoints of the chart of accounts. */
export function ofAccounts(): Record<string, Record<string, unknown>> {
  const account = { code: '4090', name: 'Other fees', type: 'income' };
  return {
    'ledger_accounts.list': { pageSize: 5 },
    'ledger_accounts.create': account,
    'ledger_accounts.edit': { ...account, active: true },
  };
}
