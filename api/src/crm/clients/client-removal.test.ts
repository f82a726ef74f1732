import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { openExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import { openSeriesFixture } from '../../../test/fixtures/series-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

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
});
