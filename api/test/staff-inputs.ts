/** Valid inputs for the ledgers of persons, and for what is attributed to them. */
export function ofUserLedgers({
  entityId,
  personId,
}: {
  entityId: string;
  personId: string;
}): Record<string, Record<string, unknown>> {
  const list = { pageSize: 5 };
  const asOf = '2026-06-30';
  const own = { entityId, currency: 'EUR', asOf };
  const ledger = { personId, ...own };
  const year = { from: '2026-01-01', to: asOf };
  return {
    'staff_vouchers.list': list,
    'user_ledgers.list': list,
    'user_ledgers.lines': ledger,
    'user_ledgers.exportLines': { ...ledger, format: 'csv' },
    'user_ledgers.pdf': ledger,
    'own_ledger.balances': { asOf },
    'own_ledger.lines': own,
    'own_ledger.exportLines': { ...own, format: 'csv' },
    'own_ledger.pdf': own,
    'attribution.find': year,
    'attribution.export': { ...year, format: 'csv' },
  };
}
