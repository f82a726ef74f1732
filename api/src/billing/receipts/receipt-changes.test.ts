import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { entryOf, startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling());
});
afterAll(() => api.stop());

const openInvoice = (id: string) => admin.call(invoices.open, { id });
const today = new Date().toISOString().slice(0, 10);

describe('an allocation of a receipt', () => {
  it('is reversed on a date, and the amount is outstanding again', async () => {
    const invoice = await fixture.issued(1000);
    const receipt = await admin.call(
      receipts.create,
      fixture.receipt(1000, { allocations: [{ invoiceId: invoice.id, amount: 1000 }] }),
    );
    const allocationId = receipt.allocations[0]?.id ?? '';
    const undo = { id: receipt.id, allocationId };
    const early = await admin.refused(receipts.unallocate, { ...undo, date: '2026-04-04' });
    expect(early.errors).toEqual({
      date: [{ code: 'DATE_TOO_EARLY', params: { earliest: '2026-04-05' } }],
    });
    const future = await admin.refused(receipts.unallocate, { ...undo, date: '2150-01-01' });
    expect(future.errors).toMatchObject({ date: [{ code: 'DATE_FUTURE' }] });
    const free = await admin.call(receipts.unallocate, { ...undo, date: '2026-04-06' });
    expect(free).toMatchObject({ allocated: 0, unallocated: 1000 });
    expect(free.allocations).toMatchObject([{ reversedOn: '2026-04-06', mayUnallocate: false }]);
    expect(await openInvoice(invoice.id)).toMatchObject({ status: 'issued', outstanding: 1000 });
    expect(await entryOf(api, allocationId)).toEqual({ receivable: 1000, client_advance: -1000 });
    const twice = await admin.refused(receipts.unallocate, { ...undo, date: '2026-04-06' });
    expect(twice).toMatchObject({ httpStatus: 409, code: 'STATE_NOT_ALLOWED' });

    // Until 5 April the money counts as used; it can settle again from the 6th.
    const again = await admin.call(receipts.allocate, {
      id: receipt.id,
      date: '2026-04-05',
      allocations: [{ invoiceId: invoice.id, amount: 1000 }],
    });
    expect(again.allocations[1]).toMatchObject({ date: '2026-04-06', reversedOn: null });
  });

  it('is reversed by an admin, or on the same day by whoever allocated it', async () => {
    const [mine, theirs] = [
      await api.as({ userType: 'manager', keys: ['receipts.add', 'receipts.view'], scope: 'all' }),
      await api.as({ userType: 'manager', keys: ['receipts.add', 'receipts.view'], scope: 'all' }),
    ];
    const invoice = await fixture.issued(1000);
    const receipt = await mine.call(
      receipts.create,
      fixture.receipt(1000, { allocations: [{ invoiceId: invoice.id, amount: 1000 }] }),
    );
    const undo = { id: receipt.id, allocationId: receipt.allocations[0]?.id ?? '', date: today };
    const seen = await theirs.call(receipts.open, { id: receipt.id });
    expect(seen.allocations[0]?.mayUnallocate).toBe(false);
    expect(await theirs.refused(receipts.unallocate, undo)).toMatchObject({ code: 'PERM_DENIED' });
    expect(receipt.allocations[0]?.mayUnallocate).toBe(true);
    expect((await mine.call(receipts.unallocate, undo)).unallocated).toBe(1000);
  });

  it('is reversed with its receipt, and the ledger is as if there had been no receipt', async () => {
    const [first, second] = [await fixture.issued(1000), await fixture.issued(1000)];
    const receipt = await admin.call(
      receipts.create,
      fixture.receipt(1700, {
        withheld: 100,
        bankCharge: 50,
        allocations: [{ invoiceId: first.id, amount: 1000 }],
      }),
    );
    const withBoth = await admin.call(receipts.allocate, {
      id: receipt.id,
      date: '2026-04-08',
      allocations: [{ invoiceId: second.id, amount: 500 }],
    });
    await admin.call(receipts.unallocate, {
      id: receipt.id,
      allocationId: withBoth.allocations[0]?.id ?? '',
      date: '2026-04-09',
    });
    const reverse = { id: receipt.id, reason: 'Entered for the wrong client' };
    const early = await admin.refused(receipts.reverse, { ...reverse, date: '2026-04-08' });
    expect(early.errors).toMatchObject({ date: [{ code: 'DATE_TOO_EARLY' }] });
    const noCheque = await admin.refused(receipts.reverse, { ...reverse, date: today, bounced: true });
    expect(Object.keys(noCheque.errors)).toEqual(['bounced']);
    const reversed = await admin.call(receipts.reverse, { ...reverse, date: '2026-04-10' });
    expect(reversed).toMatchObject({
      status: 'reversed',
      allocated: 0,
      unallocated: 0,
      reversal: { on: '2026-04-10', reason: reverse.reason },
    });
    const ids = [receipt.id, ...withBoth.allocations.map(({ id }) => id)];
    const left = await entryOf(api, ids);
    expect(new Set(Object.values(left))).toEqual(new Set([0]));
    expect(await openInvoice(second.id)).toMatchObject({ status: 'issued', outstanding: 1000 });
    const twice = await admin.refused(receipts.reverse, { ...reverse, date: today });
    expect(twice).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    const more = { id: receipt.id, date: today, allocations: [{ invoiceId: first.id, amount: 1 }] };
    expect(await admin.refused(receipts.allocate, more)).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    const { rows } = await api.ownerPool.query(
      `select body -> 'after' ->> 'status' as status from audit_event where entity = 'receipt_state' and entity_id = $1`,
      [receipt.id],
    );
    expect(rows).toEqual([{ status: 'reversed' }]);
  });

  it('is reversed by a bounce only if the receipt is a cheque, and only by an admin', async () => {
    const receipt = await admin.call(
      receipts.create,
      fixture.receipt(900, {
        mode: 'cheque',
        instrumentNo: '7',
        instrumentBank: 'First Bank',
        instrumentDate: '2026-04-05',
      }),
    );
    const bounce = { id: receipt.id, date: '2026-04-12', reason: 'No funds', bounced: true };
    const manager = await api.as({ userType: 'manager', scope: 'all' });
    expect(await manager.refused(receipts.reverse, bounce)).toMatchObject({ code: 'PERM_DENIED' });
    expect(await admin.call(receipts.reverse, bounce)).toMatchObject({ status: 'bounced' });
    expect(await entryOf(api, receipt.id)).toEqual({ cheques_in_hand: 0, client_advance: 0 });
  });
});

describe('a receipt in another currency', () => {
  it('clears the invoice at the invoice’s rate and posts the difference to exchange', async () => {
    const invoice = await fixture.issued(10_000, { currency: 'USD', fxRate: '0.9' });
    const pay = (amount: number, fxRate: string) =>
      admin.call(
        receipts.create,
        fixture.receipt(amount, {
          currency: 'USD',
          fxRate,
          allocations: [{ invoiceId: invoice.id, amount: Math.min(amount, 10_000) }],
        }),
      );
    const first = await pay(3333, '0.95');
    expect(await entryOf(api, first.id, 'base')).toEqual({
      bank: 3166,
      receivable: -3000,
      fx_difference: -166,
    });
    expect(first).toMatchObject({
      fxRate: '0.95',
      inBase: { amount: 3166, withheld: 0, bankCharge: 0 },
      exchangeGain: 166,
    });
    const last = await pay(6667, '0.85');
    expect(await entryOf(api, last.id, 'base')).toEqual({
      bank: 5667,
      receivable: -6000,
      fx_difference: 333,
    });
    expect(last).toMatchObject({ exchangeGain: -333, allocations: [{ exchangeGain: -333 }] });
    const filter = { entityId: fixture.entityId, currency: 'USD' };
    const { body } = await admin.inject(requestOf(receipts.export, { format: 'csv', filter }));
    for (const row of [',EUR,0.95,31.66,0.00,1.66,', ',EUR,0.85,56.67,0.00,-3.33,'])
      expect(body).toContain(row);
    expect(await admin.call(invoices.open, { id: invoice.id })).toMatchObject({
      inBase: { net: 9000, tax: 0, total: 9000 },
      settlements: [{ exchangeGain: 166 }, { exchangeGain: -333 }],
    });
  });

  it('carries an advance at the receipt’s rate, down to zero when everything is reversed', async () => {
    const invoice = await fixture.issued(10_000, { currency: 'USD', fxRate: '0.9' });
    const advance = await admin.call(
      receipts.create,
      fixture.receipt(9999, { currency: 'USD', fxRate: '0.3333333333', bankCharge: 1 }),
    );
    const settled = await admin.call(receipts.allocate, {
      id: advance.id,
      date: '2026-04-06',
      allocations: [
        { invoiceId: invoice.id, amount: 3333 },
        { invoiceId: invoice.id, amount: 6667 },
      ],
    });
    const ids = [advance.id, ...settled.allocations.map((allocation) => allocation.id)];
    expect(await entryOf(api, ids, 'base')).toMatchObject({
      bank: 3333,
      client_advance: 0,
      receivable: -9000,
    });
    await admin.call(receipts.unallocate, {
      id: advance.id,
      allocationId: settled.allocations[0]?.id ?? '',
      date: '2026-04-07',
    });
    await admin.call(receipts.reverse, { id: advance.id, date: '2026-04-08', reason: 'Returned' });
    expect(await entryOf(api, ids, 'base')).toEqual({
      bank: 0,
      bank_charge: 0,
      client_advance: 0,
      receivable: 0,
      fx_difference: 0,
    });
  });
});
