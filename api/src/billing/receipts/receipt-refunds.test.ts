import { uuidv7 } from 'uuidv7';
import { clientLedgers } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import { journal } from '@daybook/contracts/billing/journal/journal';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import { entryOf, openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
});
beforeEach(async () => {
  fixture = await openBillingFixture(api, admin);
});
afterAll(() => api.stop());

const refund = { date: '2026-04-10', mode: 'bank' as const };

it('a receipt shows a warning if the same payment may have been entered before, for any billing entity', async () => {
  const elsewhere = await openBillingFixture(api, admin);
  const like = (mode: 'bank' | 'cheque', reference: string, { entityId } = fixture) =>
    admin
      .call(receipts.sameReference, {
        entityId,
        clientId: fixture.clientId,
        mode,
        reference,
      })
      .then(({ rows }) => rows.map(({ number }) => number));
  const bank = await admin.call(receipts.create, fixture.receipt(1000, { reference: 'SEPA 7' }));
  const cheque = await admin.call(
    receipts.create,
    fixture.receipt(500, {
      mode: 'cheque',
      instrumentNo: '000123',
      instrumentBank: 'First Bank',
      instrumentDate: '2026-04-05',
    }),
  );
  expect(await like('bank', 'SEPA 7')).toEqual([bank.number]);
  expect(await like('bank', 'SEPA 7', elsewhere)).toEqual([bank.number]);
  expect(await like('cheque', '000123')).toEqual([cheque.number]);
  expect(await like('cheque', '000123', elsewhere)).toEqual([]);
  expect(await like('bank', '000123')).toEqual([]);
  await admin.call(receipts.reverse, { id: bank.id, date: '2026-04-12', reason: 'Recalled' });
  expect(await like('bank', 'SEPA 7')).toEqual([]);
});

describe('the remainder of a receipt', () => {
  it('can be refunded to the client in parts, up to the whole amount', async () => {
    const [invoice, other] = [await fixture.issued(400), await fixture.issued(50)];
    const { id, number } = await admin.call(
      receipts.create,
      fixture.receipt(1000, { allocations: [{ invoiceId: invoice.id, amount: 400 }] }),
    );
    const tooMuch = await admin.refused(receipts.refund, { id, ...refund, amount: 601 });
    expect(tooMuch.errors).toEqual({
      amount: [{ code: 'ALLOC_EXCEEDS_SOURCE', params: { maximum: 600 } }],
    });
    const early = await admin.refused(receipts.refund, { id, ...refund, date: '2026-04-04', amount: 600 });
    expect(early.errors).toMatchObject({ date: [{ code: 'DATE_TOO_EARLY' }] });
    const first = await admin.call(receipts.refund, { id, ...refund, amount: 250, reference: 'SEPA 9' });
    expect(first).toMatchObject({ status: 'posted', allocated: 400, refunded: 250, unallocated: 350 });
    expect(first.refunds).toMatchObject([{ amount: 250, date: '2026-04-10', reference: 'SEPA 9' }]);
    const refundId = first.refunds[0]?.id ?? '';
    expect(await entryOf(api, refundId)).toEqual({ client_advance: 250, bank: -250 });
    const all = await admin.call(receipts.refund, { id, ...refund, amount: 350, mode: 'cash' });
    expect(all).toMatchObject({ refunded: 600, unallocated: 0 });
    const more = { id, date: '2026-04-11', allocations: [{ invoiceId: other.id, amount: 1 }] };
    expect(await admin.refused(receipts.allocate, more)).toMatchObject({ code: 'ALLOC_EXCEEDS_SOURCE' });

    const ledger = await admin.call(clientLedgers.open, {
      clientId: fixture.clientId,
      entityId: fixture.entityId,
      currency: 'EUR',
      asOf: '2026-04-30',
    });
    expect(ledger.closing).toBe(50);
    expect(ledger.rows.filter(({ kind }) => kind === 'refund')).toMatchObject([
      { debit: 250, documentKind: 'receipt', document: { id, label: number } },
      { debit: 350, documentKind: 'receipt', document: { id, label: number } },
    ]);
    const posted = await admin.call(journal.list, {
      filter: { source: 'refund', entityId: fixture.entityId },
    });
    expect(posted.rows.map(({ document }) => document?.number)).toEqual([number, number]);
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('is refunded from an account of its billing entity, or in cash without an account', async () => {
    const { id } = await admin.call(receipts.create, fixture.receipt(1000));
    const account = { id: uuidv7(), label: 'Current account' };
    await api.ownerPool.query('update billing_entity set bank_accounts = $2 where id = $1', [
      fixture.entityId,
      JSON.stringify([account]),
    ]);
    const other = await admin.refused(receipts.refund, { id, ...refund, amount: 1, bankAccountId: uuidv7() });
    expect(other.errors).toMatchObject({ bankAccountId: [{ code: 'REFERENCE_UNKNOWN' }] });
    const paid = { id, ...refund, amount: 10, bankAccountId: account.id };
    await admin.call(receipts.refund, paid);
    const { refunds } = await admin.call(receipts.refund, { ...paid, mode: 'cash' });
    expect(refunds.map(({ bankAccount }) => bankAccount)).toEqual([account, null]);
  });

  it('is available again when an admin reverses its refund, once, on a date in an open period', async () => {
    const usd = { currency: 'USD', fxRate: '0.9' };
    const { id } = await admin.call(receipts.create, fixture.receipt(1000, usd));
    await admin.call(receipts.refund, { id, ...refund, amount: 300, fxRate: '0.95' });
    const paid = await admin.call(receipts.refund, { id, ...refund, amount: 700, fxRate: '0.95' });
    const [first, second] = paid.refunds.map((one) => one.id);
    const undo = { id, refundId: first ?? '', date: '2026-04-20', reason: 'Sent to somebody else' };
    const clerk = await api.as({
      userType: 'manager',
      keys: ['receipts.view', 'receipts.add'],
      scope: 'all',
    });
    expect(await clerk.refused(receipts.takeBackRefund, undo)).toMatchObject({ code: 'PERM_DENIED' });
    const early = await admin.refused(receipts.takeBackRefund, { ...undo, date: '2026-04-09' });
    expect(early.errors).toMatchObject({ date: [{ code: 'DATE_TOO_EARLY' }] });
    const back = await admin.call(receipts.takeBackRefund, undo);
    expect(back).toMatchObject({ refunded: 700, unallocated: 300 });
    expect(back.refunds.map(({ reversedOn }) => reversedOn)).toEqual(['2026-04-20', null]);
    for (const column of ['amount', 'base'] as const)
      expect(Object.values(await entryOf(api, undo.refundId, column)).every((sum) => sum === 0)).toBe(true);
    expect(await admin.refused(receipts.takeBackRefund, undo)).toMatchObject({ code: 'STATE_NOT_ALLOWED' });

    await admin.call(periodLocks.move, { id: fixture.entityId, lockedUntil: '2026-04-30', reason: null });
    const again = { ...undo, refundId: second ?? '' };
    const locked = await admin.refused(receipts.takeBackRefund, again);
    expect(locked).toMatchObject({ code: 'PERIOD_LOCKED' });
    expect(Object.keys(locked.errors)).toEqual(['date']);
    const all = await admin.call(receipts.takeBackRefund, { ...again, date: '2026-05-01' });
    expect(all).toMatchObject({ refunded: 0, unallocated: 1000 });
    const ledger = await admin.call(clientLedgers.open, {
      clientId: fixture.clientId,
      entityId: fixture.entityId,
      currency: 'USD',
      asOf: '2026-05-31',
    });
    expect(ledger.rows.filter(({ kind }) => kind === 'refund_back')).toMatchObject([
      { credit: 300, document: { id } },
      { credit: 700, document: { id } },
    ]);
    // After the reversal of the refund, the receipt can be reversed as a whole.
    await admin.call(receipts.reverse, { id, date: '2026-05-02', reason: 'Recalled' });
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('prevents the reversal of its receipt once it is refunded', async () => {
    const { id } = await admin.call(receipts.create, fixture.receipt(1000));
    await admin.call(receipts.refund, { id, ...refund, amount: 1 });
    const reversed = await admin.refused(receipts.reverse, { id, date: '2026-04-12', reason: 'Recalled' });
    expect(reversed).toMatchObject({
      httpStatus: 409,
      code: 'STATE_NOT_ALLOWED',
      params: { from: 'refunded' },
    });
  });

  it('is refunded at the rate of the date, and the difference is posted to exchange', async () => {
    const usd = { currency: 'USD', fxRate: '0.9' };
    const { id } = await admin.call(receipts.create, fixture.receipt(1000, usd));
    const { errors } = await admin.refused(receipts.refund, { id, ...refund, amount: 1000 });
    expect(errors).toMatchObject({ fxRate: [{ code: 'REQUIRED' }] });
    const { refunds, exchangeGain } = await admin.call(receipts.refund, {
      id,
      ...refund,
      amount: 1000,
      fxRate: '0.95',
    });
    expect(await entryOf(api, refunds[0]?.id ?? '', 'base')).toEqual({
      client_advance: 900,
      bank: -950,
      fx_difference: 50,
    });
    expect([exchangeGain, refunds[0]?.exchangeGain]).toEqual([-50, -50]);
    const filter = { entityId: fixture.entityId, currency: 'USD' };
    const { body } = await admin.inject(requestOf(receipts.export, { format: 'csv', filter }));
    expect(body).toContain(',EUR,0.9,9.00,0.00,-0.50,');
  });

  it('cannot be refunded in a closed period: the refusal is on the date', async () => {
    const { id } = await admin.call(receipts.create, fixture.receipt(1000));
    await admin.call(periodLocks.move, { id: fixture.entityId, lockedUntil: '2026-04-30', reason: null });
    const refusal = await admin.refused(receipts.refund, { id, ...refund, amount: 10 });
    expect(refusal).toMatchObject({ code: 'PERIOD_LOCKED' });
    expect(Object.keys(refusal.errors)).toEqual(['date']);
  });

  it('has its limit and its entry checked by the database', async () => {
    const { id } = await admin.call(receipts.create, fixture.receipt(1000));
    const insert = (amount: number, day = '2026-04-10') =>
      api.appPool
        .query(
          `insert into receipt_refund (id, receipt_id, amount, base, refunded_on, mode) values ($1, $2, $3, $3, $4, 'bank')`,
          [uuidv7(), id, amount, day],
        )
        .then(
          () => 'done',
          (error: { code: string }) => error.code,
        );
    expect(await insert(1001)).toBe('DB009');
    expect(await insert(10, '2026-04-04')).toBe('23514');
    expect(await insert(10)).toBe('DB006');
    const { refunds } = await admin.call(receipts.refund, { id, ...refund, amount: 10 });
    const change = (columns: string) =>
      api.appPool.query(`update receipt_refund set ${columns} where id = $1`, [refunds[0]?.id]).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
    const undone = `reversed_at = now(), reversed_by = '${admin.id}', reversal_reason = 'Lost'`;
    expect(await change('amount = 1')).toBe('42501');
    expect(await change(`reversed_on = '2026-04-20'`)).toBe('DB001');
    expect(await change(`${undone}, reversed_on = '2026-04-09'`)).toBe('23514');
    expect(await change(`${undone}, reversed_on = '2026-04-20'`)).toBe('DB006');
  });
});
