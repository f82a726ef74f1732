import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import type { Expense } from '@daybook/contracts/billing/expenses/expenses';
import { openExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import type { ExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let fixture: ExpenseFixture;
let draft: Expense;
let submitted: Expense;
let approved: Expense;
let rejected: Expense;
let reversed: Expense;

beforeAll(async () => {
  api = await startTestApi();
  fixture = await openExpenseFixture(api);
  const billed = { clientId: fixture.clientId, billable: true, taxCodeId: fixture.taxCodeId };
  draft = await fixture.at('draft', billed);
  submitted = await fixture.at('submitted', billed);
  approved = await fixture.at('approved', billed);
  rejected = await fixture.at('rejected');
  reversed = await fixture.at('reversed', billed);
});
afterAll(() => api.stop());

/** The SQLSTATE with which the database refuses a statement under the application's role; null if it accepts it. */
const refusalOf = async (text: string): Promise<string | null> =>
  api.appPool.query(text).then(
    () => null,
    (error: { code: string }) => error.code,
  );

const set = (expense: Expense, columns: string) => `update expense set ${columns} where id = '${expense.id}'`;
const number = `number = 'EXP/26/0099', seq = 99, fy = '2026', approved_at = now(), posted_on = '2026-03-20'`;
const undone = `status = 'reversed', reversed_at = now(), reversed_on = '2026-03-21', reversal_reason = 'Twice'`;
const back = `status = 'reimbursed', reimbursed_at = now(), reimbursed_on = '2026-03-21', reimbursed_from = 'bank'`;

describe('an expense, under the application’s own role,', () => {
  it('is protected by the laws of the database', async () => {
    const other = fixture.approver.id;
    const statements: [string, string][] = [
      [set(draft, 'gross = gross + 1'), '23514'],
      [set(draft, 'net = -1, gross = tax - 1'), '23514'],
      [set(draft, 'client_id = null'), '23514'],
      [set(draft, 'pure_agent = true'), '23514'],
      [set(draft, `currency = 'USD'`), '23503'],
      [set(draft, `status = 'approved', approved_by = '${other}', ${number}`), 'DB001'],
      [set(draft, `status = 'reimbursed'`), 'DB001'],
      [set(submitted, 'gross = gross + 1, net = net + 1'), 'DB001'],
      // An expense is withdrawn without other changes.
      [set(submitted, `status = 'draft', description = 'Another'`), 'DB001'],
      [set(submitted, `status = 'rejected'`), '23514'],
      // Approval is refused for the claimant, and without number, entry and pending item.
      [set(submitted, `status = 'approved', approved_by = '${fixture.claimant.id}', ${number}`), '23514'],
      [set(submitted, `status = 'approved', approved_by = '${other}', ${number}`), 'DB006'],
      [set(approved, 'gross = gross + 1, net = net + 1'), 'DB001'],
      [set(approved, `status = 'submitted'`), 'DB001'],
      [set(approved, `number = 'EXP/26/0100'`), 'DB001'],
      // An expense is reimbursed only by a staff voucher.
      [set(approved, `${back}, reimbursed_by = '${other}'`), 'DB001'],
      // Reversal is refused for the claimant, without a reason, and while the entry is still posted.
      [set(approved, `${undone}, reversed_by = '${fixture.claimant.id}'`), '23514'],
      [set(approved, `${undone.replace('Twice', '')}, reversed_by = '${other}'`), '23514'],
      [set(approved, `${undone}, reversed_by = '${other}'`), 'DB006'],
      [
        set(
          reversed,
          `status = 'approved', reversed_at = null, reversed_by = null, reversed_on = null, reversal_reason = null`,
        ),
        'DB001',
      ],
      [`delete from expense where id in ('${submitted.id}')`, 'DB001'],
      [`delete from expense where id in ('${approved.id}')`, 'DB001'],
      [`truncate expense`, '42501'],
      [
        `insert into expense (id, entity_id, currency, expense_date, category_id, description, net, tax, gross, tax_recoverable,
           paid_by, claimant_id, status)
         select gen_random_uuid(), entity_id, currency, expense_date, category_id, description, net, tax, gross, tax_recoverable,
           paid_by, claimant_id, 'submitted' from expense where id = '${draft.id}'`,
        'DB001',
      ],
      [`update attachment set name = 'x'`, '42501'],
      [`update file_piece set bytes = ''`, '42501'],
      [
        `update pending_item set kind = 'disbursement', amount = amount + 1 where source_id = '${approved.id}'`,
        '23514',
      ],
    ];
    for (const [statement, code] of statements)
      expect({ statement, code: await refusalOf(statement) }).toEqual({ statement, code });
  });

  it('is billed at the amount that was paid', async () => {
    const { approver } = fixture;
    const { id: expenseId } = await fixture.at('approved', {
      clientId: fixture.clientId,
      billable: true,
      pureAgent: true,
      taxCodeId: null,
    });
    const { rows } = await api.ownerPool.query<{ id: string }>(
      `select id from pending_item where source_id = '${expenseId}'`,
    );
    const item = rows[0]?.id ?? '';
    const { lines } = await approver.call(pendingInvoices.draft, {
      itemIds: [item],
      issueDate: '2026-03-31',
    });
    const line = `where id = '${lines[0]?.id}'`;
    for (const [statement, code] of [
      [`update invoice_line set amount = amount - 1, net = net - 1 ${line}`, 'DB051'],
      [`update invoice_line set tax = 1 ${line}`, 'DB051'],
      [`update invoice_line set category = 'S' ${line}`, 'DB051'],
      [`update invoice_line set kind = 'fee' ${line}`, 'DB051'],
      [
        `update pending_item set amount = amount + 1, original_amount = original_amount + 1 where id = '${item}'`,
        'DB051',
      ],
      [`update pending_item set kind = 'fee' where id = '${item}'`, 'DB051'],
      [`update invoice_line set description = 'Court fee' ${line}`, null],
    ] as const)
      expect({ statement, code: await refusalOf(statement) }).toEqual({ statement, code });
  });

  it('can be deleted until somebody decides on it', async () => {
    expect(await refusalOf(`delete from expense where id in ('${draft.id}', '${rejected.id}')`)).toBeNull();
  });
});
