import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { services } from '@daybook/contracts/settings/services/services';
import { taxCodes } from '@daybook/contracts/settings/tax-codes/tax-codes';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { dutch, indian } from '../../../test/entity-inputs.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
});
afterAll(() => api.stop());

describe('the usual tax codes', () => {
  it('come with the first entity of a regime, and keep later changes', async () => {
    await admin.call(billingEntities.create, indian());
    const { rows } = await admin.call(taxCodes.list, { filter: { regime: 'IN' }, pageSize: 100 });
    expect(rows.map(({ code, rate }) => [code, rate])).toContainEqual(['GST18', '18']);
    const [first] = rows;
    if (!first) throw new Error('there is no tax code');
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
      dutch({ country: 'FR', docLocale: 'fr', address: { line1: '1 rue de la Paix', postal: '75002' } }),
    );
    const rateOf = async (q: string) =>
      (await admin.call(taxCodes.list, { q })).rows.map(({ code, rate }) => `${code} ${rate}`);
    expect(await rateOf('nl-')).toEqual(['NL-R1 9', 'NL-S 21']);
    const { rows } = await admin.call(taxCodes.list, { q: 'fr-' });
    expect(rows.map(({ name }) => name)).toEqual(['TVA 10 %', 'TVA 5,5 %', 'TVA 2,1 %', 'TVA 20 %']);
    expect(await rateOf('fr-')).toEqual(['FR-R1 10', 'FR-R2 5.5', 'FR-R3 2.1', 'FR-S 20']);
  });

  it('are offered with the usual one first, which is preset for a client at home', async () => {
    const french = dutch({ country: 'FR', address: { line1: '1 rue de la Paix', postal: '75002' } });
    const [fr, india] = [
      await admin.call(billingEntities.create, french),
      await admin.call(billingEntities.create, indian()),
    ];
    const offered = async (entityId: string, taxTreatment: string, country: string | null) => {
      const clientId = await makeClient(api.db, { entityId, crmId: admin.id, taxTreatment });
      if (country !== null) {
        const address = { clientId, no: 1, kind: 'billing', line1: '1 High Street', country };
        await api.db.insertInto('clientAddress').values(address).execute();
      }
      const basis = await admin.call(invoices.basis, { entityId, clientId, issueDate: '2026-11-02' });
      const codes = basis.taxCodes.map(({ code }) => code);
      const usual = basis.taxCodes.find(({ id }) => id === basis.usualTaxCodeId)?.code ?? null;
      return { first: codes[0], last: codes.at(-1), usual };
    };
    const atHome = { first: 'FR-S', last: 'EU-AE', usual: 'FR-S' };
    expect(await offered(fr.id, 'registered', 'FR')).toEqual(atHome);
    const abroad = { ...atHome, usual: null };
    expect(await offered(fr.id, 'eu_b2b', 'NL')).toEqual(abroad);
    expect(await offered(fr.id, 'registered', 'GB')).toEqual(abroad);
    expect(await offered(fr.id, 'exempt', 'FR')).toEqual(abroad);
    expect(await offered(india.id, 'unregistered', null)).toMatchObject({ first: 'GST18', usual: 'GST18' });
    expect(await offered(india.id, 'overseas', null)).toMatchObject({ first: 'GST18', usual: null });
  });

  it('can be used by services at once', async () => {
    await admin.call(billingEntities.create, dutch());
    const [code] = (await admin.call(taxCodes.list, { q: 'nl-s' })).rows;
    const made = await admin.call(services.create, { name: 'Audit', taxCodeId: code?.id ?? '' });
    expect(made.taxCode.label).toBe('VAT 21 %');
  });
});
