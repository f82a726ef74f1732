import { uuidv7 } from 'uuidv7';
import { cheques } from '@daybook/contracts/billing/receipts/cheques';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { InputOf } from '@daybook/contracts/endpoint';
import { periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import { entryOf, openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
});
beforeEach(async () => {
  fixture = await openBillingFixture(api, admin);
});
afterAll(() => api.stop());

const received = (amount: number, more = {}) =>
  admin.call(
    receipts.create,
    fixture.receipt(amount, {
      mode: 'cheque',
      instrumentNo: '000123',
      instrumentBank: 'First Bank',
      instrumentDate: '2026-04-07',
      ...more,
    }),
  );
const bounce = (id: string, more = {}) =>
  admin.call(receipts.reverse, { id, date: '2026-04-12', reason: 'No funds', bounced: true, ...more });
const outstandingOf = async (id: string) => (await admin.call(invoices.open, { id })).outstanding;

const codeOf = async (id: string, what: string): Promise<string> =>
  api.appPool.query(`update receipt_state set ${what} where receipt_id = $1`, [id]).then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

describe('a cheque', () => {
  it('is found by its status, in the order of dates, and by its unallocated amount', async () => {
    const invoice = await fixture.issued(800);
    const settled = await received(800, { allocations: [{ invoiceId: invoice.id, amount: 800 }] });
    const idle = await received(500, { receiptDate: '2026-04-08' });
    const found = async (filter: InputOf<typeof receipts.list>['filter'], q?: string) =>
      (await admin.call(receipts.list, { filter: { clientId: fixture.clientId, ...filter }, q })).rows.map(
        ({ id }) => id,
      );
    expect(await found({ status: 'in_hand' })).toEqual([idle.id, settled.id]);
    expect(await found({ inAdvance: 'true' })).toEqual([idle.id]);
    await admin.call(cheques.deposit, { id: settled.id, date: '2026-04-08' });
    expect(await found({ status: 'in_hand', from: '2026-04-01' }, '000123')).toEqual([idle.id]);
    expect(await found({ status: 'deposited' })).toEqual([settled.id]);
    await bounce(idle.id);
    expect(await found({ status: 'bounced' })).toEqual([idle.id]);
    expect(await found({ status: 'in_hand' })).toEqual([]);
    expect(await found({ inAdvance: 'true' })).toEqual([]);
  });

  it('is received, deposited and cleared, each on its date', async () => {
    const { id, status } = await received(1000);
    expect(status).toBe('posted');
    expect(await entryOf(api, id)).toEqual({ cheques_in_hand: 1000, client_advance: -1000 });
    const early = await admin.refused(cheques.deposit, { id, date: '2026-04-06' });
    expect(early.errors).toEqual({
      date: [{ code: 'DATE_TOO_EARLY', params: { earliest: '2026-04-07' } }],
    });
    const deposited = await admin.call(cheques.deposit, { id, date: '2026-04-08' });
    expect(deposited).toMatchObject({ status: 'deposited', depositedOn: '2026-04-08', unallocated: 1000 });
    expect(await entryOf(api, id)).toEqual({ bank: 1000, cheques_in_hand: 0, client_advance: -1000 });
    const before = await admin.refused(cheques.clear, { id, date: '2026-04-07' });
    expect(before.errors).toMatchObject({ date: [{ code: 'DATE_TOO_EARLY' }] });
    const cleared = await admin.call(cheques.clear, { id, date: '2026-04-10' });
    expect(cleared).toMatchObject({ status: 'cleared', clearedOn: '2026-04-10' });
    const cash = await admin.call(receipts.create, fixture.receipt(100));
    expect(await admin.refused(cheques.deposit, { id: cash.id, date: '2026-04-08' })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
  });

  it('is deposited into an account of its billing entity, which its receipt names', async () => {
    const account = { id: uuidv7(), label: 'Current account' };
    await api.db
      .updateTable('billingEntity')
      .set({ bankAccounts: JSON.stringify([account]) })
      .where('id', '=', fixture.entityId)
      .execute();
    const { id } = await received(1000);
    const input = { id, date: '2026-04-08' };
    expect(await admin.refused(cheques.deposit, { ...input, bankAccountId: uuidv7() })).toMatchObject({
      errors: { bankAccountId: [{ code: 'REFERENCE_UNKNOWN' }] },
    });
    const deposited = await admin.call(cheques.deposit, { ...input, bankAccountId: account.id });
    expect(deposited.bankAccount).toEqual(account);
    expect(await codeOf(id, 'deposited_to = null')).not.toBe('done');
    await bounce(id);
    const again = await admin.call(cheques.redeposit, { id, receiptDate: '2026-04-14' });
    expect(again.bankAccount).toEqual(account);
  });

  it('is taken off the bank account when it bounces, and its invoices are outstanding again', async () => {
    const invoice = await fixture.issued(800);
    const { id } = await received(1000, { allocations: [{ invoiceId: invoice.id, amount: 800 }] });
    await admin.call(cheques.deposit, { id, date: '2026-04-08' });
    expect(
      await admin.refused(receipts.reverse, { id, date: '2026-04-07', reason: 'No funds', bounced: true }),
    ).toMatchObject({ errors: { date: [{ code: 'DATE_TOO_EARLY' }] } });
    expect(await bounce(id)).toMatchObject({ status: 'bounced', allocated: 0, unallocated: 0 });
    expect(await entryOf(api, id)).toEqual({
      bank: 0,
      cheques_in_hand: 0,
      client_advance: 0,
      receivable: 0,
    });
    expect(await outstandingOf(invoice.id)).toBe(800);
  });

  it('can be charged to the client when it bounces, as a pending item', async () => {
    const { id } = await received(1000);
    const input = { id, date: '2026-04-12', reason: 'No funds', charge: 250 };
    expect(await admin.refused(receipts.reverse, { ...input, bounced: true })).toMatchObject({
      errors: { chargeTaxCodeId: [{ code: 'REQUIRED' }] },
    });
    expect(
      await admin.refused(receipts.reverse, { ...input, chargeTaxCodeId: fixture.taxCodeId }),
    ).toMatchObject({ errors: { charge: [{ code: 'TOO_BIG' }] } });
    await bounce(id, { charge: 250, chargeTaxCodeId: fixture.taxCodeId });
    const { rows } = await admin.call(pendingInvoices.list, { filter: { clientId: fixture.clientId } });
    expect(rows).toMatchObject([
      { amount: 250, status: 'open', description: 'Charge for returned cheque 000123', sourceId: id },
    ]);
    expect((await admin.call(receipts.open, { id })).bounceCharge).toEqual({
      id: rows[0]?.id,
      amount: 250,
      status: 'open',
      invoice: null,
    });
    const itemIds = [rows[0]?.id ?? ''];
    const draft = await admin.call(pendingInvoices.draft, { itemIds, issueDate: '2026-04-20' });
    expect((await admin.call(receipts.open, { id })).bounceCharge).toMatchObject({
      invoice: { id: draft.id, label: '' },
    });
  });

  it('is deposited again as a new receipt, and settles the amount still owed', async () => {
    const [first, second] = [await fixture.issued(700), await fixture.issued(300)];
    const { id, number } = await received(1000, {
      allocations: [
        { invoiceId: first.id, amount: 700 },
        { invoiceId: second.id, amount: 300 },
      ],
    });
    expect(await admin.refused(cheques.redeposit, { id, receiptDate: '2026-04-14' })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
    await bounce(id);
    await admin.call(
      receipts.create,
      fixture.receipt(500, {
        receiptDate: '2026-04-13',
        allocations: [{ invoiceId: first.id, amount: 500 }],
      }),
    );
    expect(await admin.refused(cheques.redeposit, { id, receiptDate: '2026-04-11' })).toMatchObject({
      errors: { receiptDate: [{ code: 'DATE_TOO_EARLY' }] },
    });
    const again = await admin.call(cheques.redeposit, { id, receiptDate: '2026-04-14' });
    expect(again).toMatchObject({
      status: 'deposited',
      depositedOn: '2026-04-14',
      againOf: { id, label: number },
      allocated: 500,
      unallocated: 500,
    });
    expect(await entryOf(api, again.id)).toEqual({
      bank: 1000,
      cheques_in_hand: 0,
      receivable: -500,
      client_advance: -500,
    });
    expect((await admin.call(receipts.open, { id })).depositedAgain).toEqual({
      id: again.id,
      label: again.number,
    });
    expect(await outstandingOf(first.id)).toBe(0);
    expect(await admin.refused(cheques.redeposit, { id, receiptDate: '2026-04-14' })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
  });

  it('cannot be refunded while it may still bounce', async () => {
    const { id } = await received(1000);
    const refund = { id, date: '2026-04-12', amount: 400, mode: 'bank' as const };
    expect(await admin.refused(receipts.refund, refund)).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    await admin.call(cheques.deposit, { id, date: '2026-04-08' });
    expect(await admin.refused(receipts.refund, refund)).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    await admin.call(cheques.clear, { id, date: '2026-04-11' });
    expect(await admin.refused(receipts.refund, { ...refund, date: '2026-04-10' })).toMatchObject({
      errors: { date: [{ code: 'DATE_TOO_EARLY' }] },
    });
    expect(await admin.call(receipts.refund, refund)).toMatchObject({ refunded: 400 });
  });

  it('in another currency is deposited at the rate of its receipt', async () => {
    const { id } = await received(9999, { currency: 'USD', fxRate: '0.3333333333' });
    await admin.call(cheques.deposit, { id, date: '2026-04-08' });
    expect(await entryOf(api, id, 'base')).toEqual({ bank: 3333, cheques_in_hand: 0, client_advance: -3333 });
    await bounce(id);
    expect(await entryOf(api, id, 'base')).toEqual({ bank: 0, cheques_in_hand: 0, client_advance: 0 });
  });

  it('is not deposited in a closed period, and the refusal is on the date', async () => {
    const { id } = await received(1000);
    await admin.call(periodLocks.move, { id: fixture.entityId, lockedUntil: '2026-04-30', reason: null });
    const refusal = await admin.refused(cheques.deposit, { id, date: '2026-04-08' });
    expect(refusal).toMatchObject({ code: 'PERIOD_LOCKED', errors: { date: [{ code: 'PERIOD_LOCKED' }] } });
  });
});

describe('the database', () => {
  it('refuses a cheque that skips a step, goes back, or is deposited without its entry', async () => {
    const { id } = await received(1000);
    expect(await codeOf(id, `deposited_on = '2026-04-08'`)).toBe('DB006');
    expect(await codeOf(id, `deposited_on = '2026-04-06'`)).toBe('DB001');
    expect(await codeOf(id, `cleared_on = '2026-04-08'`)).toBe('23514');
    await admin.call(cheques.deposit, { id, date: '2026-04-08' });
    expect(await codeOf(id, 'deposited_on = null')).toBe('DB001');
    expect(await codeOf(id, `cleared_on = '2026-04-07'`)).toBe('23514');
    const bank = await admin.call(receipts.create, fixture.receipt(100));
    expect(await codeOf(bank.id, `deposited_on = '2026-04-08'`)).toBe('DB001');
  });
});
