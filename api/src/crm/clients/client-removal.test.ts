import { sql } from 'kysely';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { clientDocuments } from '@daybook/contracts/crm/client-documents/client-documents';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { openExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import { makeClient, makeEntity } from '../../../test/fixtures/masters.ts';
import { openSeriesFixture } from '../../../test/fixtures/series-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { usesOfClient } from './remove-client.ts';

let api: TestApi;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
});
afterAll(() => api.stop());

const usesOf = async (id: string) => {
  const { version } = await admin.call(clients.open, { id });
  const { code, params } = await admin.refused(clients.remove, { id }, { version });
  return { code, uses: params?.['usedBy'] };
};

describe('the removal of a client', () => {
  it('is refused by an expense, which the refusal names', async () => {
    const fixture = await openExpenseFixture(api);
    const { claimant, clientId } = fixture;
    await claimant.call(expenses.create, fixture.expense({ clientId }));
    expect(await usesOf(clientId)).toEqual({ code: 'REFERENCED', uses: [{ kind: 'expenses', count: 1 }] });
  });

  it('is refused by series of tasks and invoices, which the refusal names', async () => {
    const fixture = await openSeriesFixture(api.db);
    const rrule = 'FREQ=MONTHLY;BYMONTHDAY=1';
    await fixture.task({ rrule });
    await fixture.invoice({ rrule });
    expect(await usesOf(fixture.clientId)).toEqual({
      code: 'REFERENCED',
      uses: [
        { kind: 'recurring_invoices', count: 1 },
        { kind: 'recurring_tasks', count: 1 },
      ],
    });
  });

  it('is refused by the client group that it pays for, which the refusal names', async () => {
    const { clientId } = await openExpenseFixture(api);
    await admin.call(clientGroups.create, {
      name: 'A family',
      memberIds: [clientId],
      payerClientId: clientId,
    });
    expect(await usesOf(clientId)).toEqual({
      code: 'REFERENCED',
      uses: [{ kind: 'client_groups', count: 1 }],
    });
  });

  it('is refused by what was noted and kept for the client, but not by a withdrawn note', async () => {
    const crm = await api.as({ userType: 'crm' });
    const entityId = await makeEntity(api.db);
    const kept = await makeClient(api.db, { entityId, crmId: crm.id });
    await admin.call(clientNotes.add, { id: kept, body: 'Kept for ten years' });
    await admin.call(clientDocuments.create, { clientId: kept, kind: 'other', originalAt: 'Safe 4' });
    expect(await usesOf(kept)).toEqual({
      code: 'REFERENCED',
      uses: [
        { kind: 'client_documents', count: 1 },
        { kind: 'client_notes', count: 1 },
      ],
    });

    const mistaken = await makeClient(api.db, { entityId, crmId: crm.id });
    const { id, version } = await admin.call(clientNotes.add, { id: mistaken, body: 'Wrong client' });
    await admin.call(clientNotes.takeBack, { id: mistaken, noteId: id }, { version });
    await admin.call(clients.remove, { id: mistaken }, { version: 1 });
    expect((await admin.refused(clients.open, { id: mistaken })).code).toBe('NOT_FOUND');
  });

  it('knows every table that refers to a client', async () => {
    // A part of the client that goes with it, or a sum that is empty without what is counted.
    const parts = [
      'address',
      'contact',
      'department',
      'executive',
      'registration',
      'reminders',
      'follow_up',
      'erasure',
    ];
    const sums = ['change', 'facts', 'ledger_month', 'owed', 'year'];
    const partsAndSums = [
      'merged_client',
      'charge_rate',
      ...[...parts, ...sums].map((part) => `client_${part}`),
    ];
    const ofAnother = ['invoice_state', 'credit_note_state', 'withholding_entry', 'pending_total'];
    const untilTomorrow = ['import_made', 'reminder_proposal'];
    const { rows } = await api.ownerPool.query<{ name: string }>(
      `select distinct conrelid::regclass::text as name from pg_constraint where confrelid = 'client'::regclass and contype = 'f'`,
    );
    const asked = usesOfClient(sql`null`).compile(api.db).sql;
    const unknown = rows
      .map(({ name }) => name)
      .filter((name) => ![...partsAndSums, ...ofAnother, ...untilTomorrow].includes(name))
      .filter((name) => !new RegExp(`\\bfrom ${name}\\b`).test(asked));
    expect(unknown).toEqual([]);
  });
});
