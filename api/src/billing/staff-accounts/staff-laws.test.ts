import { staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { openStaffFixture } from '../../../test/fixtures/staff-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { TestApi } from '../../../test/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

/** The SQLSTATE with which the database refuses statements under the application's role, in one transaction; null if it accepts them. */
async function refusalOf(...statements: string[]): Promise<string | null> {
  const client = await api.appPool.connect();
  try {
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
    return null;
  } catch (error) {
    await client.query('rollback');
    return (error as { code: string }).code;
  } finally {
    client.release();
  }
}

const set = (id: string, columns: string) => `update staff_voucher set ${columns} where id = '${id}'`;
const posted = (by: string) =>
  `status = 'posted', number = 'STV/26/0099', seq = 99, fy = '2026', base_amount = 100, posted_at = now(), posted_by = '${by}'`;
const reversed = (by: string, on = '2026-03-30') =>
  `status = 'reversed', reversed_at = now(), reversed_by = '${by}', reversed_on = '${on}', reversal_reason = 'Twice'`;

it('a staff voucher, under the application’s own role, is protected by the laws of the database', async () => {
  const fixture = await openStaffFixture(api);
  const { entityId, claimant, colleague, approver, clerk } = fixture;
  const given = await fixture.advance(1000);
  await fixture.cash(500);
  const offered = await claimant.call(staffVouchers.handOver, {
    entityId,
    personId: claimant.id,
    currency: 'EUR',
    amount: 100,
    date: '2026-03-06',
    receiverId: colleague.id,
  });
  const { id: expenseId } = await fixture.at('approved');
  const reimbursed = await fixture.at('reimbursed');
  const paid = reimbursed.reimbursement?.voucher?.id ?? '';
  const entry = (account: string, user: string, amount: number, day: string, source = 'staff') => [
    `insert into journal_entry (id, entity_id, entry_date, source_type, source_id)
     values ('00000000-0000-4000-8000-000000000001', '${entityId}', '${day}', '${source}', gen_random_uuid())`,
    `insert into journal_line (entry_id, no, entity_id, entry_date, account_id, user_id, currency, debit, credit, base_debit, base_credit)
     select '00000000-0000-4000-8000-000000000001', no, '${entityId}', '${day}', account.id, side.person, 'EUR', debit, credit, debit, credit
     from (values (1, 'bank', null::uuid, ${amount}, 0), (2, '${account}', '${user}'::uuid, 0, ${amount})) side (no, key, person, debit, credit)
     join ledger_account account on account.system_key = side.key`,
  ];
  const copy = (columns: string, values: string) =>
    `insert into staff_voucher (id, entity_id, user_id, voucher_date, kind, account, currency, amount, status, ${columns})
     select gen_random_uuid(), entity_id, user_id, voucher_date, ${values} from staff_voucher where id = '${given.id}'`;
  const back = `status = 'approved', reimbursed_at = null, reimbursed_by = null, reimbursed_on = null, reimbursed_from = null, staff_voucher_id = null`;
  const cases: [statements: string[], code: string | null][] = [
    [[set(given.id, 'amount = 999')], 'DB001'],
    [[set(given.id, `user_id = '${colleague.id}'`)], 'DB001'],
    [[set(given.id, `status = 'withdrawn'`)], 'DB001'],
    [[set(given.id, `number = 'STV/26/0100'`)], 'DB001'],
    [[`delete from staff_voucher where id = '${given.id}'`], '42501'],
    [['truncate staff_voucher cascade'], '42501'],
    // Reversal is refused for the person concerned, before its date, and while the entry still stands.
    [[set(given.id, reversed(claimant.id))], '23514'],
    [[set(given.id, reversed(approver.id, '2026-02-28'))], '23514'],
    [[set(given.id, reversed(approver.id))], 'DB006'],
    // A hand-over is confirmed only by its receiver, with a number and an entry.
    [[set(offered.id, posted(claimant.id))], '23514'],
    [[set(offered.id, posted(clerk.id))], '23514'],
    [[set(offered.id, posted(colleague.id))], 'DB006'],
    [[copy('number', `'advance', 'bank', 'EUR', 5, 'offered', null`)], 'DB001'],
    [[copy('number', `'hand_over', 'bank', 'EUR', 5, 'posted', null`)], 'DB001'],
    [[copy('number', `'advance', 'bank', 'USD', 5, 'posted', null`)], 'DB008'],
    [[copy('number', `'advance', 'staff_cash', 'EUR', 5, 'posted', null`)], '23514'],
    [[copy('to_user_id', `'hand_over', 'staff_cash', 'EUR', 5, 'offered', user_id`)], '23514'],
    // Nothing takes more than the person has, on the day or later.
    [entry('staff_advance', claimant.id, 1001, '2026-03-10'), 'DB100'],
    [entry('staff_advance', claimant.id, 1, '2026-02-28'), 'DB100'],
    [entry('staff_cash', claimant.id, 501, '2026-03-10', 'receipt'), 'DB100'],
    [entry('staff_cash', colleague.id, 1, '2026-03-10'), 'DB100'],
    // An expense is paid whole, once, by a voucher that lists it.
    [
      [
        `update expense set status = 'reimbursed', reimbursed_at = now(), reimbursed_by = '${approver.id}', reimbursed_on = '2026-03-21',
           reimbursed_from = 'bank', staff_voucher_id = '${paid}' where id = '${expenseId}'`,
      ],
      'DB006',
    ],
    [[`insert into staff_voucher_expense values ('${paid}', '${expenseId}', 1210)`], 'DB006'],
    [[`update staff_voucher_expense set amount = 1 where voucher_id = '${paid}'`], '42501'],
    [[`update expense set ${back} where id = '${reimbursed.id}'`], 'DB006'],
    [[set(offered.id, `status = 'withdrawn'`)], null],
    [[set(offered.id, `status = 'offered'`)], 'DB001'],
  ];
  for (const [statements, code] of cases)
    expect({ statements, code: await refusalOf(...statements) }).toEqual({ statements, code });
});
