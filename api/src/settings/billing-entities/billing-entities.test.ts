import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { dutch, indian } from '../../../test/entity-inputs.ts';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
});
afterAll(() => api.stop());

describe('billing entities', () => {
  it('are created, opened, edited, deactivated and deleted', async () => {
    const made = await admin.call(
      billingEntities.create,
      indian({
        registrations: [{ scheme: 'IN:GSTIN', value: '27 aapfu 0939f 1zv' }],
        bankAccounts: [{ label: 'Main', accountNo: '0011223344', ifsc: 'hdfc0001234', upi: 'daybook@hdfc' }],
      }),
    );
    expect(made).toMatchObject({
      version: 1,
      taxStatus: 'registered',
      registrations: [{ scheme: 'IN:GSTIN', value: '27AAPFU0939F1ZV', region: null }],
      bankAccounts: [{ ifsc: 'HDFC0001234', iban: null }],
      chronology: 'warn',
      hasLogo: false,
      active: true,
    });
    expect(made.numberFormats).toHaveLength(10);
    expect(made.numberFormats[0]).toEqual({
      docKind: 'tax_invoice',
      prefix: 'INV',
      format: '{PFX}/{FY:25-26}/{SEQ:4}',
      start: 1,
      hasNumbers: false,
    });

    const edited = await admin.call(
      billingEntities.edit,
      { ...indian(), id: made.id, paymentTermsDays: 15, bankAccounts: made.bankAccounts },
      { version: 1 },
    );
    expect(edited).toMatchObject({ version: 2, paymentTermsDays: 15, registrations: [] });
    expect(edited.bankAccounts).toEqual(made.bankAccounts);
    expect(edited.numberFormats).toEqual(made.numberFormats);

    const rested = await admin.call(billingEntities.deactivate, { id: made.id }, { version: 2 });
    expect(rested.active).toBe(false);
    await admin.call(billingEntities.reactivate, { id: made.id }, { version: 3 });
    await admin.call(billingEntities.remove, { id: made.id }, { version: 4 });
    expect(await admin.refused(billingEntities.open, { id: made.id })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    ['IN:GSTIN', '27AAPFU0939F1ZV', 'IN-MH'],
    ['IN:GSTIN', '24AUTPV8831F1ZZ', 'IN-GJ'],
    ['IN:GSTIN', '29AABCF8078M1C8', 'IN-KA'],
    ['IN:PAN', 'ACUPA7085R', 'IN-KA'],
    ['JP:T', '5835678256246', 'IN-KA'],
    ['CN:USCC', '91110000600037341L', 'IN-KA'],
    ['FR:SIREN', '404833048', 'IN-KA'],
    ['FR:SIRET', '73282932000074', 'IN-KA'],
  ] as const)('accept %s %s', async (scheme, value, regionCode) => {
    const made = await admin.call(
      billingEntities.create,
      indian({
        address: { line1: '1', regionCode },
        registrations: [{ scheme, value }],
      }),
    );
    expect(made.registrations).toEqual([{ scheme, value, region: null, note: null }]);
  });

  it.each([
    ['IN:GSTIN', '27AAPFU0939F1ZO'],
    ['IN:GSTIN', '369296450896540'],
    ['IN:PAN', 'ABMXA3211G'],
    ['FR:SIREN', '404833047'],
  ] as const)('refuse %s %s on its field', async (scheme, value) => {
    const refused = await admin.refused(
      billingEntities.create,
      indian({ registrations: [{ scheme, value }] }),
    );
    expect(refused).toMatchObject({
      httpStatus: 422,
      code: 'TAX_ID_CHECKSUM',
      errors: { 'registrations.0.value': [{ code: 'TAX_ID_CHECKSUM' }] },
    });
  });

  it('refuse values that do not fit together, on the field', async () => {
    const wrongState = await admin.refused(
      billingEntities.create,
      indian({ registrations: [{ scheme: 'IN:GSTIN', value: '29AABCF8078M1C8' }] }),
    );
    expect(wrongState.errors).toEqual({ 'registrations.0.value': [{ code: 'GSTIN_OF_OTHER_STATE' }] });

    const noState = await admin.refused(
      billingEntities.create,
      indian({ address: { line1: 'MG Road 1', postal: '012345' } }),
    );
    expect(noState.errors).toEqual({
      'address.regionCode': [{ code: 'REQUIRED' }],
      'address.postal': [{ code: 'POSTAL_CODE' }],
    });

    const bad = {
      ...dutch(),
      country: 'Holland',
      baseCurrency: 'EURO',
      fyStart: '02-29',
      timezone: 'Mars/Olympus',
    };
    const banks = [
      { label: 'A', iban: 'DE89370400440532013001' },
      { label: 'B', accountNo: '1234', ifsc: 'HDFC1001234' },
      { label: 'C' },
    ];
    const refused = await admin.refused(billingEntities.create, { ...bad, bankAccounts: banks });
    expect(refused).toMatchObject({ httpStatus: 400, code: 'INPUT_INVALID' });
    expect(Object.keys(refused.errors).toSorted()).toEqual([
      'bankAccounts.0.iban',
      'bankAccounts.1.ifsc',
      'bankAccounts.2.iban',
      'baseCurrency',
      'country',
      'fyStart',
      'timezone',
    ]);
  });

  it('accept the IBANs of the worked figures', async () => {
    const ibans = ['GB29NWBK60161331926819', 'DE89 3704 0044 0532 0130 00'];
    const made = await admin.call(
      billingEntities.create,
      dutch({ bankAccounts: ibans.map((iban) => ({ label: 'Bank', iban })) }),
    );
    expect(made.bankAccounts.map(({ iban }) => iban)).toEqual([
      'GB29NWBK60161331926819',
      'DE89370400440532013000',
    ]);
  });

  it('refuse a duplicate name, and the second of two edits', async () => {
    const made = await admin.call(billingEntities.create, dutch());
    const twin = await admin.refused(billingEntities.create, dutch({ name: made.name.toUpperCase() }));
    expect(twin).toMatchObject({ code: 'ALREADY_EXISTS', errors: { name: [{ code: 'ALREADY_EXISTS' }] } });
    await admin.call(billingEntities.edit, { ...dutch(), id: made.id }, { version: 1 });
    const late = await admin.refused(billingEntities.edit, { ...dutch(), id: made.id }, { version: 1 });
    expect(late).toMatchObject({ httpStatus: 412, code: 'VERSION_CONFLICT', data: { version: 2 } });
  });

  it('are refused without the permission, and readable with any of the three', async () => {
    const made = await admin.call(billingEntities.create, dutch());
    const id = { id: made.id };
    const version = { version: 1 };
    const none = await api.as({
      keys: allBut('billing_entity.add', 'billing_entity.edit', 'billing_entity.delete'),
    });
    const reader = await api.as({ keys: ['billing_entity.edit'] });
    const editor = await api.as({ keys: allBut('billing_entity.edit') });
    const remover = await api.as({ keys: allBut('billing_entity.delete') });
    const denied = { httpStatus: 403, code: 'PERM_DENIED' };
    expect(await none.refused(billingEntities.list, {})).toMatchObject(denied);
    expect(await none.refused(billingEntities.open, id)).toMatchObject(denied);
    expect(await reader.call(billingEntities.open, id)).toEqual(made);
    expect(await reader.refused(billingEntities.create, dutch())).toMatchObject(denied);
    expect(await editor.refused(billingEntities.edit, { ...dutch(), ...id }, version)).toMatchObject(denied);
    expect(await remover.refused(billingEntities.deactivate, id, version)).toMatchObject(denied);
    expect(await remover.refused(billingEntities.remove, id, version)).toMatchObject(denied);
  });

  it('are found by name and by number', async () => {
    const made = await admin.call(
      billingEntities.create,
      dutch({ name: 'Grachtengordel', registrations: [{ scheme: 'EU:VAT', value: 'NL004495445B01' }] }),
    );
    for (const q of ['gracht', '004495445']) {
      const { rows } = await admin.call(billingEntities.list, { q });
      expect(rows.map(({ id }) => id)).toEqual([made.id]);
    }
    expect(await admin.call(billingEntities.total, { q: 'gracht' })).toEqual({ total: 1, isCapped: false });
    const answer = await admin.inject({ url: '/api/v1/billing-entities/export?format=csv&q=gracht' });
    expect(answer.body).toContain('Grachtengordel');
  });
});
