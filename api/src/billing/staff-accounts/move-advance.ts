import { uuidv7 } from 'uuidv7';
import type { StaffVoucher, staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { effectiveDate } from '../documents/effective-date.rules.ts';
import { todayIn } from '../documents/invoice-basis.ts';
import { checkPerson, entityTerms, storePosted } from './post-voucher.ts';
import { takeFrom } from './staff-balances.ts';
import { getStaffVoucher } from './staff-vouchers.queries.ts';
import { tellOfVoucher } from './tell-of-voucher.ts';

type Moved = ParsedInputOf<typeof staffVouchers.advance>;

async function moveAdvance(
  db: Db,
  user: CurrentUser,
  kind: 'advance' | 'advance_return',
  { id = uuidv7(), personId: userId, date, ...given }: Moved,
): Promise<StaffVoucher> {
  const terms = await entityTerms(db, given.entityId);
  await checkPerson(db, user, userId);
  const currency = terms.baseCurrency;
  const voucherDate = effectiveDate(date, '', todayIn(terms.timezone));
  const { amount, entityId } = given;
  if (kind === 'advance_return')
    await takeFrom(
      db,
      { userId, entityId, account: 'staff_advance', currency },
      { amount, day: voucherDate, field: 'amount' },
    );
  const voucher = { ...given, id, kind, userId, toUserId: null, currency, voucherDate, base: amount };
  await storePosted(db, user, voucher, terms);
  const made = await getStaffVoucher(db, user, id);
  if (kind === 'advance') await tellOfVoucher(db, 'staff_advance_given', made, [userId]);
  return made;
}

/** Refuses OWN_MONEY, an unknown entity or person, and a `date` in the future. */
export const giveAdvance = (db: Db, user: CurrentUser, input: Moved): Promise<StaffVoucher> =>
  moveAdvance(db, user, 'advance', input);

/** Refuses as `giveAdvance`, and an `amount` above what the person has of the advance. */
export const returnAdvance = (db: Db, user: CurrentUser, input: Moved): Promise<StaffVoucher> =>
  moveAdvance(db, user, 'advance_return', input);
