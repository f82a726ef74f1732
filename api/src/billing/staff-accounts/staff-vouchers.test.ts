import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import type { InputOf } from '@daybook/contracts/endpoint';
import { notifications } from '@daybook/contracts/notifications';
import { periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import { entryOf } from '../../../test/fixtures/billing-fixture.ts';
import { openStaffFixture } from '../../../test/fixtures/staff-fixture.ts';
import type { StaffFixture } from '../../../test/fixtures/staff-fixture.ts';
import { pdfPages, withoutSpace } from '../../../test/files/pdf-pages.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';
import { requestOf } from '../../http/request-of.ts';
import { remindOfCash } from './remind-of-cash.ts';

let api: TestApi;
let fixture: StaffFixture;

beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  fixture = await openStaffFixture(api);
});
afterAll(() => api.stop());

const settlement = <More extends object>(more: More) => ({
  entityId: fixture.entityId,
  personId: fixture.claimant.id,
  date: '2026-03-21',
  ...more,
});
const offer = (amount: number, more: Partial<InputOf<typeof staffVouchers.handOver>> = {}) => ({
  entityId: fixture.entityId,
  personId: fixture.claimant.id,
  currency: 'EUR',
  date: '2026-03-06',
  amount,
  ...more,
});
const take = (amount: number, date: string) => settlement({ amount, date });
const approved = async (...amounts: number[]) => {
  const made = [];
  for (const gross of amounts) made.push(await fixture.at('approved', { gross, taxAmount: 0 }));
  return made.map(({ id }) => id);
};
const reversal = { date: '2026-03-25', reason: 'Wrong person' };
const heard = async (person: Caller) =>
  (await person.call(notifications.list, {})).rows.map(({ kind }) => kind);

const listed = async (by: Caller, forMe: string) =>
  (await by.call(staffVouchers.list, { filter: { forMe, status: 'offered' } })).rows.map(({ id }) => id);

describe('a staff advance', () => {
  it('is money that the person has until it is returned or spent on expenses, each under a voucher', async () => {
    const { approver, claimant, held } = fixture;
    const given = await fixture.advance(5000);
    expect(given).toMatchObject({ number: 'STV/26/0001', status: 'posted', steps: ['reverse'] });
    expect(await entryOf(api, given.id)).toEqual({ staff_advance: 5000, bank: -5000 });
    const back = await approver.call(
      staffVouchers.returnAdvance,
      settlement({ amount: 500, account: 'cash', date: '2026-03-02' }),
    );
    expect(await entryOf(api, back.id)).toEqual({ staff_advance: -500, cash: 500 });
    const ids = await approved(1200, 300);
    const paid = await approver.call(
      staffVouchers.settle,
      settlement({ expenseIds: ids, account: 'advance' }),
    );
    expect(paid).toMatchObject({ amount: 1500, kind: 'settlement', account: 'advance' });
    expect(paid.expenses.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([300, 1200]);
    expect(await held()).toEqual({ staff_advance: 3000 });
    const reimbursed = await claimant.call(expenses.open, { id: ids[0] ?? '' });
    expect(reimbursed).toMatchObject({
      status: 'reimbursed',
      reimbursement: { from: 'advance', on: '2026-03-21', voucher: { id: paid.id, label: paid.number } },
    });
    expect(await heard(claimant)).toEqual(
      expect.arrayContaining(['staff_advance_given', 'expenses_reimbursed']),
    );
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('cannot be taken below nothing on its day or later, even by two at once; a reversal can', async () => {
    const { approver, clerk, held } = fixture;
    const given = await fixture.advance(1000, '2026-03-10');
    const refused = async (amount: number, date: string) =>
      (await approver.refused(staffVouchers.returnAdvance, take(amount, date))).errors.amount?.[0]?.code;
    expect(await refused(1001, '2026-03-10')).toBe('NOT_ENOUGH_HELD');
    expect(await refused(1, '2026-03-09')).toBe('NOT_ENOUGH_HELD');
    await approver.call(staffVouchers.returnAdvance, take(600, '2026-03-20'));
    // On the 12th there are 1000, and later only 400.
    expect(await refused(401, '2026-03-12')).toBe('NOT_ENOUGH_HELD');
    const answers = await Promise.all(
      [approver, clerk].map((by) =>
        by.inject(requestOf(staffVouchers.returnAdvance, take(300, '2026-03-21'))),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
    await approver.call(staffVouchers.reverse, { id: given.id, ...reversal }, { version: given.version });
    expect(await held()).toEqual({ staff_advance: -900 });
    expect(await refused(1, '2026-03-26')).toBe('NOT_ENOUGH_HELD');
    await fixture.advance(2000, '2026-03-26');
    expect(await held()).toEqual({ staff_advance: 1100 });
  });
});

describe('a settlement', () => {
  it('refuses what is not owed to the person by the entity, and one’s own expenses', async () => {
    const { approver, claimant, clerk } = fixture;
    const other = await openStaffFixture(api);
    const [mine = ''] = await approved(1000);
    const elsewhere = (await other.at('approved', { gross: 500, taxAmount: 0 })).id;
    const submitted = (await fixture.at('submitted')).id;
    const byFirm = (await fixture.at('approved', { paidBy: 'bank' })).id;
    for (const id of [elsewhere, submitted, byFirm])
      expect(
        (await approver.refused(staffVouchers.settle, settlement({ expenseIds: [mine, id] }))).errors,
      ).toMatchObject({ expenseIds: [{ code: 'EXPENSE_NOT_OWED' }] });
    for (const expenseIds of [[], [mine, mine], Array.from({ length: 101 }, () => crypto.randomUUID())])
      expect(
        (await approver.refused(staffVouchers.settle, settlement({ expenseIds }))).errors,
      ).toHaveProperty('expenseIds');
    expect(
      (await approver.refused(staffVouchers.settle, settlement({ expenseIds: [mine], date: '2026-03-19' })))
        .errors.date?.[0]?.code,
    ).toBe('DATE_TOO_EARLY');
    for (const account of ['advance', 'staff_cash'])
      expect(
        (await approver.refused(staffVouchers.settle, settlement({ expenseIds: [mine], account }))).errors
          .account?.[0]?.code,
      ).toBe('NOT_ENOUGH_HELD');
    const own = settlement({ personId: clerk.id, expenseIds: [mine] });
    expect(await clerk.refused(staffVouchers.settle, own)).toMatchObject({ code: 'OWN_MONEY' });
    expect(await claimant.refused(staffVouchers.settle, settlement({ expenseIds: [mine] }))).toMatchObject({
      httpStatus: 403,
    });
  });

  it('pays each expense once, whoever asks and however often it is sent', async () => {
    const { approver, clerk, held } = fixture;
    const ids = await approved(100, 200, 300);
    const statuses = await Promise.all([
      approver.inject(requestOf(staffVouchers.settle, settlement({ expenseIds: ids }))),
      clerk.inject(requestOf(staffVouchers.settle, settlement({ expenseIds: ids.toReversed() }))),
      clerk.inject(requestOf(staffVouchers.settle, settlement({ expenseIds: ids.slice(1) }))),
    ]);
    expect(statuses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const rest = (
      await approver.call(expenses.list, { filter: { status: 'approved', paidBy: 'person' } })
    ).rows
      .filter(({ claimant }) => claimant.id === fixture.claimant.id)
      .map(({ id }) => id);
    if (rest.length > 0) await approver.call(staffVouchers.settle, settlement({ expenseIds: rest }));
    expect(await held()).toEqual({});
    const [more] = await approved(400);
    const input = settlement({ expenseIds: [more], id: crypto.randomUUID() });
    const request = requestOf(staffVouchers.settle, input);
    const sent = { ...request, headers: { ...request.headers, 'idempotency-key': `settle-${more}` } };
    const [first, second] = [await approver.inject(sent), await approver.inject(sent)];
    expect([first.statusCode, second.body]).toEqual([200, first.body]);
  });

  it('that is reversed makes its expenses owed again, to be settled or reversed from that day on', async () => {
    const { approver, claimant, clerk, held } = fixture;
    const [first = '', second = ''] = await approved(700, 800);
    const paid = await approver.call(staffVouchers.settle, settlement({ expenseIds: [first, second] }));
    const { version } = await approver.call(expenses.open, { id: first });
    expect(await approver.refused(expenses.takeBack, { id: first, ...reversal }, { version })).toMatchObject({
      code: 'SETTLED_WITH_OTHERS',
    });
    expect(
      await clerk.refused(staffVouchers.reverse, { id: paid.id, ...reversal }, { version: paid.version }),
    ).toMatchObject({ httpStatus: 403 });
    const undone = await approver.call(
      staffVouchers.reverse,
      { id: paid.id, ...reversal },
      { version: paid.version },
    );
    expect(undone).toMatchObject({ status: 'reversed', number: paid.number, steps: [] });
    expect(await held()).toEqual({ staff_payable: -1500 });
    expect(await held(claimant, '2026-03-24')).toEqual({});
    const early = settlement({ expenseIds: [first], date: '2026-03-24' });
    expect((await approver.refused(staffVouchers.settle, early)).errors.date?.[0]?.code).toBe(
      'DATE_TOO_EARLY',
    );
    const again = await approver.call(expenses.open, { id: second });
    expect(again).toMatchObject({ status: 'approved', reimbursement: null });
    expect(
      (
        await approver.refused(
          expenses.reverse,
          { id: second, date: '2026-03-24', reason: 'Twice' },
          { version: again.version },
        )
      ).errors.date?.[0]?.code,
    ).toBe('DATE_TOO_EARLY');
    const later = { id: second, date: '2026-03-26' };
    const single = await approver.call(expenses.reimburse, later, { version: again.version });
    await approver.call(expenses.takeBack, { ...later, reason: 'Not paid' }, { version: single.version });
    expect(await held()).toEqual({ staff_payable: -1500 });
    expect((await api.ownerPool.query('select * from number_gap')).rows).toEqual([]);
    expect(await findBookFaults(api.db)).toEqual([]);
  });
});

describe('cash', () => {
  it('stays with who received it where the entity says so, in its own currency, and leaves when the receipt is reversed', async () => {
    const { approver, held } = fixture;
    const id = await fixture.cash(900);
    await fixture.cash(1000, { currency: 'USD', fxRate: '0.9' });
    expect(await held()).toEqual({ staff_cash: 900, 'staff_cash USD': 1000 });
    const { version } = await approver.call(receipts.open, { id });
    await approver.call(receipts.reverse, { id, date: '2026-03-07', reason: 'Wrong client' }, { version });
    expect(await held()).toEqual({ 'staff_cash USD': 1000 });
    await api.ownerPool.query('update billing_entity set keeps_staff_cash = false where id = $1', [
      fixture.entityId,
    ]);
    expect(await entryOf(api, await fixture.cash(50))).toMatchObject({ cash: 50 });
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('is handed over when the receiver confirms it, and not before', async () => {
    const { claimant, colleague, approver, held } = fixture;
    await fixture.cash(900);
    const offered = await claimant.call(staffVouchers.handOver, offer(400, { receiverId: colleague.id }));
    expect(offered).toMatchObject({ status: 'offered', number: null, steps: ['withdraw'] });
    expect(await held()).toEqual({ staff_cash: 900 });
    const { id, version } = offered;
    for (const by of [claimant, approver])
      expect(await by.refused(staffVouchers.confirm, { id }, { version })).toMatchObject({
        code: by === claimant ? 'OWN_MONEY' : 'PERM_DENIED',
      });
    const waiting = await colleague.call(staffVouchers.list, { filter: { forMe: 'true' } });
    expect(waiting.rows.map((row) => row.id)).toEqual([id]);
    expect(await heard(colleague)).toEqual(['cash_offered']);
    const answers = await Promise.all(
      [1, 2].map(() => colleague.inject(requestOf(staffVouchers.confirm, { id }, { version }))),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412]);
    expect([await held(), await held(colleague)]).toEqual([{ staff_cash: 500 }, { staff_cash: 400 }]);
    expect(await heard(claimant)).toContain('cash_confirmed');
    const posted = await claimant.call(staffVouchers.open, { id });
    expect(posted).toMatchObject({ date: '2026-03-06', status: 'posted', posting: { by: 'Cora Colleague' } });
  });

  it('for the bank is confirmed by somebody else with the permission, at the amount at which it is carried', async () => {
    const { claimant, clerk, colleague, held } = fixture;
    await fixture.cash(1000, { currency: 'USD', fxRate: '0.9' });
    await fixture.cash(1000, { currency: 'USD', fxRate: '0.8' });
    const offered = await claimant.call(staffVouchers.handOver, offer(2000, { currency: 'USD' }));
    const { id, version } = offered;
    expect(await colleague.refused(staffVouchers.confirm, { id }, { version })).toMatchObject({
      httpStatus: 404,
    });
    expect([await listed(clerk, 'true'), await listed(clerk, 'false')]).toEqual([[id], []]);
    expect([await listed(claimant, 'true'), await listed(claimant, 'false')]).toEqual([[], [id]]);
    await clerk.call(staffVouchers.confirm, { id }, { version });
    expect(await entryOf(api, id, 'base')).toEqual({ bank: 1700, staff_cash: -1700 });
    expect(await held()).toEqual({});
    await fixture.cash(300, { receivedBy: clerk.id });
    const own = await clerk.call(staffVouchers.handOver, offer(300, { personId: clerk.id }));
    expect(await clerk.refused(staffVouchers.confirm, { id: own.id }, { version: 1 })).toMatchObject({
      code: 'OWN_MONEY',
    });
    await clerk.call(staffVouchers.withdraw, { id: own.id }, { version: 1 });
    expect(await clerk.call(staffVouchers.open, { id: own.id })).toMatchObject({ status: 'withdrawn' });
  });

  it('in another currency is carried at nothing once it is gone, whatever is reversed after it left at the average rate', async () => {
    const { claimant, approver, clerk } = fixture;
    const carried = async () =>
      (
        await api.ownerPool.query<{ account: string; amount: number; base: number }>(
          `select system_key as account, sum(debit - credit)::int as amount, sum(base_debit - base_credit)::int as base
           from journal_line line join ledger_account account on account.id = line.account_id
           where line.entity_id = $1 and line.currency = 'USD' and system_key in ('staff_cash', 'fx_difference')
           group by 1 having sum(debit - credit) <> 0 or sum(base_debit - base_credit) <> 0 order by 1`,
          [fixture.entityId],
        )
      ).rows;
    const dear = await fixture.cash(1000, { currency: 'USD', fxRate: '0.9' });
    await fixture.cash(1000, { currency: 'USD', fxRate: '0.8' });
    const offered = await claimant.call(staffVouchers.handOver, offer(1000, { currency: 'USD' }));
    await clerk.call(staffVouchers.confirm, { id: offered.id }, { version: offered.version });
    expect(await carried()).toEqual([{ account: 'staff_cash', amount: 1000, base: 850 }]);
    await approver.call(receipts.reverse, {
      id: dear,
      date: '2026-03-07',
      reason: 'Entered twice',
      bounced: false,
    });
    expect(await carried()).toEqual([{ account: 'fx_difference', amount: 0, base: -50 }]);
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('that is offered twice is posted once, that is not held is refused, and that nobody confirms is told of once', async () => {
    const { claimant, colleague, clerk, approver } = fixture;
    await fixture.cash(500);
    const first = await claimant.call(staffVouchers.handOver, offer(400, { receiverId: colleague.id }));
    const second = await claimant.call(staffVouchers.handOver, offer(400));
    await clerk.call(staffVouchers.confirm, { id: second.id }, { version: 1 });
    expect((await colleague.refused(staffVouchers.confirm, { id: first.id }, { version: 1 })).code).toBe(
      'NOT_ENOUGH_HELD',
    );
    expect((await claimant.refused(staffVouchers.handOver, offer(101))).errors.amount?.[0]?.code).toBe(
      'NOT_ENOUGH_HELD',
    );
    expect(
      await colleague.refused(staffVouchers.handOver, offer(1, { receiverId: colleague.id })),
    ).toMatchObject({ httpStatus: 403 });
    await api.ownerPool.query(`alter table staff_voucher disable trigger staff_voucher_moves;
      update staff_voucher set created_at = now() - interval '73 hours' where id = '${first.id}';
      alter table staff_voucher enable trigger staff_voucher_moves;`);
    // A restored firm tells nobody by itself.
    await api.ownerPool.query('update installation set held_since = clock_timestamp()');
    await remindOfCash(api.db);
    expect([...(await heard(claimant)), ...(await heard(colleague))]).not.toContain('cash_unconfirmed');
    await api.ownerPool.query('update installation set held_since = null');
    await Promise.all([remindOfCash(api.db), remindOfCash(api.db)]);
    await remindOfCash(api.db);
    const kinds = [...(await heard(claimant)), ...(await heard(colleague))];
    expect(kinds.filter((kind) => kind === 'cash_unconfirmed')).toHaveLength(2);
    await approver.call(periodLocks.move, {
      id: fixture.entityId,
      lockedUntil: '2026-03-10',
      reason: 'Return filed',
    });
    await fixture.cash(500, { receiptDate: '2026-03-11' });
    const late = await clerk.refused(staffVouchers.advance, settlement({ amount: 1, date: '2026-03-10' }));
    expect(late).toMatchObject({ code: 'PERIOD_LOCKED', errors: { date: [{ code: 'PERIOD_LOCKED' }] } });
  });
});

it('a staff voucher is printed once it is posted, and is seen by its person and by who may see the person', async () => {
  const { claimant, colleague, clerk, approver } = fixture;
  const [id = ''] = await approved(1210);
  const paid = await approver.call(staffVouchers.settle, settlement({ expenseIds: [id] }));
  const file = await claimant.inject({ url: `/api/v1/staff-vouchers/${paid.id}/pdf` });
  const text = pdfPages(file.rawPayload)[0]?.text;
  for (const part of [
    paid.number ?? '',
    'Carl Claims',
    'Reimbursement of expenses',
    '€12.10',
    'Train to Utrecht',
  ])
    expect(text).toContain(withoutSpace(part));
  expect(await clerk.call(staffVouchers.open, { id: paid.id })).toMatchObject({ steps: [] });
  expect(await colleague.refused(staffVouchers.open, { id: paid.id })).toMatchObject({ httpStatus: 404 });
  await fixture.cash(100);
  const offered = await claimant.call(staffVouchers.handOver, offer(100));
  expect((await claimant.inject({ url: `/api/v1/staff-vouchers/${offered.id}/pdf` })).statusCode).toBe(409);
  const csv = await claimant.inject({
    url: `/api/v1/staff-vouchers/export?format=csv&filter[personId]=${claimant.id}`,
  });
  expect(csv.body.trim().split('\r\n')).toHaveLength(3);
});
