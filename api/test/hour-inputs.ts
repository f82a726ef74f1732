import { uuidv7 } from 'uuidv7';

/** Inputs of the endpoints of charge rates, cost rates, timesheets and unbilled hours; the task is unknown. */
export function ofHours({
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
    'timesheets.open': { weekOn: '2026-01-05' },
    'timesheets.submit': { weekOn: '2026-01-05' },
    'timesheets.return': { reason: 'Friday is missing' },
    'timesheet_approvals.list': { pageSize: 5, filter: { state: 'all' } },
    'timesheet_approvals.approve': { weeks: [{ id: uuidv7(), version: 1 }] },
    'timesheet_approvals.return': { weeks: [{ id: uuidv7(), version: 1 }], reason: 'Friday is missing' },
    'unbilled_hours.list': { pageSize: 5 },
    'unbilled_hours.bill': {
      from: '2026-01-01',
      to: '2026-12-31',
      tasks: [{ id: uuidv7(), taskId: uuidv7() }],
    },
  };
}
