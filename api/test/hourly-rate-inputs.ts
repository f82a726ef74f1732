/** Inputs of the endpoints of charge rates and cost rates. */
export function ofHourlyRates({
  personId,
  clientId,
}: {
  personId: string;
  clientId: string;
}): Record<string, Record<string, unknown>> {
  const rate = { currency: 'EUR', rate: 9_000, validFrom: '2026-01-01' };
  return {
    'charge-rates.list': { pageSize: 5 },
    'charge-rates.create': { ...rate, clientId },
    'charge-rates.edit': { ...rate, clientId },
    'cost-rates.list': { pageSize: 5 },
    'cost-rates.create': { ...rate, personId },
    'cost-rates.edit': { ...rate, personId },
  };
}
