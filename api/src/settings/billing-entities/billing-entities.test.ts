import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { postdatedCheques } from '@daybook/contracts/billing/receipts/postdated-cheques';
import { addDays } from '@daybook/contracts/plain-date';
import { openDesk } from '../../../test/desks/billing-desk.ts';
import type { BillingDesk } from '../../../test/desks/billing-desk.ts';
import { openSeriesDesk } from '../../../test/desks/series-desk.ts';
import { openExpenseDesk } from '../../../test/desks/expense-desk.ts';
import { dutch, indian } from '../../../test/entity-inputs.ts';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let owner: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  owner = await api.as({ userType: 'super_admin' });
});
afterAll(() => api.stop());

describe('billing entities', () => {
  it('are made, opened, edited, rested and removed', async () => {
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
    expect(made.numberFormats).toHaveLength(9);
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
  ] as const)('take %s %s', async (scheme, value, regionCode) => {
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

  it('refuse what does not go together, on the field', async () => {
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

  it('take the IBANs of the worked figures', async () => {
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

  it('refuse a name that is taken, and whoever saves second', async () => {
    const made = await admin.call(billingEntities.create, dutch());
    const twin = await admin.refused(billingEntities.create, dutch({ name: made.name.toUpperCase() }));
    expect(twin).toMatchObject({ code: 'ALREADY_EXISTS', errors: { name: [{ code: 'ALREADY_EXISTS' }] } });
    await admin.call(billingEntities.edit, { ...dutch(), id: made.id }, { version: 1 });
    const late = await admin.refused(billingEntities.edit, { ...dutch(), id: made.id }, { version: 1 });
    expect(late).toMatchObject({ httpStatus: 412, code: 'VERSION_CONFLICT', data: { version: 2 } });
  });

  it('are closed to whoever lacks the key, and read with any of the three', async () => {
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

describe('the rounding', () => {
  it('changes freely until something is issued, then from a later day on', async () => {
    const made = await admin.call(billingEntities.create, dutch({ name: 'Rounded' }));
    const { id } = made;
    const asked = (more: object) => ({ ...dutch({ name: 'Rounded', ...more }), id });
    const free = await admin.call(billingEntities.edit, asked({ roundTotalTo: 5 }), { version: 1 });
    expect(free).toMatchObject({ roundTotalTo: 5, roundingFrom: null });
    const desk = await openDesk(api, admin, { entityId: id });
    await desk.issued(1_000);
    const { version } = await admin.call(billingEntities.open, { id });
    const at = { version };
    expect(await admin.refused(billingEntities.edit, asked({ roundTotalTo: 0 }), at)).toMatchObject({
      errors: { roundingFrom: [{ code: 'REQUIRED' }] },
    });
    const early = asked({ roundTotalTo: 0, roundingFrom: '2026-03-01' });
    expect(await admin.refused(billingEntities.edit, early, at)).toMatchObject({
      errors: { roundingFrom: [{ code: 'DATE_TOO_EARLY', params: { earliest: '2026-03-02' } }] },
    });
    const later = await admin.call(
      billingEntities.edit,
      asked({ roundTotalTo: 0, roundingFrom: '2026-03-02' }),
      at,
    );
    expect(later).toMatchObject({ roundTotalTo: 0, roundingFrom: '2026-03-02' });
  });
});

describe('the base currency', () => {
  it('stays while an expense in it waits', async () => {
    const { id } = await admin.call(billingEntities.create, dutch({ name: 'With an expense' }));
    const expenseDesk = await openExpenseDesk(api);
    await expenseDesk.claimant.call(expenses.create, expenseDesk.expense({ entityId: id }));
    const inYen = { ...dutch({ name: 'With an expense', baseCurrency: 'JPY' }), id };
    expect(await admin.refused(billingEntities.edit, inYen, { version: 1 })).toMatchObject({
      code: 'BASE_CURRENCY_FROZEN',
      errors: { baseCurrency: [{ code: 'BASE_CURRENCY_FROZEN' }] },
    });
  });

  it('stays while a draft, work that comes back or a post-dated cheque has an amount in it', async () => {
    const [drafted, coming, paid, free] = await Promise.all([1, 2, 3, 4].map(() => openDesk(api, owner)));
    if (!drafted || !coming || !paid || !free) throw new Error('four desks');
    await drafted.draft(100_00);
    await api.db
      .updateTable('recurringTask')
      .set({ fee: 100_00, billingEntityId: coming.entityId })
      .where(
        'seriesId',
        '=',
        await (await openSeriesDesk(api.db)).task({ rrule: 'FREQ=MONTHLY;BYMONTHDAY=1' }),
      )
      .execute();
    const tomorrow = addDays(new Date().toISOString().slice(0, 10), 2);
    const cheque = { instrumentNo: '1', instrumentBank: 'First Bank', instrumentDate: tomorrow };
    await owner.call(
      postdatedCheques.create,
      paid.receipt(100_00, { mode: 'cheque', receiptDate: tomorrow, ...cheque }),
    );
    const inYen = ({ entityId }: BillingDesk) =>
      api.db.updateTable('billingEntity').set({ baseCurrency: 'JPY' }).where('id', '=', entityId).execute();
    for (const desk of [drafted, coming, paid])
      await expect(inYen(desk)).rejects.toMatchObject({ code: 'DB005' });
    // A draft in another currency that waits for its rate is in no base currency yet.
    await free.draft(100_00, { currency: 'USD' });
    await inYen(free);
  });

  it('stays once something is posted', async () => {
    const made = await admin.call(billingEntities.create, dutch());
    const edited = await admin.call(
      billingEntities.edit,
      { ...dutch({ baseCurrency: 'CHF' }), id: made.id },
      { version: 1 },
    );
    expect(edited.baseCurrency).toBe('CHF');
    const client = await api.ownerPool.connect();
    await client.query('begin');
    const entry = await client.query<{ id: string }>(
      `insert into journal_entry (id, entity_id, entry_date, source_type, source_id)
         values (gen_random_uuid(), $1, '2026-01-01', 'journal', gen_random_uuid()) returning id`,
      [made.id],
    );
    await client.query(
      `insert into journal_line (entry_id, no, entity_id, entry_date, account_id, currency, debit, credit, base_debit, base_credit)
         select $1, side.no, $2, '2026-01-01', a.id, 'CHF', side.debit, side.credit, side.debit, side.credit
         from (values (1, 'bank', 100, 0), (2, 'income', 0, 100)) as side (no, account, debit, credit)
         join ledger_account a on a.system_key = side.account`,
      [entry.rows[0]?.id, made.id],
    );
    await client.query('commit');
    client.release();
    const refused = await admin.refused(
      billingEntities.edit,
      { ...dutch({ baseCurrency: 'USD' }), id: made.id },
      { version: 2 },
    );
    expect(refused).toMatchObject({
      httpStatus: 409,
      code: 'BASE_CURRENCY_FROZEN',
      errors: { baseCurrency: [{ code: 'BASE_CURRENCY_FROZEN' }] },
    });
  });
});
