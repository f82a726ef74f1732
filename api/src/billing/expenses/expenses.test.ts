import { uuidv7 } from 'uuidv7';
import { expenseCategories } from '@daybook/contracts/billing/expenses/expense-categories';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import type { Expense } from '@daybook/contracts/billing/expenses/expenses';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { entryOf } from '../../../test/fixtures/billing-fixture.ts';
import { openExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import type { ExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { pdfPages, withoutSpace } from '../../../test/files/pdf-pages.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let fixture: ExpenseFixture;

beforeAll(async () => {
  api = await startTestApi();
  fixture = await openExpenseFixture(api);
});
afterAll(() => api.stop());

const itemOf = async ({ id }: Expense) => {
  const { rows } = await fixture.approver.call(pendingInvoices.list, { pageSize: 100 });
  return rows.find(({ sourceId }) => sourceId === id);
};
const charged = (more: object = {}) => ({
  clientId: fixture.clientId,
  billable: true,
  taxCodeId: fixture.taxCodeId,
  ...more,
});

describe('an expense', () => {
  it('has the caller as claimant, and its net is the gross less the tax', async () => {
    const made = await fixture.at('draft');
    expect(made).toMatchObject({
      status: 'draft',
      number: null,
      net: 1000,
      tax: 210,
      gross: 1210,
      currency: 'EUR',
      claimant: { id: fixture.claimant.id, label: 'Carl Claims' },
    });
  });

  it.each([
    ['taxAmount', { taxAmount: 1211 }, 'TAX_EXCEEDS_GROSS'],
    ['clientId', { billable: true, taxCodeId: uuidv7() }, 'REQUIRED'],
    ['pureAgent', { pureAgent: true }, 'BILLABLE_ONLY'],
    ['expenseDate', { expenseDate: '2199-01-01' }, 'DATE_FUTURE'],
    ['categoryId', { categoryId: uuidv7() }, 'REFERENCE_UNKNOWN'],
    ['attachmentId', { attachmentId: uuidv7() }, 'REFERENCE_UNKNOWN'],
  ])('is refused with an error on %s', async (field, more, code) => {
    const refused = await fixture.claimant.refused(expenses.create, fixture.expense(more));
    expect(refused.errors[field]?.[0]?.code).toBe(code);
  });

  it('can be entered for another person by whoever may edit expenses, within their scope', async () => {
    const given = fixture.expense({ claimantId: fixture.approver.id });
    expect((await fixture.claimant.refused(expenses.create, given)).errors).toEqual({
      claimantId: [{ code: 'PERM_DENIED', params: {} }],
    });
    const made = await fixture.approver.call(
      expenses.create,
      fixture.expense({ claimantId: fixture.claimant.id }),
    );
    expect(made.claimant.id).toBe(fixture.claimant.id);
    const narrow = await api.as({
      userType: 'manager',
      keys: ['expenses.add', 'expenses.edit'],
      scope: 'own',
    });
    expect(await narrow.refused(expenses.create, given)).toMatchObject({ httpStatus: 422 });
    expect(await narrow.refused(expenses.open, { id: made.id })).toMatchObject({ httpStatus: 404 });
  });

  it('belongs to the client of its task', async () => {
    const task = await fixture.approver.call(tasks.create, {
      clientId: fixture.clientId,
      title: 'Audit',
      dueOn: '2026-04-01',
    });
    const other = await makeClient(api.db, { entityId: fixture.entityId, crmId: fixture.approver.id });
    const refused = await fixture.approver.refused(
      expenses.create,
      fixture.expense({ clientId: other, taskId: task.id }),
    );
    expect(refused.errors).toHaveProperty('taskId');
    const made = await fixture.approver.call(
      expenses.create,
      fixture.expense({ clientId: fixture.clientId, taskId: task.id }),
    );
    expect(made.task?.label).toContain('Audit');
  });

  it('keeps the reason of its rejection, and is a draft again once it is edited', async () => {
    const rejected = await fixture.at('rejected');
    expect(rejected.rejectionReason).toBe('No receipt');
    const mended = await fixture.claimant.call(
      expenses.edit,
      { ...fixture.expense({ gross: 500, taxAmount: 0 }), id: rejected.id },
      { version: rejected.version },
    );
    expect(mended).toMatchObject({ status: 'draft', rejectionReason: null, net: 500 });
  });

  it('is approved on a date between its own and today', async () => {
    const { id, version } = await fixture.at('submitted');
    for (const [date, code] of [
      ['2026-03-09', 'DATE_TOO_EARLY'],
      ['2199-01-01', 'DATE_FUTURE'],
    ]) {
      const refused = await fixture.approver.refused(expenses.approve, { id, date }, { version });
      expect(refused.errors.date?.[0]?.code).toBe(code);
    }
  });
});

describe('an approved expense', () => {
  it.each([
    ['EUR', 1210, 210],
    ['JPY', 1210, 110],
    ['KWD', 1_210_005, 10_005],
  ])('in %s posts a balanced entry of the cost, the tax and the payable', async (currency, gross, tax) => {
    const own = await openExpenseFixture(api, currency);
    const owed = await own.at('approved', { gross, taxAmount: tax });
    expect(owed.number).toBe('EXP/26/0001');
    expect(await entryOf(api, owed.id)).toEqual({
      '5410': gross - tax,
      input_tax: tax,
      staff_payable: -gross,
    });
    const paid = await own.at('reimbursed', { gross, taxAmount: tax });
    expect(await entryOf(api, [paid.id, paid.reimbursement?.voucher?.id ?? ''])).toEqual({
      '5410': gross - tax,
      input_tax: tax,
      staff_payable: 0,
      bank: -gross,
    });
  });

  it('posts the gross as cost if the tax cannot be reclaimed, and credits the firm’s own account if the firm paid', async () => {
    const made = await fixture.at('approved', { taxRecoverable: false, paidBy: 'cash' });
    expect(await entryOf(api, made.id)).toEqual({ '5410': 1210, cash: -1210 });
  });
});

describe('a billable expense', () => {
  it('becomes one pending item, whose amount may differ from the cost', async () => {
    const made = await fixture.at('approved', charged({ chargeAmount: 1500 }));
    expect(await itemOf(made)).toMatchObject({ amount: 1500, status: 'open', source: 'expense' });
    expect(await itemOf(await fixture.at('submitted', charged()))).toBeUndefined();
    expect((await fixture.at('approved', charged())).chargeAmount).toBe(1000);
  });

  it('as a disbursement becomes an item of the amount paid, without tax, whose invoice recovers the amount', async () => {
    const made = await fixture.at('approved', charged({ pureAgent: true, taxCodeId: null, paidBy: 'bank' }));
    expect(await entryOf(api, made.id)).toEqual({ client_reimbursable: 1210, bank: -1210 });
    const item = await itemOf(made);
    expect(item?.amount).toBe(1210);
    const refused = await fixture.approver.refused(
      pendingInvoices.edit,
      { id: item?.id, description: 'Less', amount: 1000, reason: 'Goodwill' },
      { version: 1 },
    );
    expect(refused.errors).toEqual({ amount: [{ code: 'AS_IT_WAS_PAID', params: {} }] });
    const draft = await fixture.approver.call(pendingInvoices.draft, {
      itemIds: [item?.id ?? ''],
      issueDate: '2026-03-31',
    });
    expect(draft).toMatchObject({ net: 1210, tax: 0, lines: [{ kind: 'disbursement' }] });
    const issued = await fixture.approver.call(invoices.issue, { id: draft.id }, { version: draft.version });
    expect(await entryOf(api, [made.id, issued.id])).toEqual({
      client_reimbursable: 0,
      bank: -1210,
      receivable: 1210,
    });
  });

  it('as a disbursement that is given up becomes the firm’s loss', async () => {
    const made = await fixture.at('approved', charged({ pureAgent: true, taxCodeId: null }));
    const item = await itemOf(made);
    await fixture.approver.call(
      pendingInvoices.writeOff,
      { id: item?.id ?? '', reason: 'Goodwill' },
      { version: 1 },
    );
    expect(await entryOf(api, [made.id, item?.id ?? ''])).toEqual({
      client_reimbursable: 0,
      staff_payable: -1210,
      bad_debt: 1210,
    });
  });
});

describe('the list of expenses', () => {
  it('is filtered by words, status, person and date, and totals the result', async () => {
    const own = await openExpenseFixture(api, 'EUR');
    await own.at('approved', { description: 'Ferry to Texel', gross: 1000, taxAmount: 0 });
    await own.at('draft', { description: 'Lunch', gross: 500, taxAmount: 100, expenseDate: '2026-02-01' });
    const mine = { claimantId: own.claimant.id };
    const found = async (input: object) =>
      (await own.approver.call(expenses.list, input)).rows.map(({ description }) => description);
    expect(await found({ filter: mine })).toEqual(['Ferry to Texel', 'Lunch']);
    expect(await found({ filter: mine, sort: 'expenseDate' })).toEqual(['Lunch', 'Ferry to Texel']);
    expect(await found({ filter: { ...mine, status: 'approved' } })).toEqual(['Ferry to Texel']);
    expect(await found({ filter: { ...mine, to: '2026-02-28' } })).toEqual(['Lunch']);
    expect(await found({ filter: mine, q: 'exp/26/0001 ferry' })).toEqual(['Ferry to Texel']);
    expect(await own.approver.call(expenses.total, { filter: mine })).toEqual({
      total: 2,
      isCapped: false,
      sums: [{ currency: 'EUR', net: 1400, tax: 100, gross: 1500 }],
    });
  });

  it('approves many at once, with a result for each', async () => {
    const [good, stale, late] = [
      await fixture.at('submitted'),
      await fixture.at('submitted'),
      await fixture.at('draft'),
    ];
    const own = await fixture.approver.call(expenses.create, fixture.expense());
    await fixture.approver.call(expenses.submit, { id: own.id }, { version: 1 });
    const unknown = uuidv7();
    const { results } = await fixture.approver.call(expenses.approveMany, {
      expenses: [
        { id: good.id, version: good.version },
        { id: stale.id, version: 1 },
        { id: late.id, version: late.version },
        { id: own.id, version: 2 },
        { id: unknown, version: 1 },
      ],
    });
    const byId = new Map(results.map((result) => [result.id, result]));
    expect(byId.get(good.id)?.number).toMatch(/^EXP/);
    expect([stale.id, late.id, own.id, unknown].map((id) => byId.get(id)?.refused?.code)).toEqual([
      'VERSION_CONFLICT',
      'STATE_NOT_ALLOWED',
      'APPROVER_IS_CLAIMANT',
      'NOT_FOUND',
    ]);
    expect((await api.ownerPool.query('select * from number_gap')).rows).toEqual([]);
  });
});

describe('an expense category', () => {
  it('posts only to an expense account, and can be deleted only while no expense uses it', async () => {
    const { rows: accounts } = await api.ownerPool.query<{ id: string; code: string }>(
      `select id, code from ledger_account where code in ('1000', '5420') order by code`,
    );
    const [bank, office] = accounts;
    const name = 'Office';
    expect(
      (await fixture.approver.refused(expenseCategories.create, { name, accountId: bank?.id })).errors,
    ).toHaveProperty('accountId');
    const made = await fixture.approver.call(expenseCategories.create, { name, accountId: office?.id ?? '' });
    expect(
      (await fixture.approver.refused(expenseCategories.create, { name: 'office', accountId: office?.id }))
        .errors,
    ).toHaveProperty('name');
    await fixture.at('draft', { categoryId: made.id });
    expect(
      await fixture.approver.refused(expenseCategories.remove, { id: made.id }, { version: 1 }),
    ).toMatchObject({ code: 'REFERENCED' });
    await fixture.approver.call(
      expenseCategories.edit,
      { id: made.id, name, accountId: office?.id ?? '', active: false },
      { version: 1 },
    );
    expect(
      (await fixture.claimant.refused(expenses.create, fixture.expense({ categoryId: made.id }))).errors,
    ).toHaveProperty('categoryId');
  });
});

describe('the voucher of an expense', () => {
  it('can be printed once the expense is approved', async () => {
    const { id } = await fixture.at('submitted');
    expect(await fixture.approver.refused(expenses.pdf, { id })).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    const made = await fixture.at('reimbursed');
    const answer = await fixture.claimant.inject({ url: `/api/v1/expenses/${made.id}/pdf` });
    const text = pdfPages(answer.rawPayload)[0]?.text;
    for (const part of [made.number ?? '', 'Carl Claims', 'Ada Approves', '€12.10'])
      expect(text).toContain(withoutSpace(part));
  });
});
