import { sql } from 'kysely';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { ageingBucket } from '@daybook/contracts/money/ageing';
import { creditOf, issuedCredit } from '../../../test/fixtures/credit-fixture.ts';
import { openBillingFixture, startBilling } from '../../../test/fixtures/billing-fixture.ts';
import { ledgerDifferences } from '../../../test/fixtures/ledger-differences.ts';
import { openOpeningFixture } from '../../../test/fixtures/opening-fixture.ts';
import { openVoucherFixture } from '../../../test/fixtures/voucher-fixture.ts';
import type { VoucherFixture } from '../../../test/fixtures/voucher-fixture.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { openRows } from './open-rows.ts';

let api: TestApi;
let admin: Caller;
let mumbai: VoucherFixture;

beforeAll(async () => {
  ({ api, admin } = await startBilling());
  mumbai = await openVoucherFixture(api, admin);
});
afterAll(() => api.stop());

const openOn = (day: string, clientId: string) =>
  api.db
    .selectFrom(openRows({ day, clientIds: [clientId] }).as('row'))
    .select(['kind', 'no', 'dueOn', 'open', 'overdue'])
    .orderBy('dueOn')
    .orderBy('open')
    .orderBy('documentId')
    .execute();
const amountsOn = async (day: string, clientId: string) =>
  (await openOn(day, clientId)).map(({ dueOn, open }) => [dueOn, open]);

const cent = (amount: number) => amount * 100;
const pay = (invoiceId: string, amount: number) => ({ allocations: [{ invoiceId, amount }] });

afterEach(async () => {
  expect(await ledgerDifferences(api)).toEqual([]);
});

describe('what is open on 31 March', () => {
  const table: [due: string, daysLate: number, bucket: number][] = [
    ['2026-03-31', 0, 0],
    ['2026-03-30', 1, 1],
    ['2026-03-01', 30, 1],
    ['2026-02-28', 31, 2],
    ['2026-01-30', 60, 2],
    ['2026-01-29', 61, 3],
    ['2025-12-31', 90, 3],
    ['2025-12-30', 91, 4],
  ];

  it('is aged by its due date, and no receipt, unallocation or void of April moves it', async () => {
    const fixture = await openBillingFixture(api, admin);
    const issued = [];
    for (const [index, [dueDate]] of table.entries())
      issued.push(await fixture.issued(cent(index + 1), { issueDate: '2025-12-01', dueDate }));
    const early = await admin.call(
      receipts.create,
      fixture.receipt(cent(1), { receiptDate: '2026-03-31', ...pay(issued[0]?.id ?? '', cent(1)) }),
    );
    const settled = await amountsOn('2026-03-31', fixture.clientId);
    expect(
      settled.map(([due, open]) => [due, open, ageingBucket(String(due), '2026-03-31')]).toReversed(),
    ).toEqual(table.slice(1).map(([due, , bucket], index) => [due, cent(index + 2), bucket]));

    await admin.call(
      receipts.create,
      fixture.receipt(cent(2), { receiptDate: '2026-04-05', ...pay(issued[1]?.id ?? '', cent(2)) }),
    );
    const [{ id: allocationId } = { id: '' }] = early.allocations;
    await admin.call(
      receipts.unallocate,
      { id: early.id, allocationId, date: '2026-04-06' },
      { version: early.version },
    );
    await admin.call(
      invoices.void,
      { id: issued[2]?.id ?? '', voidDate: '2026-04-07', reason: 'Wrong client' },
      { version: issued[2]?.version ?? 0 },
    );
    expect(await amountsOn('2026-03-31', fixture.clientId)).toEqual(settled);
    const after = await openOn('2026-04-07', fixture.clientId);
    expect(after).toContainEqual({ kind: 'receipt', no: 0, dueOn: null, open: -cent(1), overdue: 0 });
    expect(after).toContainEqual({
      kind: 'invoice',
      no: 1,
      dueOn: '2026-03-31',
      open: cent(1),
      overdue: cent(1),
    });
    expect(after).toHaveLength(table.length - 1);
  });
});

describe('a partly settled invoice', () => {
  it('of which 99.99 of 100.00 is paid leaves 0.01', async () => {
    const fixture = await openBillingFixture(api, admin);
    const { id } = await fixture.issued(10_000);
    await admin.call(receipts.create, fixture.receipt(9_999, pay(id, 9_999)));
    expect(await amountsOn('2026-04-05', fixture.clientId)).toEqual([['2026-03-31', 1]]);
  });

  it('of 30, 50 and 20 with 40 paid owes 40 of the second and 20 of the third, whatever settled the 40', async () => {
    const fixture = await openBillingFixture(api, admin);
    const { id, version } = await fixture.draft(cent(100));
    await api.ownerPool.query(
      `insert into invoice_due (invoice_id, no, due_on, amount) values
        ($1, 1, '2026-03-10', 3000), ($1, 2, '2026-03-20', 5000), ($1, 3, '2026-03-31', 2000)`,
      [id],
    );
    const invoice = await admin.call(invoices.issue, { id }, { version });
    await admin.call(receipts.create, fixture.receipt(cent(25), pay(id, cent(25))));
    await issuedCredit(admin, creditOf(fixture, [[invoice, cent(15)]]), [
      { invoiceId: id, amount: cent(15) },
    ]);
    expect(await openOn('2026-03-31', fixture.clientId)).toMatchObject([
      { no: 1, dueOn: '2026-03-10', open: cent(30), overdue: cent(30) },
      { no: 2, dueOn: '2026-03-20', open: cent(50), overdue: cent(50) },
      { no: 3, dueOn: '2026-03-31', open: cent(20), overdue: 0 },
    ]);
    expect(await amountsOn('2026-04-05', fixture.clientId)).toEqual([
      ['2026-03-20', cent(40)],
      ['2026-03-31', cent(20)],
    ]);
  });

  it('with tax withheld is cleared by what the bank received and what was withheld', async () => {
    const { clientId, draft } = await mumbai.ofClient();
    const { id, version } = await draft('1836', { dueDate: '2026-04-30' });
    const invoice = await admin.call(invoices.issue, { id }, { version });
    const money = {
      entityId: mumbai.entityId,
      clientId,
      receiptDate: '2026-05-02',
      mode: 'bank' as const,
      currency: 'INR',
    };
    const withheld = 18_360;
    await admin.call(receipts.create, {
      ...money,
      amount: invoice.total - withheld,
      withheld,
      allocations: [{ invoiceId: id, amount: invoice.total }],
    });
    expect(await amountsOn('2026-05-01', clientId)).toEqual([['2026-04-30', invoice.total]]);
    expect(await amountsOn('2026-05-02', clientId)).toEqual([]);
  });
});

describe('a credit', () => {
  it('of a taxed advance stands gross, and 118 of it leave 472', async () => {
    const client = await mumbai.ofClient();
    const { clientId } = client;
    const advance = await client.voucher(59_000);
    const invoice = await client.issued('100');
    await admin.call(
      receipts.allocate,
      { id: advance.id, date: '2026-04-12', allocations: [{ invoiceId: invoice.id, amount: 11_800 }] },
      { version: advance.version },
    );
    expect(await openOn('2026-04-11', clientId)).toMatchObject([
      { kind: 'invoice', open: 11_800 },
      { kind: 'receipt', open: -59_000 },
    ]);
    expect(await openOn('2026-12-31', clientId)).toEqual([
      { kind: 'receipt', no: 0, dueOn: null, open: -47_200, overdue: 0 },
    ]);
  });

  it('note for a paid invoice is unapplied and never overdue, until it is refunded, and again once that is taken back', async () => {
    const fixture = await openBillingFixture(api, admin);
    const invoice = await fixture.issued(cent(100));
    await admin.call(receipts.create, fixture.receipt(cent(100), pay(invoice.id, cent(100))));
    const note = await issuedCredit(
      admin,
      creditOf(fixture, [[invoice, cent(100)]], { issueDate: '2026-04-10' }),
    );
    const unapplied = [{ kind: 'credit_note', no: 0, dueOn: null, open: -cent(100), overdue: 0 }];
    expect(await openOn('2026-04-09', fixture.clientId)).toEqual([]);
    expect(await openOn('2027-01-01', fixture.clientId)).toEqual(unapplied);
    const { refunds } = await admin.call(creditNotes.refund, {
      id: note.id,
      amount: cent(100),
      date: '2026-04-20',
      mode: 'bank',
    });
    await admin.call(creditNotes.takeBackRefund, {
      id: note.id,
      refundId: refunds[0]?.id ?? '',
      date: '2026-04-25',
      reason: 'Came back',
    });
    expect(await openOn('2026-04-19', fixture.clientId)).toEqual(unapplied);
    expect(await openOn('2026-04-20', fixture.clientId)).toEqual([]);
    expect(await openOn('2026-04-25', fixture.clientId)).toEqual(unapplied);
  });

  it('that bounced was there until the day it bounced', async () => {
    const fixture = await openBillingFixture(api, admin);
    const { id } = await fixture.issued(cent(50));
    const money = await admin.call(receipts.create, fixture.receipt(cent(70), pay(id, cent(50))));
    await admin.call(
      receipts.reverse,
      { id: money.id, date: '2026-04-20', reason: 'Fraud' },
      { version: money.version },
    );
    expect(await amountsOn('2026-04-19', fixture.clientId)).toEqual([[null, -cent(20)]]);
    expect(await amountsOn('2026-04-20', fixture.clientId)).toEqual([['2026-03-31', cent(50)]]);
  });
});

describe('a disputed invoice', () => {
  it('stays open, and what is paid reduces its undisputed part first, the oldest row before the others', async () => {
    const fixture = await openBillingFixture(api, admin);
    const { id, version } = await fixture.draft(cent(100));
    await api.ownerPool.query(
      `insert into invoice_due (invoice_id, no, due_on, amount) values ($1, 1, '2026-03-10', 6000), ($1, 2, '2026-03-20', 4000)`,
      [id],
    );
    await admin.call(invoices.issue, { id }, { version });
    await api.ownerPool.query(
      `insert into dispute (id, invoice_id, amount, reason, from_on) values (gen_random_uuid(), $1, 7000, 'Too much', '2026-04-01')`,
      [id],
    );
    const whole = await fixture.issued(cent(50));
    await api.ownerPool.query(
      `insert into dispute (id, invoice_id, reason, from_on) values (gen_random_uuid(), $1, 'Not asked for', '2026-04-01')`,
      [whole.id],
    );
    const disputedOn = async (day: string) =>
      (
        await api.db
          .selectFrom(openRows({ day, clientIds: [fixture.clientId] }).as('row'))
          .select(['open', 'disputed'])
          .orderBy('dueOn')
          .execute()
      ).map(({ open, disputed }) => [open, disputed]);
    expect(await disputedOn('2026-03-31')).toEqual([
      [cent(60), 0],
      [cent(40), 0],
      [cent(50), 0],
    ]);
    expect(await disputedOn('2026-04-01')).toEqual([
      [cent(60), cent(30)],
      [cent(40), cent(40)],
      [cent(50), cent(50)],
    ]);
    await admin.call(receipts.create, fixture.receipt(cent(45), pay(id, cent(45))));
    expect(await disputedOn('2026-04-05')).toEqual([
      [cent(15), cent(15)],
      [cent(40), cent(40)],
      [cent(50), cent(50)],
    ]);
    await api.ownerPool.query(
      `update dispute set to_on = '2026-04-20', ended_at = now(), ended_by = $2, end_note = 'Agreed' where invoice_id = $1`,
      [whole.id, admin.id],
    );
    expect((await disputedOn('2026-04-20')).at(-1)).toEqual([cent(50), 0]);
  });
});

describe('opening balances', () => {
  it('count from the cut-over date and are aged by their own due dates', async () => {
    const { fixture, bring, row } = await openOpeningFixture(api, admin);
    await bring([row('OLD-1', '500.00'), row('OLD-2', '-120.00')]);
    expect(await openOn('2026-03-30', fixture.clientId)).toEqual([]);
    expect(await openOn('2026-03-31', fixture.clientId)).toEqual([
      { kind: 'opening_invoice', no: 1, dueOn: '2026-02-14', open: 50_000, overdue: 50_000 },
      { kind: 'opening_receipt', no: 0, dueOn: null, open: -12_000, overdue: 0 },
    ]);
  });
});

describe('the rows', () => {
  it('of some clients, an entity or a currency are those among all rows', async () => {
    const fixture = await openBillingFixture(api, admin);
    await fixture.issued(cent(3));
    await fixture.issued(cent(4), { currency: 'USD', fxRate: '0.9' });
    const day = '2026-04-30';
    const { entityId, clientId } = fixture;
    const amounts = async (asked: Omit<Parameters<typeof openRows>[0], 'day'>) =>
      (
        await api.db
          .selectFrom(openRows({ day, ...asked }).as('row'))
          .select('open')
          .execute()
      )
        .map(({ open }) => open)
        .toSorted((a, b) => a - b);
    expect(await amounts({ entityId })).toEqual([cent(3), cent(4)]);
    expect(await amounts({ entityId, currency: 'USD' })).toEqual([cent(4)]);
    expect(await amounts({ clientIds: [clientId] })).toEqual([cent(3), cent(4)]);
    expect(await amounts({ of: (id) => sql`${id} = ${clientId}` })).toEqual([cent(3), cent(4)]);
    expect((await amounts({})).length).toBeGreaterThanOrEqual(2);
  });
});
