import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { minor } from '@daybook/contracts/money/money';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { postdatedCheques } from '@daybook/contracts/billing/receipts/postdated-cheques';
import { addDays } from '@daybook/contracts/plain-date';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { openSeriesFixture } from '../../../test/fixtures/series-fixture.ts';
import { openExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import { dutch } from '../../../test/entity-inputs.ts';
import { startTestApi } from '../../../test/test-api.ts';
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

describe('the rounding of an entity', () => {
  it('can be changed freely until a document is issued, then from a later day on', async () => {
    const made = await admin.call(billingEntities.create, dutch({ name: 'Rounded' }));
    const { id } = made;
    const asked = (more: object) => ({ ...dutch({ name: 'Rounded', ...more }), id });
    const free = await admin.call(billingEntities.edit, asked({ roundTotalTo: 5 }), { version: 1 });
    expect(free).toMatchObject({ roundTotalTo: 5, roundingFrom: null });
    const fixture = await openBillingFixture(api, admin, { entityId: id });
    await fixture.issued(1_000);
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

describe('the base currency of an entity', () => {
  it('cannot be changed while an expense in it is pending', async () => {
    const { id } = await admin.call(billingEntities.create, dutch({ name: 'With an expense' }));
    const expenseFixture = await openExpenseFixture(api);
    await expenseFixture.claimant.call(expenses.create, expenseFixture.expense({ entityId: id }));
    const inYen = { ...dutch({ name: 'With an expense', baseCurrency: 'JPY' }), id };
    expect(await admin.refused(billingEntities.edit, inYen, { version: 1 })).toMatchObject({
      code: 'BASE_CURRENCY_FROZEN',
      errors: { baseCurrency: [{ code: 'BASE_CURRENCY_FROZEN' }] },
    });
  });

  it('cannot be changed while a draft, a series or a post-dated cheque has an amount in it', async () => {
    const [drafted, coming, paid, free] = await Promise.all(
      [1, 2, 3, 4].map(() => openBillingFixture(api, owner)),
    );
    if (!drafted || !coming || !paid || !free) throw new Error('the four fixtures were not created');
    await drafted.draft(100_00);
    await api.db
      .updateTable('recurringTask')
      .set({ fee: minor(100_00), billingEntityId: coming.entityId })
      .where(
        'seriesId',
        '=',
        await (await openSeriesFixture(api.db)).task({ rrule: 'FREQ=MONTHLY;BYMONTHDAY=1' }),
      )
      .execute();
    const tomorrow = addDays(new Date().toISOString().slice(0, 10), 2);
    const cheque = { instrumentNo: '1', instrumentBank: 'First Bank', instrumentDate: tomorrow };
    await owner.call(
      postdatedCheques.create,
      paid.receipt(100_00, { mode: 'cheque', receiptDate: tomorrow, ...cheque }),
    );
    const inYen = ({ entityId }: BillingFixture) =>
      api.db.updateTable('billingEntity').set({ baseCurrency: 'JPY' }).where('id', '=', entityId).execute();
    for (const fixture of [drafted, coming, paid])
      await expect(inYen(fixture)).rejects.toMatchObject({ code: 'DB005' });
    // A draft in another currency without a rate has no amount in the base currency yet.
    await free.draft(100_00, { currency: 'USD' });
    await inYen(free);
  });

  it('cannot be changed once an entry is posted', async () => {
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
         values (gen_random_uuid(), $1, '2026-01-01', 'deposit', gen_random_uuid()) returning id`,
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
