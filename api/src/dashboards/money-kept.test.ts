import { uuidv7 } from 'uuidv7';
import { minor } from '@daybook/contracts/money/money';
import { dashboards } from '@daybook/contracts/dashboards';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { startBilling } from '../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../test/fixtures/billing-fixture.ts';
import { creditOf, issuedCredit } from '../../test/fixtures/credit-fixture.ts';
import { makeClient, makeEntity } from '../../test/fixtures/masters.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { findBookFaults } from '../books/book-findings.ts';
import { rollUpLedger } from '../ledger/roll-up-ledger.ts';

const today = '2026-04-10';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
/** A relationship manager of this client and no other. */
let crm: Caller;

beforeEach(async () => {
  ({ api, admin, fixture } = await startBilling());
  crm = await api.as({ userType: 'crm', keys: ['invoices.view', 'receipts.view'] });
  await api.ownerPool.query('update client set crm_id = $1', [crm.id]);
});
afterEach(() => api.stop());

/** A person’s dashboard for the one currency: outstanding, overdue, how many; and the last two months. */
async function moneyOf(caller: Caller) {
  const [money] = (await caller.call(dashboards.money, { today })).currencies;
  if (!money) return null;
  const { outstanding, overdue, overdueCount, billed, collected } = money;
  return {
    owed: [outstanding, overdue, overdueCount],
    billed: billed.slice(-2),
    collected: collected?.slice(-2),
  };
}

/** Admin and relationship manager read the same figures, before and after the roll-up, and the books agree. */
async function everybodyReads(expected: Awaited<ReturnType<typeof moneyOf>>): Promise<void> {
  for (const caller of [admin, crm]) expect(await moneyOf(caller)).toEqual(expected);
  await rollUpLedger(api.db);
  for (const caller of [admin, crm]) expect(await moneyOf(caller)).toEqual(expected);
  expect(await api.db.transaction().execute(findBookFaults)).toEqual([]);
}

const receive = (amount: number, invoice: Invoice, settled = amount) =>
  admin.call(
    receipts.create,
    fixture.receipt(amount, { allocations: [{ invoiceId: invoice.id, amount: settled }] }),
  );

describe('the stored totals of a client', () => {
  it('follow issue, receipt, reversal, credit note, write-off and void', async () => {
    await fixture.draft(900_00);
    expect(await moneyOf(crm)).toBeNull();
    const invoice = await fixture.issued(100_00);
    await fixture.issued(7_00, { issueDate: '2026-04-02', dueDate: '2199-12-31' });
    await everybodyReads({
      owed: [107_00, 100_00, 1],
      billed: [minor(100_00), minor(7_00)],
      collected: [minor(0), minor(0)],
    });

    const receipt = await receive(40_00, invoice);
    await everybodyReads({
      owed: [67_00, 60_00, 1],
      billed: [minor(100_00), minor(7_00)],
      collected: [minor(0), minor(40_00)],
    });
    await receive(60_00, invoice);
    await everybodyReads({
      owed: [7_00, 0, 0],
      billed: [minor(100_00), minor(7_00)],
      collected: [minor(0), minor(100_00)],
    });
    const taken = { id: receipt.id, date: '2026-04-06', reason: 'Bounced' };
    await admin.call(receipts.reverse, taken);
    await everybodyReads({
      owed: [47_00, 40_00, 1],
      billed: [minor(100_00), minor(7_00)],
      collected: [minor(0), minor(60_00)],
    });

    await issuedCredit(admin, creditOf(fixture, [[invoice, 15_00]]), [
      { invoiceId: invoice.id, amount: 15_00 },
    ]);
    await everybodyReads({
      owed: [32_00, 25_00, 1],
      billed: [minor(100_00), minor(7_00)],
      collected: [minor(0), minor(60_00)],
    });
    const { version } = await admin.call(invoices.open, { id: invoice.id });
    const rest = { id: invoice.id, amount: 25_00, date: '2026-04-09', reason: 'Small' };
    await admin.call(writeOffs.create, rest, { version });
    await everybodyReads({
      owed: [7_00, 0, 0],
      billed: [minor(100_00), minor(7_00)],
      collected: [minor(0), minor(60_00)],
    });

    const wrong = await fixture.issued(9_00);
    const voided = { id: wrong.id, voidDate: '2026-04-08', reason: 'Wrong' };
    await admin.call(invoices.void, voided, { version: wrong.version });
    await everybodyReads({
      owed: [7_00, 0, 0],
      billed: [minor(100_00), minor(7_00)],
      collected: [minor(0), minor(60_00)],
    });
  });

  it('follow a group’s payer who settles for another, each client separately', async () => {
    const member = await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id });
    await admin.call(clientGroups.create, {
      name: uuidv7(),
      memberIds: [fixture.clientId, member],
      payerClientId: fixture.clientId,
    });
    const own = await fixture.issued(10_00);
    const theirs = await fixture.issued(20_00, { clientId: member });
    await admin.call(
      receipts.create,
      fixture.receipt(25_00, {
        allocations: [
          { invoiceId: own.id, amount: 10_00 },
          { invoiceId: theirs.id, amount: 15_00 },
        ],
      }),
    );
    expect(await moneyOf(admin)).toMatchObject({ owed: [5_00, 5_00, 1], collected: [0, 25_00] });
    expect(await moneyOf(crm)).toMatchObject({ owed: [0, 0, 0], billed: [10_00, 0], collected: [0, 25_00] });
    await rollUpLedger(api.db);
    expect(await moneyOf(crm)).toMatchObject({ owed: [0, 0, 0], billed: [10_00, 0], collected: [0, 25_00] });
    expect(await api.db.transaction().execute(findBookFaults)).toEqual([]);
  });

  it('are visible from the moment the client enters one’s scope until it leaves', async () => {
    await fixture.issued(10_00);
    await rollUpLedger(api.db);
    const other = await api.as({ userType: 'crm', keys: ['invoices.view', 'receipts.view'] });
    expect(await moneyOf(other)).toBeNull();
    await api.ownerPool.query('update client set crm_id = $1 where id = $2', [other.id, fixture.clientId]);
    expect(await moneyOf(other)).toMatchObject({ owed: [10_00, 10_00, 1], billed: [10_00, 0] });
    expect(await moneyOf(crm)).toBeNull();
  });

  it('give the overdue amount by the date of the billing entity, whatever is already rolled up', async () => {
    const { rows } = await api.ownerPool.query<{ day: string }>(
      `select (now() at time zone 'Etc/GMT+12')::date::text as day`,
    );
    const entityId = await makeEntity(api.db, { timezone: 'Etc/GMT+12' });
    await fixture.issued(10_00, { entityId, issueDate: '2026-03-01', dueDate: rows[0]?.day ?? '' });
    await rollUpLedger(api.db);
    expect(await moneyOf(crm)).toMatchObject({ owed: [10_00, 0, 0] });
    // This zone is 26 hours ahead of the former one.
    await api.ownerPool.query(`update billing_entity set timezone = 'Pacific/Kiritimati' where id = $1`, [
      entityId,
    ]);
    for (const caller of [admin, crm])
      expect(await moneyOf(caller)).toMatchObject({ owed: [10_00, 10_00, 1] });
  });

  it('block nobody: two people who move the money of one client on one day do not wait for each other', async () => {
    const [open, paid] = [await fixture.issued(10_00), await fixture.issued(20_00)];
    await rollUpLedger(api.db);
    const slow = await api.ownerPool.connect();
    try {
      await slow.query('begin');
      await slow.query(
        `update invoice_state set status = 'void', outstanding = 0, void_date = '2026-04-08' where invoice_id = $1`,
        [open.id],
      );
      await receive(5_00, paid);
      await fixture.issued(1_00);
      await rollUpLedger(api.db);
      for (const caller of [admin, crm])
        expect(await moneyOf(caller)).toMatchObject({ owed: [26_00, 26_00, 3], billed: [31_00, 0] });
    } finally {
      await slow.query('rollback');
      slow.release();
    }
    await everybodyReads({
      owed: [26_00, 26_00, 3],
      billed: [minor(31_00), minor(0)],
      collected: [minor(0), minor(5_00)],
    });
  });

  it('are right after many movements at once, also during a roll-up', async () => {
    const drafts = await Promise.all(Array.from({ length: 8 }, () => fixture.draft(3_00)));
    const issued = drafts.map(({ id, version }) => admin.call(invoices.issue, { id }, { version }));
    await Promise.all([...issued, ...issued.map(() => rollUpLedger(api.db))]);
    expect(await moneyOf(crm)).toMatchObject({ owed: [24_00, 24_00, 8] });
    await everybodyReads({
      owed: [24_00, 24_00, 8],
      billed: [minor(24_00), minor(0)],
      collected: [minor(0), minor(0)],
    });
  });

  it('are written only by the documents and the roll-up', async () => {
    for (const statement of ['delete from client_owed', 'delete from client_year', 'delete from money_delta'])
      await expect(api.appPool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});
