import { uuidv7 } from 'uuidv7';
import type { ExpenseState } from '@daybook/contracts/billing/expenses/expense-machine';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import type { Expense } from '@daybook/contracts/billing/expenses/expenses';
import type { InputOf } from '@daybook/contracts/endpoint';
import type { Caller, TestApi } from '../test-api.ts';
import { makeClient, makeEntity, makeTaxCode } from './masters.ts';

type ExpenseInput = InputOf<typeof expenses.create>;

/** One who claims and one who decides, with what an expense needs; the tax codes are of the entity's regime. */
export interface ExpenseDesk {
  entityId: string;
  clientId: string;
  categoryId: string;
  taxCodeId: string;
  claimant: Caller;
  approver: Caller;
  expense(more?: Partial<ExpenseInput>): ExpenseInput;
  /** The claimant's, brought into the state. */
  at(state: ExpenseState, more?: Partial<ExpenseInput>): Promise<Expense>;
}

export async function makeExpenseCategory(api: TestApi, accountCode = '5410'): Promise<string> {
  const { id: accountId } = await api.db
    .selectFrom('ledgerAccount')
    .select('id')
    .where('code', '=', accountCode)
    .executeTakeFirstOrThrow();
  const id = uuidv7();
  await api.db
    .insertInto('expenseCategory')
    .values({ id, name: `Category ${id}`, accountId })
    .execute();
  return id;
}

export async function openExpenseDesk(api: TestApi, currency = 'EUR'): Promise<ExpenseDesk> {
  const approver = await api.as({ name: 'Ada Approves' });
  const claimant = await api.as({ userType: 'executive', name: 'Carl Claims' });
  const entityId = await makeEntity(api.db, { currency, regime: 'EU' });
  const clientId = await makeClient(api.db, { entityId, crmId: approver.id, currency });
  await api.db.insertInto('clientExecutive').values({ clientId, userId: claimant.id }).execute();
  const taxCodeId = await makeTaxCode(api.db, { code: `S${uuidv7()}`, rate: '20' });
  await makeTaxCode(api.db, { code: `O${uuidv7()}`, rate: '0', category: 'O' });
  const categoryId = await makeExpenseCategory(api);
  const expense = (more: Partial<ExpenseInput> = {}): ExpenseInput => ({
    entityId,
    categoryId,
    expenseDate: '2026-03-10',
    description: 'Train to Utrecht',
    supplier: 'NS',
    gross: 1210,
    taxAmount: 210,
    paidBy: 'person',
    ...more,
  });
  const decided = { date: '2026-03-20' };
  return {
    entityId,
    clientId,
    categoryId,
    taxCodeId,
    claimant,
    approver,
    expense,
    async at(state, more) {
      const draft = await claimant.call(expenses.create, expense(more));
      const { id } = draft;
      if (state === 'draft') return draft;
      const submitted = await claimant.call(expenses.submit, { id }, { version: draft.version });
      if (state === 'submitted') return submitted;
      if (state === 'rejected')
        return approver.call(expenses.reject, { id, reason: 'No receipt' }, { version: submitted.version });
      const approved = await approver.call(
        expenses.approve,
        { id, ...decided },
        { version: submitted.version },
      );
      if (state === 'approved') return approved;
      if (state === 'reversed')
        return approver.call(
          expenses.reverse,
          { id, ...decided, reason: 'Entered twice' },
          { version: approved.version },
        );
      return approver.call(expenses.reimburse, { id, ...decided }, { version: approved.version });
    },
  };
}
