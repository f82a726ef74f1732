import { sql } from 'kysely';
import type { Expense, expenses } from '@daybook/contracts/billing/expenses/expenses';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { sumsByName } from '@daybook/contracts/money/input-tax';
import { minor } from '@daybook/contracts/money/money';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { apart } from '../../db/apart.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { expenseEntries } from '../../ledger/expense-entries.ts';
import { postEntry } from '../../ledger/post-entries.ts';
import { effectiveDate } from '../documents/effective-date.rules.ts';
import { todayIn } from '../documents/invoice-basis.ts';
import { makePendingItem } from '../pending/pending-items.ts';
import { nextNumber } from '../documents/take-number.ts';
import { getExpense } from './expenses.queries.ts';
import { checkStep } from './expenses.rules.ts';
import { tellApprovers, tellClaimant } from './tell-of-expense.ts';

/** What the posting needs in addition to the record. */
const termsOf = (db: Db, id: string) =>
  db
    .selectFrom('expense')
    .innerJoin('billingEntity as entity', 'entity.id', 'expense.entityId')
    .innerJoin('expenseCategory as category', 'category.id', 'expense.categoryId')
    .select(['entity.timezone', 'entity.expenseFileLimit', 'category.accountId'])
    .where('expense.id', '=', id)
    .executeTakeFirstOrThrow();

/** Refuses as `checkStep`, and FILE_REQUIRED without an attachment when the amount is above the limit of the entity. */
export async function submitExpense(
  db: Db,
  user: CurrentUser,
  id: string,
  version: number,
): Promise<Expense> {
  const expense = await lockAtVersion(db, 'expense', id, version, () => getExpense(db, user, id));
  checkStep(expense, 'submit', user);
  const { expenseFileLimit: limit } = await termsOf(db, id);
  if (limit !== null && expense.gross > limit && expense.attachment === null)
    throw refuseField('FILE_REQUIRED', 'attachmentId');
  await db
    .updateTable('expense')
    .set({ status: 'submitted', ...nextVersion })
    .where('id', '=', id)
    .execute();
  await tellApprovers(db, expense);
  return getExpense(db, user, id);
}

/** Returns an expense to draft, to be corrected and submitted again; its content stays. Refuses as `checkStep`. */
export async function withdrawExpense(
  db: Db,
  user: CurrentUser,
  id: string,
  version: number,
): Promise<Expense> {
  const expense = await lockAtVersion(db, 'expense', id, version, () => getExpense(db, user, id));
  checkStep(expense, 'withdraw', user);
  await db
    .updateTable('expense')
    .set({ status: 'draft', ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getExpense(db, user, id);
}

/** Refuses as `checkStep`. */
export async function rejectExpense(
  db: Db,
  user: CurrentUser,
  { id, reason }: ParsedInputOf<typeof expenses.reject>,
  version: number,
): Promise<Expense> {
  const expense = await lockAtVersion(db, 'expense', id, version, () => getExpense(db, user, id));
  checkStep(expense, 'reject', user);
  await db
    .updateTable('expense')
    .set({ status: 'rejected', rejectionReason: reason, ...nextVersion })
    .where('id', '=', id)
    .execute();
  await tellClaimant(db, 'expense_rejected', expense, { reason });
  return getExpense(db, user, id);
}

const entryTerms = (expense: Expense, date: string) => ({
  entityId: expense.entity.id,
  date,
  source: { type: 'expense' as const, id: expense.id },
  currency: expense.currency,
  baseCurrency: expense.currency,
  fxRate: '1',
});

/** The output tax of a reverse charge, added up by component. */
const selfAssessed = ({ reverseCharge, inputTax }: Expense) =>
  sumsByName(reverseCharge ? (inputTax ?? []).flatMap(({ components }) => components) : []);

const moneyOf = (expense: Expense) => ({
  gross: minor(expense.gross),
  recoverable: minor(expense.recoverableTax),
  selfAssessed: selfAssessed(expense),
  pureAgent: expense.pureAgent,
  paidBy: expense.paidBy,
  claimantId: expense.claimant.id,
  departmentId: expense.department?.id ?? null,
});

/** Creates a pending item if the expense is charged to a client. */
async function billExpense(db: Db, expense: Expense, readyOn: string): Promise<void> {
  const { client, chargeAmount, taxCode } = expense;
  if (!expense.billable || client === null || chargeAmount === null || taxCode === null) return;
  await makePendingItem(db, {
    clientId: client.id,
    entityId: expense.entity.id,
    currency: expense.currency,
    source: 'expense',
    sourceId: expense.id,
    serviceId: null,
    kind: expense.pureAgent ? 'disbursement' : 'fee',
    description: expense.description,
    amount: chargeAmount,
    taxCodeId: taxCode.id,
    readyOn,
  });
}

/**
 * Posts the expense, creates the pending item if a client is charged, and takes the voucher's number in the last
 * statement (docs/rules.md#numbers-are-taken-last). Refuses as `checkStep`, and a `date` before the expense's own date
 * or in the future.
 */
export async function approveExpense(
  db: Db,
  user: CurrentUser,
  { id, date }: ParsedInputOf<typeof expenses.approve>,
  version: number,
): Promise<Expense> {
  const expense = await lockAtVersion(db, 'expense', id, version, () => getExpense(db, user, id));
  checkStep(expense, 'approve', user);
  const { timezone, accountId } = await termsOf(db, id);
  const postedOn = effectiveDate(date, expense.expenseDate, todayIn(timezone));
  await postEntry(db, {
    ...entryTerms(expense, postedOn),
    postings: expenseEntries({ ...moneyOf(expense), accountId }),
  });
  await billExpense(db, expense, postedOn);
  await tellClaimant(db, 'expense_approved', expense);
  const { fy, source } = await nextNumber(db, {
    entityId: expense.entity.id,
    docKind: 'expense_voucher',
    documentId: id,
    date: postedOn,
  });
  await db
    .with('taken', (query) => query.selectFrom(source.as('taken')).selectAll())
    .updateTable('expense')
    .set({
      status: 'approved',
      approvedAt: sql<string>`now()`,
      approvedBy: user.id,
      postedOn,
      fy,
      seq: sql<number>`(select taken_seq from taken)`,
      number: sql<string>`(select taken_number from taken)`,
      searchText: sql<string>`search_text || ' ' || (select lower(taken_number) from taken)`,
      ...nextVersion,
    })
    .where('id', '=', id)
    .execute();
  return getExpense(db, user, id);
}

interface Answered {
  id: string;
  number?: string;
  refused?: Refusal;
}

/**
 * Returns a result for each expense. Documents are locked in the order of their ids, number series in the order of the
 * entities (docs/rules.md#order-of-locks).
 */
export async function approveMany(
  db: Db,
  user: CurrentUser,
  { expenses: wanted, date }: ParsedInputOf<typeof expenses.approveMany>,
): Promise<Answered[]> {
  const versions = new Map(wanted.map(({ id, version }) => [id, version]));
  await db
    .selectFrom('expense')
    .select('id')
    .where('id', 'in', [...versions.keys()])
    .orderBy('id')
    .forUpdate()
    .execute();
  const inOrder = await db
    .selectFrom('expense')
    .select('id')
    .where('id', 'in', [...versions.keys()])
    .orderBy('entityId')
    .orderBy('expenseDate')
    .orderBy('id')
    .execute();
  const known = new Set(inOrder.map(({ id }) => id));
  const unknown = [...versions.keys()].filter((id) => !known.has(id));
  const results: Answered[] = unknown.map((id) => ({ id, refused: new Refusal('NOT_FOUND') }));
  for (const { id } of inOrder) {
    const { done, refused } = await apart(db, () =>
      approveExpense(db, user, { id, date }, versions.get(id) ?? 0),
    );
    results.push(refused ? { id, refused } : { id, number: done.number ?? '' });
  }
  return results;
}
