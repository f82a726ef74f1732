import { taxRegisters } from '@daybook/contracts/receivables/tax-registers/tax-registers';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { dutch } from '../../../test/entity-inputs.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
});
afterAll(() => api.stop());

const fromJuly = [{ from: '2026-07-01', due: 'payment' as const }];
const made = (more: object = {}) => admin.call(billingEntities.create, dutch(more));
const exported = (entityId: string) =>
  admin.call(taxRegisters.mark, { entityId, register: 'output', from: '2026-04-01', to: '2026-06-30' });

// docs/rules.md#tax-due-by-payment
describe('when the tax of a billing entity falls due', () => {
  it('is with the invoice until a day from which it is otherwise, and a page that does not know of it changes nothing', async () => {
    const entity = await made({ name: 'Due One' });
    expect(entity).toMatchObject({ taxDue: 'invoice', taxDueChanges: [] });
    const input = { ...dutch({ name: 'Due One' }), id: entity.id };
    const edited = await admin.call(
      billingEntities.edit,
      { ...input, taxDue: 'payment', taxDueChanges: [{ from: '2026-07-01', due: 'invoice' }] },
      { version: 1 },
    );
    expect(edited).toMatchObject({
      taxDue: 'payment',
      taxDueChanges: [{ from: '2026-07-01', due: 'invoice' }],
    });
    expect(await admin.call(billingEntities.edit, input, { version: 2 })).toMatchObject({
      taxDue: 'payment',
      taxDueChanges: [{ from: '2026-07-01', due: 'invoice' }],
    });
  });

  it('has its changes in the order of their days', async () => {
    const refused = await admin.refused(
      billingEntities.create,
      dutch({ taxDueChanges: [...fromJuly, { from: '2026-07-01', due: 'invoice' }] }),
    );
    expect(refused.errors).toEqual({
      'taxDueChanges.1.from': [{ code: 'DATE_TOO_EARLY', params: { earliest: '2026-07-02' } }],
    });
  });

  it('changes only for days after the last exported one', async () => {
    const { id } = await made({ name: 'Due Two' });
    await exported(id);
    const input = { ...dutch({ name: 'Due Two' }), id };
    const refused = async (change: object) =>
      (await admin.refused(billingEntities.edit, { ...input, ...change }, { version: 1 })).errors;
    expect(await refused({ taxDueChanges: [{ from: '2026-06-30', due: 'payment' }] })).toEqual({
      'taxDueChanges.0.from': [{ code: 'DATE_TOO_EARLY', params: { earliest: '2026-07-01' } }],
    });
    expect(await refused({ taxDue: 'payment' })).toEqual({
      taxDue: [{ code: 'TAX_DUE_EXPORTED', params: { until: '2026-06-30' } }],
    });
    const edited = await admin.call(
      billingEntities.edit,
      { ...input, taxDueChanges: fromJuly },
      { version: 1 },
    );
    expect(edited.taxDueChanges).toEqual(fromJuly);
  });

  it('is guarded by the database too', async () => {
    const { id } = await made({ name: 'Due Three' });
    const change = (changes: unknown) =>
      api.ownerPool.query('update billing_entity set tax_due_changes = $1 where id = $2', [
        JSON.stringify(changes),
        id,
      ]);
    for (const unsound of [
      { from: '2026-07-01' },
      [{ from: '2026-07-01', due: 'later' }],
      [{ due: 'payment' }],
      [...fromJuly, { from: '2026-06-01', due: 'invoice' }],
    ])
      await expect(change(unsound)).rejects.toMatchObject({ constraint: 'billing_entity_tax_due_changes' });
    await exported(id);
    await expect(change([{ from: '2026-06-30', due: 'payment' }])).rejects.toMatchObject({ code: 'DB110' });
    await expect(change(fromJuly)).resolves.toMatchObject({ rowCount: 1 });
    await expect(change([])).resolves.toMatchObject({ rowCount: 1 });
  });
});
