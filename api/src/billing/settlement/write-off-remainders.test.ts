import { clientLedgers } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import { cheques } from '@daybook/contracts/billing/receipts/cheques';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import { entryOf, openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeEntity } from '../../../test/fixtures/masters.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  const entityId = await makeEntity(api.db, { writeOffLimit: 50 });
  fixture = await openBillingFixture(api, admin, { entityId });
});
afterAll(() => api.stop());

const date = '2026-05-01';
const open = (id: string) => admin.call(invoices.open, { id });
const row = (invoiceId: string, amount: number) => ({ invoiceId, amount, writeOffRemainder: true });
const short = (invoiceId: string, amount: number, more: object = {}) =>
  fixture.receipt(amount, { allocations: [row(invoiceId, amount)], ...more });

describe('a payment that is slightly short', () => {
  it('settles its invoice in full, and the remainder has an entry of its own', async () => {
    const invoice = await fixture.issued(10_000);
    const [offered] = await admin.call(receipts.openInvoices, {
      clientId: fixture.clientId,
      entityId: fixture.entityId,
      currency: 'EUR',
    });
    expect(offered).toMatchObject({ id: invoice.id, writeOffLimit: 50 });
    const receipt = await admin.call(receipts.create, short(invoice.id, 9_950));
    expect(receipt).toMatchObject({
      allocated: 9_950,
      unallocated: 0,
      allocations: [{ amount: 9_950, writtenOff: 50 }],
    });
    const paid = await open(invoice.id);
    expect(paid).toMatchObject({ status: 'paid', outstanding: 0, paid: 9_950, writtenOff: 50 });
    const [rest] = paid.writeOffs;
    expect(rest).toMatchObject({
      date: '2026-04-05',
      amount: 50,
      reason: null,
      receipt: { id: receipt.id, label: receipt.number },
    });
    expect(await entryOf(api, receipt.id)).toEqual({ bank: 9_950, receivable: -9_950 });
    expect(await entryOf(api, rest?.id ?? '')).toEqual({ bad_debt: 50, receivable: -50 });
    const { rows } = await admin.call(invoices.list, { filter: { status: ['paid'] } });
    expect(rows.map(({ id }) => id)).toContain(invoice.id);
  });

  it('is refused on its row when the remainder exceeds the entity’s limit', async () => {
    const invoice = await fixture.issued(10_000);
    const refused = await admin.refused(receipts.create, short(invoice.id, 9_949));
    expect(refused.code).toBe('WRITE_OFF_OVER_LIMIT');
    expect(refused.errors['allocations.0.amount']?.[0]?.code).toBe('WRITE_OFF_OVER_LIMIT');
    expect(await open(invoice.id)).toMatchObject({ outstanding: 10_000, writtenOff: 0 });
    const strict = await openBillingFixture(api, admin);
    const other = await strict.issued(100);
    const allocations = [row(other.id, 99)];
    expect((await admin.refused(receipts.create, strict.receipt(99, { allocations }))).code).toBe(
      'WRITE_OFF_OVER_LIMIT',
    );
  });

  it('writes off nothing when nothing remains, and the remainder of one invoice in two rows once', async () => {
    const [whole, twice] = [await fixture.issued(100), await fixture.issued(100)];
    const allocations = [row(whole.id, 100), row(twice.id, 40), row(twice.id, 50)];
    const receipt = await admin.call(receipts.create, fixture.receipt(190, { allocations }));
    expect(receipt.allocations.reduce((all, { writtenOff }) => all + writtenOff, 0)).toBe(10);
    expect(await open(whole.id)).toMatchObject({ status: 'paid', writtenOff: 0 });
    expect(await open(twice.id)).toMatchObject({ status: 'paid', writtenOff: 10 });
  });

  it('makes the remainder outstanding again when its allocation or receipt is reversed', async () => {
    const invoice = await fixture.issued(10_000);
    const advance = await admin.call(receipts.create, fixture.receipt(9_960));
    const allocations = [row(invoice.id, 9_960)];
    const { id } = advance;
    const allocated = await admin.call(receipts.allocate, { id, date: '2026-04-10', allocations });
    expect(await open(invoice.id)).toMatchObject({ status: 'paid', writeOffs: [{ date: '2026-04-10' }] });
    const allocationId = allocated.allocations[0]?.id ?? '';
    const freed = await admin.call(receipts.unallocate, { id, allocationId, date });
    expect(freed.allocations).toMatchObject([{ reversedOn: date, writtenOff: 0 }]);
    const owed = { status: 'issued', outstanding: 10_000, writtenOff: 0 };
    expect(await open(invoice.id)).toMatchObject({ ...owed, writeOffs: [{ reversedOn: date }] });
    await admin.call(receipts.allocate, { id, date, allocations });
    expect(await open(invoice.id)).toMatchObject({ status: 'paid', writtenOff: 40 });
    await admin.call(receipts.reverse, { id, date, reason: 'Recalled' });
    expect(await open(invoice.id)).toMatchObject(owed);
    const ledger = { clientId: fixture.clientId, entityId: fixture.entityId, currency: 'EUR' };
    const { rows } = await admin.call(clientLedgers.open, { ...ledger, asOf: date });
    const own = rows.filter(({ document }) => document.id === invoice.id);
    expect(own.reduce((all, { debit, credit }) => all + debit - credit, 0)).toBe(10_000);
  });

  it('writes the remainder off again when its bounced cheque is deposited once more', async () => {
    const invoice = await fixture.issued(1_000);
    const cheque = {
      mode: 'cheque',
      instrumentNo: '42',
      instrumentBank: 'ING',
      instrumentDate: '2026-04-01',
    } as const;
    const { id } = await admin.call(receipts.create, short(invoice.id, 990, cheque));
    await admin.call(receipts.reverse, { id, date, reason: 'No funds', bounced: true });
    expect(await open(invoice.id)).toMatchObject({ outstanding: 1_000 });
    await admin.call(cheques.redeposit, { id, receiptDate: date });
    expect(await open(invoice.id)).toMatchObject({ status: 'paid', writtenOff: 10 });
  });

  it('measures the remainder in the base currency, at the rate of the invoice', async () => {
    const invoice = await fixture.issued(1_000, { currency: 'USD', fxRate: '0.5' });
    const usd = { currency: 'USD', fxRate: '0.6' };
    const query = { clientId: fixture.clientId, entityId: fixture.entityId, currency: 'USD' };
    expect(await admin.call(receipts.openInvoices, query)).toMatchObject([{ writeOffLimit: 100 }]);
    expect((await admin.refused(receipts.create, short(invoice.id, 898, usd))).code).toBe(
      'WRITE_OFF_OVER_LIMIT',
    );
    await admin.call(receipts.create, short(invoice.id, 900, usd));
    const paid = await open(invoice.id);
    expect(paid).toMatchObject({ status: 'paid', writtenOff: 100 });
    expect(await entryOf(api, paid.writeOffs[0]?.id ?? '', 'base')).toEqual({
      bad_debt: 50,
      receivable: -50,
    });
  });

  it('writes off the remainder even if an admin has written off a part before', async () => {
    const invoice = await fixture.issued(1_000);
    await admin.call(writeOffs.create, { id: invoice.id, amount: 300, date, reason: 'Goodwill' }, invoice);
    await admin.call(receipts.create, short(invoice.id, 690, { receiptDate: date }));
    expect(await open(invoice.id)).toMatchObject({ status: 'written_off', writtenOff: 310 });
  });
});

const refusedAs = (statement: string, ...values: unknown[]) => refusedInSql(api, [statement, values]);
const paidWith = async (amount: number) => {
  const invoice = await fixture.issued(1_000);
  const allocations = [{ invoiceId: invoice.id, amount }];
  return (await admin.call(receipts.create, fixture.receipt(amount, { allocations }))).id;
};

describe('the database', () => {
  const insert = `insert into write_off (id, invoice_id, allocation_id, amount, base, written_off_on)
    select gen_random_uuid(), invoice_id, id, $2, $3, $4 from allocation where receipt_id = $1`;

  it('refuses a write-off that is not the remainder of a payment of that date, exceeds the limit, or outlives its payment', async () => {
    const day = '2026-04-05';
    const nearly = await paidWith(990);
    expect(await refusedAs(insert, nearly, 9, 9, day)).toBe('DB001');
    expect(await refusedAs(insert, nearly, 10, 10, '2026-04-06')).toBe('DB001');
    // Within its limits, but not posted.
    expect(await refusedAs(insert, nearly, 10, 10, day)).toBe('DB006');
    const half = await paidWith(500);
    expect(await refusedAs(insert, half, 500, 500, day)).toBe('DB013');
    expect(await refusedAs(insert, half, 500, 0, day)).toBe('DB013');
    const invoice = await fixture.issued(1_000);
    const { id } = await admin.call(receipts.create, short(invoice.id, 990));
    const back = `update allocation set reversed_on = '${day}', reversed_at = now() where receipt_id = '${id}'`;
    const atOnce = 'set constraints write_off_goes_with_allocation immediate';
    expect(await refusedAs(`${atOnce}; ${back}`)).toBe('DB001');
  });
});
