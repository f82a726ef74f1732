import { uuidv7 } from 'uuidv7';

/** Valid inputs for the ledgers of clients and groups, and for the statements of account. */
export function ofLedgers({
  entityId,
  clientId,
}: {
  entityId: string;
  clientId: string;
}): Record<string, Record<string, unknown>> {
  const list = { pageSize: 5 };
  const party = { entityId, clientId };
  const ledger = { ...party, currency: 'EUR', asOf: '2026-06-30' };
  const groupLedger = { groupId: clientId, entityId, currency: 'EUR', asOf: ledger.asOf };
  const schedule = { name: `Schedule ${uuidv7()}`, every: 'month', onDay: 5 };
  return {
    'client_ledgers.open': ledger,
    'client_ledgers.export': { ...ledger, format: 'csv' },
    'client_ledgers.statement': ledger,
    'all_client_ledgers.list': list,
    'group_ledgers.find': { groupId: clientId, asOf: ledger.asOf },
    'group_ledgers.open': groupLedger,
    'group_ledgers.export': { ...groupLedger, format: 'csv' },
    'group_ledgers.statement': groupLedger,
    'statements.pdf': ledger,
    'statements.draft': { ...party, asOf: ledger.asOf },
    'statements.send': {
      id: uuidv7(),
      ...party,
      asOf: ledger.asOf,
      sentTo: ['ada@client.example'],
      subject: 'Statement',
      body: 'Dear Ada',
    },
    'statement_recipients.list': list,
    'statement_recipients.sendAll': { asOf: ledger.asOf },
    'statement_schedules.list': list,
    'statement_schedules.create': schedule,
    'statement_schedules.edit': schedule,
  };
}
