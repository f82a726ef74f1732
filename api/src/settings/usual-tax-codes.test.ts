import { billingEntities } from '@daybook/contracts/settings/billing-entities';
import { services } from '@daybook/contracts/settings/services';
import { taxCodes } from '@daybook/contracts/settings/tax-codes';
import { dutch, indian } from '../test/entity-inputs.ts';
import { startTestApi } from '../test/test-api.ts';
import type { Caller, TestApi } from '../test/test-api.ts';

let api: TestApi;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
});
afterAll(() => api.stop());

describe('the usual tax codes', () => {
  it('come with the first entity of a regime, and what was changed stays', async () => {
    await admin.call(billingEntities.create, indian());
    const { rows } = await admin.call(taxCodes.list, { filter: { regime: 'IN' }, pageSize: 100 });
    expect(rows.map(({ code, rate }) => [code, rate])).toContainEqual(['GST18', '18']);
    const [first] = rows;
    if (!first) throw new Error('no tax code');
    const { id, version, code, regime, kind, category } = first;
    await admin.call(
      taxCodes.edit,
      { id, code, regime, kind, category, name: 'Renamed', active: false },
      { version },
    );
    await admin.call(billingEntities.create, indian());
    const again = await admin.call(taxCodes.list, { filter: { regime: 'IN' }, pageSize: 100 });
    expect(again.rows).toHaveLength(rows.length);
    expect(again.rows.find((row) => row.id === id)).toMatchObject({ name: 'Renamed', active: false });
  });

  it('are those of the country where the regime has many', async () => {
    await admin.call(billingEntities.create, dutch());
    await admin.call(
      billingEntities.create,
      dutch({ country: 'FR', address: { line1: '1 rue de la Paix', postal: '75002' } }),
    );
    const rateOf = async (q: string) =>
      (await admin.call(taxCodes.list, { q })).rows.map(({ code, rate }) => `${code} ${rate}`);
    expect(await rateOf('nl-')).toEqual(['NL-R1 9', 'NL-S 21']);
    expect(await rateOf('fr-')).toEqual(['FR-R1 10', 'FR-R2 5.5', 'FR-R3 2.1', 'FR-S 20']);
  });

  it('serve services at once', async () => {
    await admin.call(billingEntities.create, dutch());
    const [code] = (await admin.call(taxCodes.list, { q: 'nl-s' })).rows;
    const made = await admin.call(services.create, { name: 'Audit', taxCodeId: code?.id ?? '' });
    expect(made.taxCode.label).toBe('VAT standard rate (NL)');
  });
});
