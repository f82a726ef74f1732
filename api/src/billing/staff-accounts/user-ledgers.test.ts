import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { ownLedger, userLedgers } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import { executives } from '@daybook/contracts/people/staff';
import { pdfPages } from '../../../test/files/pdf-pages.ts';
import { openStaffFixture } from '../../../test/fixtures/staff-fixture.ts';
import type { StaffFixture } from '../../../test/fixtures/staff-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let fixture: StaffFixture;
let reader: Caller;

const asOf = '2026-04-30';

beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  fixture = await openStaffFixture(api);
  reader = await api.as({ userType: 'manager', keys: ['reports.user_ledgers'], scope: 'all' });
});
afterAll(() => api.stop());

/** An advance of 50, an expense of 12.10 paid from it, cash of 30, of which 10 goes to a colleague, and an expense of 3 still owed. */
async function spend() {
  const { approver, claimant, colleague, entityId } = fixture;
  await fixture.advance(5000);
  await fixture.cash(3000);
  const offer = await claimant.call(staffVouchers.handOver, {
    entityId,
    personId: claimant.id,
    receiverId: colleague.id,
    currency: 'EUR',
    amount: 1000,
    date: '2026-03-06',
  });
  await colleague.call(staffVouchers.confirm, { id: offer.id }, { version: offer.version });
  const paid = await fixture.at('approved');
  await approver.call(staffVouchers.settle, {
    entityId,
    personId: claimant.id,
    expenseIds: [paid.id],
    account: 'advance',
    date: '2026-03-21',
  });
  await fixture.at('approved', { gross: 300, taxAmount: 0, description: 'Stamps' });
}

const ledgerOf = (more: object = {}) => ({
  personId: fixture.claimant.id,
  entityId: fixture.entityId,
  currency: 'EUR',
  asOf,
  ...more,
});

const shared = () => ({ filter: { entityId: fixture.entityId, asOf } });

describe('the balances of people', () => {
  it('say what firm and person owe each other, with cash that waits for its receiver', async () => {
    await spend();
    const { claimant, colleague, entityId } = fixture;
    await claimant.call(staffVouchers.handOver, {
      entityId,
      personId: claimant.id,
      currency: 'EUR',
      amount: 700,
      date: '2026-03-07',
    });
    await api.ownerPool.query('update billing_entity set staff_cash_limit = 1500 where id = $1', [entityId]);
    const { rows } = await reader.call(userLedgers.list, shared());
    expect(rows.map(({ id: _id, entity: _entity, ...row }) => row)).toEqual([
      {
        person: { id: claimant.id, label: 'Carl Claims' },
        currency: 'EUR',
        payable: 300,
        advance: 3790,
        cash: 2000,
        net: 5490,
        cashLimit: 1500,
        offered: 700,
      },
      {
        person: { id: colleague.id, label: 'Cora Colleague' },
        currency: 'EUR',
        payable: 0,
        advance: 0,
        cash: 1000,
        net: 1000,
        cashLimit: 1500,
        offered: 0,
      },
    ]);
    expect(await reader.call(userLedgers.total, shared())).toEqual({
      total: 2,
      isCapped: false,
      sums: [{ currency: 'EUR', payable: 300, advance: 3790, cash: 3000, net: 6490 }],
    });
  });

  it('are read by name or by what is owed, page after page, and found by name', async () => {
    await spend();
    const namesOf = async (more: object) => {
      const page = await reader.call(userLedgers.list, { ...shared(), pageSize: 1, ...more });
      const next = await reader.call(userLedgers.list, {
        ...shared(),
        pageSize: 1,
        ...more,
        cursor: page.next ?? '',
      });
      return [...page.rows, ...next.rows].map(({ person }) => person.label);
    };
    expect(await namesOf({ sort: 'name' })).toEqual(['Carl Claims', 'Cora Colleague']);
    expect(await namesOf({ sort: '-net' })).toEqual(['Carl Claims', 'Cora Colleague']);
    expect(await namesOf({ sort: 'net' })).toEqual(['Cora Colleague', 'Carl Claims']);
    const found = await reader.call(userLedgers.list, { ...shared(), q: 'colleague' });
    expect(found.rows.map(({ person }) => person.label)).toEqual(['Cora Colleague']);
  });

  it('leave out who owes nothing, unless that person is asked for', async () => {
    const given = await fixture.advance(100);
    const { approver, claimant, entityId } = fixture;
    await approver.call(staffVouchers.returnAdvance, {
      entityId,
      personId: claimant.id,
      amount: 100,
      date: '2026-03-02',
    });
    expect(given.amount).toBe(100);
    expect((await reader.call(userLedgers.list, shared())).rows).toEqual([]);
    const filter = { ...shared().filter, personId: claimant.id };
    expect((await reader.call(userLedgers.list, { filter })).rows).toMatchObject([{ net: 0 }]);
    // On the first of March nothing had been returned yet.
    const then = { ...shared().filter, asOf: '2026-03-01' };
    expect((await reader.call(userLedgers.list, { filter: then })).rows).toMatchObject([{ advance: 100 }]);
  });

  it('refuse a day that has begun nowhere', async () => {
    const refused = await reader.refused(userLedgers.list, { filter: { asOf: '2199-01-01' } });
    expect(refused.errors['filter.asOf']?.[0]?.code).toBe('DATE_FUTURE');
  });
});

describe('a person who leaves', () => {
  it('has the open ledgers named before, without amounts', async () => {
    const { approver, claimant } = fixture;
    const whose = { id: claimant.id };
    expect((await approver.call(executives.holdings, whose)).openLedgers).toEqual([]);
    await fixture.advance(100);
    const { openLedgers } = await approver.call(executives.holdings, whose);
    expect(openLedgers).toEqual([{ entity: expect.any(String), currency: 'EUR' }]);
  });
});

describe('a ledger of a person', () => {
  it('has a line for each movement with its document, and the running balance on every page', async () => {
    await spend();
    const open = await reader.call(userLedgers.lines, ledgerOf());
    const lines = open.rows.map((line) => [
      line.date,
      line.kind,
      line.account,
      line.text,
      line.debit,
      line.credit,
      line.balance,
    ]);
    expect(lines).toEqual([
      ['2026-03-01', 'advance', 'staff_advance', null, 5000, 0, 5000],
      ['2026-03-05', 'receipt', 'staff_cash', expect.any(String), 3000, 0, 8000],
      ['2026-03-06', 'hand_over', 'staff_cash', 'Cora Colleague', 0, 1000, 7000],
      ['2026-03-20', 'expense', 'staff_payable', 'Train to Utrecht', 0, 1210, 5790],
      ['2026-03-20', 'expense', 'staff_payable', 'Stamps', 0, 300, 5490],
      ['2026-03-21', 'settlement', 'staff_payable', null, 1210, 0, 6700],
      ['2026-03-21', 'settlement', 'staff_advance', null, 0, 1210, 5490],
    ]);
    expect(open.rows.map(({ document }) => document?.kind)).toEqual([
      'staff_voucher',
      'receipt',
      'staff_voucher',
      'expense',
      'expense',
      'staff_voucher',
      'staff_voucher',
    ]);
    expect(open).toMatchObject({ opening: { net: 0 }, closing: { payable: 300, advance: 3790, cash: 2000 } });
    const from = '2026-03-06';
    const first = await reader.call(userLedgers.lines, ledgerOf({ from, pageSize: 3 }));
    expect(first).toMatchObject({
      opening: { advance: 5000, cash: 3000, net: 8000 },
      closing: { net: 5490 },
      debit: 1210,
      credit: 3720,
    });
    const rest = await reader.call(
      userLedgers.lines,
      ledgerOf({ from, pageSize: 3, cursor: first.next ?? '' }),
    );
    expect([...first.rows, ...rest.rows].map(({ balance }) => balance)).toEqual([
      7000, 5790, 5490, 6700, 5490,
    ]);
  });

  it('is one’s own for everyone, and of others only within the scope', async () => {
    await spend();
    const { claimant, colleague, entityId } = fixture;
    const own = { entityId, currency: 'EUR', asOf };
    expect((await claimant.call(ownLedger.lines, own)).closing).toMatchObject({ net: 5490 });
    expect(await claimant.call(ownLedger.balances, { asOf })).toMatchObject([{ net: 5490 }]);
    expect(await claimant.refused(userLedgers.lines, ledgerOf())).toMatchObject({ code: 'PERM_DENIED' });
    const narrow = await api.as({ userType: 'manager', keys: ['reports.user_ledgers'], scope: 'own' });
    expect(await narrow.refused(userLedgers.lines, ledgerOf())).toMatchObject({ code: 'NOT_FOUND' });
    expect(
      await narrow.refused(userLedgers.lines, ledgerOf({ personId: crypto.randomUUID() })),
    ).toMatchObject({ code: 'NOT_FOUND' });
    expect((await narrow.call(userLedgers.list, shared())).rows).toEqual([]);
    expect((await colleague.call(ownLedger.lines, own)).rows).toMatchObject([
      { kind: 'hand_over', text: 'Carl Claims', debit: 1000 },
    ]);
  });

  it('does not name a client whom the reader may not see', async () => {
    await spend();
    await api.ownerPool.query('update app_user set manager_id = $1 where id = $2', [
      reader.id,
      fixture.claimant.id,
    ]);
    const narrow = await api.as({ userType: 'manager', keys: ['reports.user_ledgers'], scope: 'team' });
    await api.ownerPool.query('update app_user set manager_id = $1 where id = $2', [
      narrow.id,
      fixture.claimant.id,
    ]);
    await api.ownerPool.query('delete from client_executive where client_id = $1', [fixture.clientId]);
    const { rows } = await narrow.call(userLedgers.lines, ledgerOf());
    expect(rows.find(({ kind }) => kind === 'receipt')?.text).toBeNull();
    expect(rows.find(({ kind }) => kind === 'expense')?.text).toBe('Train to Utrecht');
  });

  it('shows a reversal on its day, and a receipt that was taken back', async () => {
    const { approver } = fixture;
    const given = await fixture.advance(1000);
    const receiptId = await fixture.cash(500);
    await approver.call(
      staffVouchers.reverse,
      { id: given.id, date: '2026-03-25', reason: 'Wrong person' },
      { version: given.version },
    );
    const { version } = await approver.call(receipts.open, { id: receiptId });
    await approver.call(
      receipts.reverse,
      { id: receiptId, date: '2026-03-26', reason: 'Counted wrongly' },
      { version },
    );
    const { rows } = await reader.call(userLedgers.lines, ledgerOf());
    expect(rows.map(({ kind, document, balance }) => [kind, document?.kind, balance])).toEqual([
      ['advance', 'staff_voucher', 1000],
      ['receipt', 'receipt', 1500],
      ['reversal', 'staff_voucher', 500],
      ['reversal', 'receipt', 0],
    ]);
  });

  it('is a file with the opening balance, and a PDF of one page', async () => {
    await spend();
    const from = '2026-03-06';
    const csv = await reader.inject(requestOf(userLedgers.exportLines, ledgerOf({ from, format: 'csv' })));
    const lines = csv.body.trim().split('\r\n');
    expect(lines).toHaveLength(1 + 1 + 5);
    expect(lines[1]).toContain('80.00');
    expect(lines.at(-1)).toContain('54.90');
    const pdf = await reader.inject(requestOf(userLedgers.pdf, ledgerOf({ from })));
    const pages = pdfPages(pdf.rawPayload);
    expect(pages).toHaveLength(1);
    expect(pages[0]?.text).toContain('CarlClaims');
    expect(pages[0]?.text).toContain('54.90');
  });
});
