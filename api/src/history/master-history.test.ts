import { history } from '@daybook/contracts/history';
import type { HistoryEvent, HistoryKind } from '@daybook/contracts/history';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { exchangeRates } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { packages } from '@daybook/contracts/settings/packages/packages';
import { services } from '@daybook/contracts/settings/services/services';
import { taxCodes } from '@daybook/contracts/settings/tax-codes/tax-codes';
import { dutch } from '../../test/entity-inputs.ts';
import { makeEntity, makeTaxCode } from '../../test/fixtures/masters.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let entityId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ name: 'Ada' });
  entityId = await makeEntity(api.db);
});
afterAll(() => api.stop());

const eventsOf = async (kind: HistoryKind, id: string): Promise<HistoryEvent[]> =>
  (await admin.call(history.of, { kind, id })).events;

const text = (value: string) => ({ as: 'text', text: value });

describe('the history of a master', () => {
  it('shows who created a department, and who is its head now', async () => {
    const made = await admin.call(departments.create, { name: 'Audit' });
    await admin.call(
      departments.edit,
      { id: made.id, name: 'Assurance', headId: admin.id, active: true },
      { version: 1 },
    );
    expect(await eventsOf('department', made.id)).toMatchObject([
      {
        by: 'Ada',
        action: 'departments.edit',
        isOwn: true,
        changes: expect.arrayContaining([
          { field: 'name', before: text('Audit'), after: text('Assurance') },
          { field: 'head', before: null, after: { as: 'name', text: 'Ada' } },
        ]),
      },
      { by: 'Ada', action: 'departments.create', isOwn: true },
    ]);
  });

  it('shows the price of a service as money', async () => {
    const taxCodeId = await makeTaxCode(api.db, { code: 'V20', rate: '20' });
    const form = { name: 'Payroll', taxCodeId, currency: 'EUR' };
    const made = await admin.call(services.create, { ...form, price: 10_000 });
    await admin.call(services.edit, { ...form, id: made.id, price: 12_050, active: true }, { version: 1 });
    const [edited] = await eventsOf('service', made.id);
    expect(edited?.changes).toEqual([
      {
        field: 'price',
        before: { as: 'money', minor: 10_000, currency: 'EUR' },
        after: { as: 'money', minor: 12_050, currency: 'EUR' },
      },
    ]);
  });

  it('shows the versions of a package with their prices', async () => {
    const taxCodeId = await makeTaxCode(api.db, { code: 'V19', rate: '19' });
    const { id: serviceId } = await admin.call(services.create, { name: 'Bookkeeping', taxCodeId });
    const sold = (price: number) => ({
      name: 'Small firm',
      entityId,
      cycle: 'monthly' as const,
      currency: 'EUR',
      price,
      services: [{ serviceId, qty: '1', share: price }],
    });
    const { id } = await admin.call(packages.create, sold(10_000));
    await admin.call(packages.edit, { ...sold(12_000), id, active: true }, { version: 1 });
    expect(await eventsOf('package', id)).toMatchObject([
      {
        action: 'packages.edit',
        parts: [{ part: 'version', step: 'added', no: 2, amount: { minor: 12_000, currency: 'EUR' } }],
      },
      { action: 'packages.create', parts: [] },
    ]);
  });

  it('shows a rate of a tax code that was added, with its first day', async () => {
    const made = await admin.call(taxCodes.create, {
      code: 'R',
      name: 'Reduced',
      regime: 'EU',
      kind: 'VAT',
      category: 'S',
      rate: '7',
      validFrom: '2020-01-01',
    });
    await admin.call(
      taxCodes.addRate,
      { id: made.id, rate: '9', validFrom: '2026-01-01' },
      { version: made.version },
    );
    const [added, created] = await eventsOf('tax_code', made.id);
    expect(added).toMatchObject({
      isOwn: true,
      parts: [
        {
          part: 'rate',
          step: 'added',
          changes: [
            { field: 'rate.validFrom', after: { as: 'date', date: '2026-01-01' } },
            { field: 'rate.rate', after: { as: 'decimal', text: '9' } },
          ],
        },
      ],
    });
    expect(created).toMatchObject({ action: 'tax-codes.create', parts: [] });
  });

  it('shows a corrected exchange rate', async () => {
    const pair = { from: 'USD', to: 'EUR', date: '2026-06-01', source: 'Bank' };
    const made = await admin.call(exchangeRates.create, { ...pair, rate: '0.9' });
    await admin.call(exchangeRates.edit, { ...pair, id: made.id, rate: '0.91' }, { version: 1 });
    const [edited] = await eventsOf('exchange_rate', made.id);
    expect(edited?.changes).toEqual([
      { field: 'rate', before: { as: 'decimal', text: '0.9' }, after: { as: 'decimal', text: '0.91' } },
    ]);
  });

  it('shows the address and the bank accounts of a billing entity', async () => {
    const form = dutch();
    const made = await admin.call(billingEntities.create, form);
    await admin.call(
      billingEntities.edit,
      {
        ...form,
        id: made.id,
        address: { ...form.address, line1: 'Keizersgracht 2' },
        bankAccounts: [{ label: 'Main', bank: 'ING', iban: 'NL91ABNA0417164300' }],
      },
      { version: made.version },
    );
    const [edited] = await eventsOf('billing_entity', made.id);
    expect(edited?.changes).toEqual(
      expect.arrayContaining([
        { field: 'address.line1', before: text('Herengracht 1'), after: text('Keizersgracht 2') },
        {
          field: 'bankAccounts',
          before: null,
          after: text(expect.stringContaining('NL91ABNA0417164300') as unknown as string),
        },
      ]),
    );
  });

  it.each([
    ['department', 'services'],
    ['service', 'departments'],
    ['tax_code', 'departments'],
    ['withholding_code', 'departments'],
    ['exchange_rate', 'services'],
    ['billing_entity', 'services'],
  ] as const)('of %s is refused to who may not open it', async (kind, key) => {
    const other = await api.as({ userType: 'manager', keys: [key] });
    const refused = await other.refused(history.of, { kind, id: admin.id });
    expect(refused).toMatchObject({ httpStatus: 403, code: 'PERM_DENIED' });
    expect(await admin.refused(history.of, { kind, id: admin.id })).toMatchObject({ code: 'NOT_FOUND' });
  });
});
