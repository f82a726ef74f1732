import { uuidv7 } from 'uuidv7';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { postdatedCheques } from '@daybook/contracts/billing/receipts/postdated-cheques';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { minor } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import { periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { dueOn, east, laterCheque, moveTo, todayIn, west } from '../../../test/fixtures/later-cheques.ts';
import { openVoucherFixture } from '../../../test/fixtures/voucher-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';
import { receivePostdated } from './postdated-cheques.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

const inZone = (timezone: string) => moveTo(api, fixture, timezone);
const keptIn = (baseCurrency: string) =>
  api.db.updateTable('billingEntity').set({ baseCurrency }).where('id', '=', fixture.entityId).execute();
const dayComes = () => inZone(east);

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
});
beforeEach(async () => {
  fixture = await openBillingFixture(api, admin);
  await inZone(west);
});
afterEach(async () => expect(await findBookFaults(api.db)).toEqual([]));
afterAll(() => api.stop());

const cheque = (more: Parameters<BillingFixture['receipt']>[1] = {}) => laterCheque(fixture, more);
const keep = (more: Parameters<typeof cheque>[0] = {}) => admin.call(postdatedCheques.create, cheque(more));
const refused = async (more: Parameters<typeof cheque>[0]) =>
  (await admin.refused(postdatedCheques.create, cheque(more))).errors;
const refusedReceipt = async (more: Parameters<typeof cheque>[0] = {}) =>
  (await admin.refused(receipts.create, cheque(more))).errors;
const kept = async (id: string) =>
  (await admin.call(postdatedCheques.list, { filter: { clientId: fixture.clientId } })).rows.find(
    (row) => row.id === id,
  );
const counts = async () =>
  (
    await api.ownerPool.query<object>(
      `select (select count(*) from receipt where entity_id = $1)::int as receipts,
        (select count(*) from journal_entry where entity_id = $1)::int as entries,
        (select count(*) from document_number where entity_id = $1)::int as numbers`,
      [fixture.entityId],
    )
  ).rows[0];

describe('a post-dated cheque', () => {
  it('is not a receipt yet: it has no number and no entry, and its invoice is outstanding', async () => {
    const invoice = await fixture.issued(1_000);
    const before = await counts();
    const { id } = await keep({ allocations: [{ invoiceId: invoice.id, amount: 1_000 }] });
    expect(await kept(id)).toMatchObject({
      status: 'waiting',
      dueOn: dueOn(),
      amount: 1_000,
      instrumentNo: '000123',
      receipt: null,
    });
    expect(await receivePostdated(api.db)).toBe(0);
    expect(await counts()).toEqual(before);
    expect(await admin.call(invoices.open, { id: invoice.id })).toMatchObject({ outstanding: 1_000 });
  });

  it('becomes one receipt on its date, whichever of several servers does it, and settles the intended invoices', async () => {
    const invoice = await fixture.issued(1_000);
    const { id } = await keep({ allocations: [{ invoiceId: invoice.id, amount: 1_000 }] });
    await dayComes();
    await Promise.all([receivePostdated(api.db), receivePostdated(api.db)]);
    const receipt = await admin.call(receipts.open, { id });
    expect(receipt).toMatchObject({ receiptDate: dueOn(), status: 'posted', allocated: 1_000 });
    expect(await kept(id)).toMatchObject({ status: 'received', receipt: { id, label: receipt.number } });
    expect((await admin.call(invoices.open, { id: invoice.id })).status).toBe('paid');
  });

  // docs/rules.md#held-installation
  it('waits while the installation is held, also after its date', async () => {
    const { id } = await keep();
    await dayComes();
    await api.ownerPool.query('update installation set held_since = now()');
    expect(await receivePostdated(api.db)).toBe(0);
    expect(await kept(id)).toMatchObject({ status: 'waiting', receipt: null });
    await api.ownerPool.query('update installation set held_since = null');
    expect(await receivePostdated(api.db)).toBe(1);
    expect(await kept(id)).toMatchObject({ status: 'received' });
  });

  it('becomes an advance for the part of the invoice that was paid by other means', async () => {
    const [one, other] = [await fixture.issued(600), await fixture.issued(400)];
    const allocations = [one, other].map((invoice) => ({ invoiceId: invoice.id, amount: invoice.total }));
    const { id } = await keep({ allocations });
    const receiptDate = todayIn(west);
    const paid = [{ invoiceId: one.id, amount: 500 }];
    await admin.call(receipts.create, fixture.receipt(500, { receiptDate, allocations: paid }));
    await dayComes();
    await receivePostdated(api.db);
    expect(await admin.call(receipts.open, { id })).toMatchObject({ allocated: 500, unallocated: 500 });
  });

  it('becomes a receipt even if its bank account was removed and the entity no longer writes off remainders', async () => {
    const account = { id: uuidv7(), label: 'Old account' };
    const settings = (bankAccounts: unknown[], writeOffLimit: number) =>
      api.db
        .updateTable('billingEntity')
        .set({ bankAccounts: JSON.stringify(bankAccounts), writeOffLimit: minor(writeOffLimit) })
        .where('id', '=', fixture.entityId)
        .execute();
    await settings([account], 100);
    const invoice = await fixture.issued(1_010);
    const allocations = [{ invoiceId: invoice.id, amount: 1_000, writeOffRemainder: true }];
    const { id } = await keep({ bankAccountId: account.id, allocations });
    await settings([], 5);
    await dayComes();
    await receivePostdated(api.db);
    expect(await admin.call(receipts.open, { id })).toMatchObject({ allocated: 1_000, bankAccount: null });
    expect(await admin.call(invoices.open, { id: invoice.id })).toMatchObject({ outstanding: 10 });
  });

  it('prevents a change of the base currency while it waits', async () => {
    const { id, version } = await keep({ currency: 'USD', fxRate: '0.9' });
    await expect(keptIn('GBP')).rejects.toMatchObject({ code: 'DB005' });
    await admin.call(postdatedCheques.withdraw, { id, reason: 'Lost' }, { version });
    await keptIn('GBP');
  });

  it('for a taxed advance is accepted if its receipt would be, and otherwise refused with the reason', async () => {
    const voucher = { voucherKind: 'advance_voucher' as const, advanceTaxCodeId: fixture.taxCodeId };
    expect((await admin.refused(postdatedCheques.create, cheque(voucher))).errors).toMatchObject({
      voucherKind: [{ code: 'ADVANCE_NOT_TAXED' }],
    });
    const india = await openVoucherFixture(api, admin);
    fixture = { ...fixture, entityId: india.entityId };
    await inZone(west);
    const { clientId, given } = await india.ofClient();
    const { id } = await admin.call(postdatedCheques.create, {
      ...cheque(),
      ...given(1_000),
      mode: 'cheque',
      receiptDate: dueOn(),
    });
    fixture = { ...fixture, clientId };
    await api.db.updateTable('taxCode').set({ active: false }).where('regime', '=', 'IN').execute();
    await dayComes();
    await receivePostdated(api.db);
    expect((await kept(id))?.failure?.code).toBe('ADVANCE_NOT_TAXED');
  });

  it('keeps waiting, with the reason, while its date is in a closed period, and delays no other cheque', async () => {
    const { id } = await keep();
    await dayComes();
    await admin.call(periodLocks.move, { id: fixture.entityId, lockedUntil: dueOn() });
    const own = fixture;
    fixture = await openBillingFixture(api, admin);
    await inZone(west);
    const other = await keep();
    await dayComes();
    await receivePostdated(api.db);
    expect(await kept(other.id)).toMatchObject({ status: 'received' });
    fixture = own;
    expect(await kept(id)).toMatchObject({
      status: 'waiting',
      failure: { code: 'PERIOD_LOCKED', params: { until: dueOn() } },
    });
    await admin.call(periodLocks.move, { id: fixture.entityId, lockedUntil: null, reason: 'Late cheque' });
    await api.ownerPool.query(`update postdated_cheque set not_before = now() where status = 'waiting'`);
    await receivePostdated(api.db);
    expect(await kept(id)).toMatchObject({ status: 'received', failure: null });
  });

  it('can be returned before its date, and then never becomes a receipt', async () => {
    const { id, version } = await keep();
    const given = await admin.call(
      postdatedCheques.withdraw,
      { id, reason: 'Paid by transfer' },
      { version },
    );
    expect(given.status).toBe('withdrawn');
    await dayComes();
    expect(await receivePostdated(api.db)).toBe(0);
    expect(
      await admin.refused(postdatedCheques.withdraw, { id, reason: 'Again' }, { version: given.version }),
    ).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
  });

  it('has a date within a year, and the mode cheque', async () => {
    const today = todayIn(west);
    expect(await refused({ receiptDate: today })).toMatchObject({
      receiptDate: [{ code: 'DATE_TOO_EARLY' }],
    });
    // The year is mistyped.
    expect(await refused({ receiptDate: addDays(today, 367) })).toMatchObject({
      receiptDate: [{ code: 'DATE_TOO_LATE' }],
    });
    expect(await refused({ mode: 'bank' })).toMatchObject({ mode: [{ code: 'NOT_A_CHEQUE' }] });
    expect(await refused({ instrumentNo: null })).toMatchObject({ instrumentNo: [{ code: 'REQUIRED' }] });
    const invoice = await fixture.issued(400);
    expect(await refused({ allocations: [{ invoiceId: invoice.id, amount: 500 }] })).toMatchObject({
      'allocations.0.amount': [{ code: 'ALLOC_EXCEEDS_TARGET' }],
    });
    expect(await refusedReceipt()).toMatchObject({ receiptDate: [{ code: 'POST_DATED' }] });
    // Received today, with the date written on the cheque in the future.
    const before = await counts();
    expect(await refusedReceipt({ receiptDate: today })).toMatchObject({
      instrumentDate: [{ code: 'POST_DATED' }],
    });
    expect(await counts()).toEqual(before);
    expect(await refused({ instrumentDate: addDays(today, 2) })).toMatchObject({
      instrumentDate: [{ code: 'POST_DATED' }],
    });
  });

  it('is visible within the scope of its client, found by its number and bank, and entered with the permission for receipts', async () => {
    const { id } = await keep();
    const stranger = await api.as({ userType: 'executive', keys: ['receipts.view', 'receipts.add'] });
    expect((await stranger.call(postdatedCheques.list, {})).rows).toEqual([]);
    expect(
      await stranger.refused(postdatedCheques.withdraw, { id, reason: 'x' }, { version: 1 }),
    ).toMatchObject({
      code: 'NOT_FOUND',
    });
    const filter = { clientId: fixture.clientId };
    const found = async (q: string) => (await admin.call(postdatedCheques.list, { q, filter })).rows.length;
    expect([await found('000123'), await found('first'), await found('elsewhere')]).toEqual([1, 1, 0]);
    const reader = await api.as({ userType: 'manager', scope: 'all', keys: ['receipts.view'] });
    expect(await reader.refused(postdatedCheques.create, cheque())).toMatchObject({ code: 'PERM_DENIED' });
  });

  it('the database refuses a receipt with a date in the future', async () => {
    await keep();
    const before = `update postdated_cheque set status = 'received', receipt_id = id where client_id = $1`;
    await expect(api.appPool.query(before, [fixture.clientId])).rejects.toMatchObject({
      code: 'DB001',
    });
    const today = { receiptDate: todayIn(west), instrumentDate: todayIn(west) };
    const { id } = await admin.call(receipts.create, cheque(today));
    const written = async (column: string) => {
      const { rows } = await api.ownerPool.query<{
        names: string;
      }>(`select string_agg(quote_ident(column_name), ', ') as names
        from information_schema.columns where table_name = 'receipt' and is_generated = 'NEVER'
          and column_name not in ('id', 'seq', 'number', '${column}')`);
      const names = rows[0]?.names ?? '';
      return api.ownerPool.query(
        `insert into receipt (id, seq, number, ${column}, ${names})
          select gen_random_uuid(), 99, 'X', $2::date, ${names} from receipt where id = $1`,
        [id, addDays(todayIn(west), 3)],
      );
    };
    for (const column of ['receipt_date', 'instrument_date'])
      await expect(written(column)).rejects.toMatchObject({ code: 'DB014' });
  });
});
