import { cheques } from '@daybook/contracts/billing/receipts/cheques';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
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
  admin = await api.as({});
});
beforeEach(async () => {
  fixture = await openBillingFixture(api, admin);
});
afterEach(async () => expect(await findBookFaults(api.db)).toEqual([]));
afterAll(() => api.stop());

const paid = (amount: number, more: Parameters<BillingFixture['receipt']>[1] = {}) =>
  admin.call(receipts.create, fixture.receipt(amount, { receiptDate: '2026-02-01', ...more }));
const issue = ({ id, version }: Invoice) => admin.call(invoices.issue, { id }, { version });
const refusedIssue = ({ id, version }: Invoice) => admin.refused(invoices.issue, { id }, { version });
const leftOf = async (id: string) => (await admin.call(receipts.open, { id })).unallocated;

describe('the prepaid amount of an invoice', () => {
  it('is allocated at the issue: the entry has the total, and the printed invoice the remainder', async () => {
    const [first, second] = [await paid(3_000), await paid(4_000, { receiptDate: '2026-02-03' })];
    const invoice = await fixture.issued(20_000, { prepaid: 5_000 });
    expect(invoice).toMatchObject({
      status: 'part_paid',
      total: 20_000,
      prepaid: 5_000,
      payable: 15_000,
      paid: 5_000,
      outstanding: 15_000,
    });
    // Oldest receipt first, on the date of the invoice.
    expect(invoice.settlements).toMatchObject([
      { document: { id: first.id }, amount: 3_000, date: '2026-03-01' },
      { document: { id: second.id }, amount: 2_000, date: '2026-03-01' },
    ]);
    expect(await entryOf(api, invoice.id)).toEqual({ receivable: 20_000, income: -20_000 });
    expect([await leftOf(first.id), await leftOf(second.id)]).toEqual([0, 2_000]);
    const { rows } = await admin.call(invoices.list, { filter: { clientId: fixture.clientId } });
    expect(rows).toMatchObject([{ payable: 20_000, outstanding: 15_000 }]);
  });

  it('comes from the receipts it names, and equals their sum', async () => {
    const [first, second] = [await paid(3_000), await paid(4_000)];
    const advances = [{ receiptId: second.id, amount: 2_500 }];
    const draft = await fixture.draft(20_000, { advances });
    expect(draft).toMatchObject({ prepaid: 2_500, payable: 17_500, advances });
    expect((await issue(draft)).settlements).toMatchObject([{ document: { id: second.id }, amount: 2_500 }]);
    expect(await leftOf(first.id)).toBe(3_000);
  });

  it('is proposed by the editor from the client’s untaxed advances on that date', async () => {
    const early = await paid(3_000);
    await paid(1_000, { receiptDate: '2026-03-02' });
    const dollars = await paid(500, { currency: 'USD', fxRate: '0.9' });
    const spent = await paid(700);
    await fixture.issued(1_000, { advances: [{ receiptId: spent.id, amount: 700 }] });
    const of = { entityId: fixture.entityId, clientId: fixture.clientId, issueDate: '2026-03-01' };
    const { advances } = await admin.call(invoices.basis, of);
    expect(advances).toEqual([
      { receiptId: early.id, number: early.number, date: '2026-02-01', currency: 'EUR', available: 3_000 },
      { receiptId: dollars.id, number: dollars.number, date: '2026-02-01', currency: 'USD', available: 500 },
    ]);
  });

  it('is refused above the client’s advances in its currency on its date', async () => {
    await paid(3_000);
    await paid(9_000, { currency: 'USD', fxRate: '0.9' });
    await paid(9_000, { receiptDate: '2026-03-02' });
    const field = { errors: { prepaid: [{ code: 'PREPAID_NOT_HELD', params: { maximum: 3_000 } }] } };
    expect(await refusedIssue(await fixture.draft(20_000, { prepaid: 3_001 }))).toMatchObject(field);
    await issue(await fixture.draft(20_000, { prepaid: 3_000 }));
  });

  it('is refused if its receipt was used by another invoice or belongs to another client', async () => {
    const receipt = await paid(3_000);
    const advances = [{ receiptId: receipt.id, amount: 2_000 }];
    const [one, other] = [
      await fixture.draft(20_000, { advances }),
      await fixture.draft(20_000, { advances }),
    ];
    await issue(one);
    expect(await refusedIssue(other)).toMatchObject({ errors: { prepaid: [{ code: 'PREPAID_NOT_HELD' }] } });
    const elsewhere = await openBillingFixture(api, admin, { entityId: fixture.entityId });
    const stranger = await elsewhere.draft(5_000, { advances: [{ receiptId: receipt.id, amount: 1_000 }] });
    expect(await refusedIssue(stranger)).toMatchObject({
      errors: { prepaid: [{ code: 'PREPAID_NOT_HELD' }] },
    });
  });

  it('may be the invoice’s whole total: it is then paid, and can be voided once the allocation is reversed', async () => {
    const receipt = await paid(20_000);
    const invoice = await fixture.issued(20_000, { prepaid: 20_000 });
    expect(invoice).toMatchObject({ status: 'paid', payable: 0, outstanding: 0 });
    const [allocation] = (await admin.call(receipts.open, { id: receipt.id })).allocations;
    const undo = { id: invoice.id, voidDate: '2026-03-05', reason: 'Wrong' };
    expect(await admin.refused(invoices.void, undo, { version: invoice.version })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
    await admin.call(receipts.unallocate, {
      id: receipt.id,
      allocationId: allocation?.id ?? '',
      date: '2026-03-05',
    });
    await admin.call(invoices.void, undo, { version: invoice.version });
    expect(await leftOf(receipt.id)).toBe(20_000);
  });

  it('is outstanding again from the date on which its cheque bounces', async () => {
    const cheque = await paid(5_000, {
      mode: 'cheque',
      instrumentNo: '000123',
      instrumentBank: 'ING',
      instrumentDate: '2026-02-01',
    });
    const { id } = await fixture.issued(20_000, { prepaid: 5_000 });
    await admin.call(cheques.deposit, { id: cheque.id, date: '2026-03-02' });
    await admin.call(receipts.reverse, {
      id: cheque.id,
      date: '2026-03-04',
      reason: 'No funds',
      bounced: true,
    });
    expect(await admin.call(invoices.open, { id })).toMatchObject({
      status: 'issued',
      outstanding: 20_000,
      prepaid: 5_000,
      settlements: [{ amount: 5_000, reversedOn: '2026-03-04' }],
    });
  });

  it('in another currency uses the receipt at its own rate', async () => {
    await paid(10_000, { currency: 'USD', fxRate: '0.9' });
    const invoice = await fixture.issued(20_000, { currency: 'USD', fxRate: '0.8', prepaid: 10_000 });
    expect(invoice.settlements).toMatchObject([{ amount: 10_000, exchangeGain: 1_000 }]);
  });

  it('is allocated to only one of two invoices that are issued at once and name the same receipt', async () => {
    await paid(3_000);
    const drafts = [
      await fixture.draft(20_000, { prepaid: 3_000 }),
      await fixture.draft(9_000, { prepaid: 3_000 }),
    ];
    const ends = await Promise.allSettled(drafts.map(issue));
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is refused by the database when the allocation is missing', async () => {
    await paid(5_000);
    const draft = await fixture.draft(20_000, { prepaid: 4_000 });
    await api.ownerPool
      .query(`create function lose() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger a_lost before insert on allocation for each row execute function lose()`);
    try {
      const request = requestOf(invoices.issue, { id: draft.id }, { version: draft.version });
      expect((await admin.inject(request)).statusCode).toBe(500);
    } finally {
      await api.ownerPool.query('drop trigger a_lost on allocation; drop function lose');
    }
    expect((await issue(draft)).outstanding).toBe(16_000);
  });
});
