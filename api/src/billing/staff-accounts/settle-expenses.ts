import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { StaffVoucher, staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { nextVersion } from '../../db/versions.ts';
import { effectiveDate } from '../documents/effective-date.rules.ts';
import { todayIn } from '../documents/invoice-basis.ts';
import { checkPerson, entityTerms, storePosted } from './post-voucher.ts';
import { takeFrom } from './staff-balances.ts';
import { getStaffVoucher } from './staff-vouchers.queries.ts';
import { tellPaid } from './tell-of-voucher.ts';

interface Owed {
  id: string;
  gross: Minor;
  description: string;
  owedSince: string;
}

/** Locks the expenses. Refuses REFERENCE_UNKNOWN on `expenseIds` unless each is owed to the person by the entity. */
async function lockOwed(
  db: Db,
  { expenseIds, personId, entityId }: ParsedInputOf<typeof staffVouchers.settle>,
): Promise<Owed[]> {
  const rows = await db
    .selectFrom('expense')
    .select(['id', 'gross', 'description', sql<string>`expense_owed_since(id)`.as('owedSince')])
    .where('id', 'in', expenseIds)
    .where('status', '=', 'approved')
    .where('paidBy', '=', 'person')
    .where('claimantId', '=', personId)
    .where('entityId', '=', entityId)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length !== expenseIds.length)
    throw refuseField('REFERENCE_UNKNOWN', 'expenseIds', {}, 'EXPENSE_NOT_OWED');
  return rows;
}

/**
 * Pays expenses of one person, each whole, and lists them on one voucher. Refuses OWN_MONEY, an expense that is not owed
 * to the person, a `date` before one of them was owed or in the future, and an `account` that holds too little.
 */
export async function settleExpenses(
  db: Db,
  user: CurrentUser,
  input: ParsedInputOf<typeof staffVouchers.settle>,
): Promise<StaffVoucher> {
  const { id = uuidv7(), entityId, personId: userId, expenseIds: _, date, account, ...given } = input;
  const terms = await entityTerms(db, entityId);
  await checkPerson(db, user, userId);
  const owed = await lockOwed(db, input);
  const latest = owed.map(({ owedSince }) => owedSince).toSorted();
  const voucherDate = effectiveDate(date, latest.at(-1) ?? '', todayIn(terms.timezone));
  const amount = sum(owed.map(({ gross }) => gross));
  const currency = terms.baseCurrency;
  if (account === 'advance' || account === 'staff_cash')
    await takeFrom(
      db,
      { userId, entityId, account: account === 'advance' ? 'staff_advance' : 'staff_cash', currency },
      { amount, day: voucherDate, field: 'account' },
    );
  await db
    .updateTable('expense')
    .set({
      status: 'reimbursed',
      reimbursedAt: sql<string>`now()`,
      reimbursedBy: user.id,
      reimbursedOn: voucherDate,
      reimbursedFrom: account,
      staffVoucherId: id,
      ...nextVersion,
    })
    .where(
      'id',
      'in',
      owed.map((expense) => expense.id),
    )
    .execute();
  await db
    .insertInto('staffVoucherExpense')
    .values(owed.map(({ id: expenseId, gross }) => ({ voucherId: id, expenseId, amount: gross })))
    .execute();
  const voucher = { ...given, id, entityId, kind: 'settlement' as const, account, userId, toUserId: null };
  await storePosted(db, user, { ...voucher, currency, amount, voucherDate, base: amount }, terms);
  const made = await getStaffVoucher(db, user, id);
  await tellPaid(db, made);
  return made;
}
