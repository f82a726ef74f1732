import { sql } from 'kysely';
import type { StaffVoucher, staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { evenOutCash } from '../../ledger/even-out-cash.ts';
import { postReversal } from '../../ledger/post-entries.ts';
import { effectiveDate } from '../documents/effective-date.rules.ts';
import { todayIn } from '../documents/invoice-basis.ts';
import { entityTerms } from './post-voucher.ts';
import { getStaffVoucher } from './staff-vouchers.queries.ts';
import { checkVoucherStep } from './staff-vouchers.rules.ts';

/** Locks the expenses of a settlement, which are owed again. */
const oweAgain = (db: Db, id: string) =>
  db
    .updateTable('expense')
    .set({
      status: 'approved',
      reimbursedAt: null,
      reimbursedBy: null,
      reimbursedOn: null,
      reimbursedFrom: null,
      staffVoucherId: null,
      ...nextVersion,
    })
    .where('staffVoucherId', '=', id)
    .execute();

/**
 * Posts the voucher backwards. What the person has may become less than nothing, because the money was never there.
 * Refuses as `checkVoucherStep`, and a `date` before the voucher or in the future.
 */
export async function reverseVoucher(
  db: Db,
  user: CurrentUser,
  { id, date, reason }: ParsedInputOf<typeof staffVouchers.reverse>,
  version: number,
): Promise<StaffVoucher> {
  const voucher = await lockAtVersion(db, 'staffVoucher', id, version, () => getStaffVoucher(db, user, id));
  checkVoucherStep(voucher, 'reverse', user);
  const { timezone, baseCurrency } = await entityTerms(db, voucher.entity.id);
  const on = effectiveDate(date, voucher.date, todayIn(timezone));
  await postReversal(db, { type: 'staff', id }, { type: 'reversal', id, date: on });
  const { entity, currency } = voucher;
  await evenOutCash(db, {
    entityId: entity.id,
    date: on,
    source: { type: 'reversal', id },
    currency,
    baseCurrency,
    fxRate: '1',
  });
  await oweAgain(db, id);
  await db
    .updateTable('staffVoucher')
    .set({
      status: 'reversed',
      reversedAt: sql<string>`now()`,
      reversedBy: user.id,
      reversedOn: on,
      reversalReason: reason,
      ...nextVersion,
    })
    .where('id', '=', id)
    .execute();
  return getStaffVoucher(db, user, id);
}
