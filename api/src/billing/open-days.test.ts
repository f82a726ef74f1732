import { uuidv7 } from 'uuidv7';
import { cheques } from '@daybook/contracts/billing/receipts/cheques';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { exchangeRates } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import { openBillingFixture } from '../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../test/fixtures/billing-fixture.ts';
import { makeClient, makeEntity } from '../../test/fixtures/masters.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { findBookFaults } from '../books/book-findings.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
});
beforeEach(async () => {
  fixture = await openBillingFixture(api, admin, {
    entityId: await makeEntity(api.db, { writeOffLimit: 100 }),
  });
});
afterEach(async () => expect(await findBookFaults(api.db)).toEqual([]));
afterAll(() => api.stop());

const cutOver = (cutOverOn: string) =>
  admin.call(openingBalances.cutOver, { id: fixture.entityId, cutOverOn });
const lock = (lockedUntil: string) => admin.call(periodLocks.move, { id: fixture.entityId, lockedUntil });
const nothing = () => {
  const line = { description: 'Audit', unitPrice: '100', taxCodeId: fixture.taxCodeId };
  return fixture.draft(0, {
    lines: [
      { ...line, qty: '1' },
      { ...line, qty: '-1' },
    ],
  });
};
const issue = (id: string) => admin.refused(invoices.issue, { id }, { version: 1 });

describe('before the books of an entity begin', () => {
  it('nothing can be posted, and the refusal on the date names the cut-over date', async () => {
    await cutOver('2026-04-01');
    const early = [{ code: 'BEFORE_CUT_OVER', params: { from: '2026-04-01' } }];
    const draft = await fixture.draft(1_000);
    expect(await issue(draft.id)).toMatchObject({
      code: 'BEFORE_CUT_OVER',
      errors: { issueDate: early },
    });
    expect(await issue((await nothing()).id)).toMatchObject({ errors: { issueDate: early } });
    const receipt = fixture.receipt(500, { receiptDate: '2026-03-31' });
    expect(await admin.refused(receipts.create, receipt)).toMatchObject({ errors: { receiptDate: early } });
    await admin.call(receipts.create, fixture.receipt(500, { receiptDate: '2026-04-01' }));
    await fixture.issued(1_000, { issueDate: '2026-04-01', dueDate: '2026-04-30' });
  });

  it('setting the cut-over date waits for a posting in progress', async () => {
    for (let round = 0; round < 5; round += 1) {
      fixture = await openBillingFixture(api, admin);
      const { id } = await fixture.draft(1_000);
      const ends = await Promise.allSettled([
        admin.call(invoices.issue, { id }, { version: 1 }),
        cutOver('2026-04-01'),
      ]);
      expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });
});

describe('a zero invoice', () => {
  it('is neither issued nor voided in a locked period', async () => {
    const [made, other] = [await nothing(), await nothing()];
    const { version } = await admin.call(invoices.issue, { id: made.id }, { version: 1 });
    await lock('2026-03-31');
    expect(await issue(other.id)).toMatchObject({ code: 'PERIOD_LOCKED', errors: { issueDate: [{}] } });
    const undo = { id: made.id, voidDate: '2026-03-15', reason: 'Wrong' };
    expect(await admin.refused(invoices.void, undo, { version })).toMatchObject({
      code: 'PERIOD_LOCKED',
      errors: { voidDate: [{}] },
    });
    await admin.call(invoices.void, { ...undo, voidDate: '2026-04-01' }, { version });
  });
});

const cheque = {
  mode: 'cheque',
  instrumentNo: '000123',
  instrumentBank: 'First Bank',
  instrumentDate: '2026-04-01',
} as const;
const bounce = (id: string, date = '2026-04-12') =>
  admin.call(receipts.reverse, { id, date, reason: 'No funds', bounced: true });
const again = (id: string, more = {}) =>
  admin.call(cheques.redeposit, { id, receiptDate: '2026-04-14', ...more });

describe('a cheque', () => {
  it('bounces on its own date, even if its write-off was reversed later', async () => {
    const invoice = await fixture.issued(1_000);
    const allocations = [{ invoiceId: invoice.id, amount: 990, writeOffRemainder: true }];
    const { id } = await admin.call(receipts.create, fixture.receipt(990, { ...cheque, allocations }));
    const { version, writeOffs: rests } = await admin.call(invoices.open, { id: invoice.id });
    const back = { id: invoice.id, writeOffId: rests[0]?.id ?? '', date: '2026-04-20' };
    await admin.call(writeOffs.takeBack, back, { version });
    await bounce(id, '2026-04-12');
    expect(await admin.call(invoices.open, { id: invoice.id })).toMatchObject({ outstanding: 1_000 });
  });

  it('is deposited again after its client left the group; what cannot settle an invoice becomes an advance', async () => {
    const member = await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id });
    const memberIds = [fixture.clientId, member];
    await admin.call(clientGroups.create, { name: uuidv7(), memberIds, payerClientId: fixture.clientId });
    const theirs = await fixture.issued(400, { clientId: member });
    const own = await fixture.issued(600);
    const allocations = [theirs, own].map((one) => ({ invoiceId: one.id, amount: one.total }));
    const { id } = await admin.call(receipts.create, fixture.receipt(1_000, { ...cheque, allocations }));
    await bounce(id);
    await api.db.updateTable('client').set({ groupId: null }).where('id', '=', member).execute();
    expect(await again(id)).toMatchObject({ allocated: 600, unallocated: 400 });
  });

  it('is deposited into another account if the first one was removed', async () => {
    const [old, current] = ['Old account', 'Current account'].map((label) => ({ id: uuidv7(), label }));
    const keep = (...accounts: unknown[]) =>
      api.db
        .updateTable('billingEntity')
        .set({ bankAccounts: JSON.stringify(accounts) })
        .where('id', '=', fixture.entityId)
        .execute();
    await keep(old, current);
    const money = fixture.receipt(500, { ...cheque, bankAccountId: old?.id });
    const [first, second] = [
      await admin.call(receipts.create, money),
      await admin.call(receipts.create, money),
    ];
    for (const { id } of [first, second])
      await admin.call(cheques.deposit, { id, date: '2026-04-08', bankAccountId: old?.id });
    for (const { id } of [first, second]) await bounce(id);
    await keep(current);
    expect((await again(first.id)).bankAccount).toBeNull();
    expect((await again(second.id, { bankAccountId: current?.id })).bankAccount).toEqual(current);
  });

  it('in another currency is deposited again at the rate of that day', async () => {
    const dollars = { ...cheque, currency: 'USD', fxRate: '0.9' };
    const [first, second, third] = [
      await admin.call(receipts.create, fixture.receipt(500, dollars)),
      await admin.call(receipts.create, fixture.receipt(500, dollars)),
      await admin.call(receipts.create, fixture.receipt(500, dollars)),
    ];
    for (const { id } of [first, second, third]) await bounce(id);
    expect(await admin.refused(cheques.redeposit, { id: first.id, receiptDate: '2026-04-14' })).toMatchObject(
      {
        errors: { fxRate: [{ code: 'REQUIRED' }] },
      },
    );
    expect(await again(first.id, { fxRate: '0.85' })).toMatchObject({ fxRate: '0.85' });
    const rate = { from: 'USD', to: 'EUR', date: '2026-04-13', rate: '0.8', source: null };
    await admin.call(exchangeRates.create, rate);
    expect(await again(second.id)).toMatchObject({ fxRate: '0.8' });
    expect(await again(third.id, { fxRate: '0.81' })).toMatchObject({ fxRate: '0.81' });
  });
});

describe('the settlement date of an invoice', () => {
  it('is the latest date of its settlements, in whatever order they are entered', async () => {
    const invoice = await fixture.issued(1_000);
    const pay = (amount: number, receiptDate: string) =>
      admin.call(
        receipts.create,
        fixture.receipt(amount, { receiptDate, allocations: [{ invoiceId: invoice.id, amount }] }),
      );
    await pay(600, '2026-05-10');
    await pay(400, '2026-04-20');
    const { rows } = await api.ownerPool.query(
      `select settled_on::text from invoice_state where invoice_id = $1`,
      [invoice.id],
    );
    expect(rows).toEqual([{ settled_on: '2026-05-10' }]);
  });
});
