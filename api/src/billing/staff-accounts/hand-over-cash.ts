import { uuidv7 } from 'uuidv7';
import type { StaffVoucher, staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { proportion } from '@daybook/contracts/money/money';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { effectiveDate } from '../documents/effective-date.rules.ts';
import { todayIn } from '../documents/invoice-basis.ts';
import { checkPerson, entityTerms, postOffered } from './post-voucher.ts';
import { takeFrom } from './staff-balances.ts';
import { getStaffVoucher } from './staff-vouchers.queries.ts';
import { checkVoucherStep } from './staff-vouchers.rules.ts';
import { tellOfVoucher, tellReceivers } from './tell-of-voucher.ts';

type Given = ParsedInputOf<typeof staffVouchers.handOver>;

/** Cash goes to anyone who works here. Refuses REFERENCE_UNKNOWN on `receiverId`. */
async function checkReceiver(db: Db, { personId, receiverId }: Given): Promise<void> {
  if (receiverId === null) return;
  const receiver = await db
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', receiverId)
    .where('id', '<>', personId)
    .where('userType', '<>', 'client')
    .where('status', '<>', 'deactivated')
    .executeTakeFirst();
  if (!receiver) throw refuseField('REFERENCE_UNKNOWN', 'receiverId');
}

/**
 * Offers cash that a person holds to another person or to the bank; nothing is posted yet. Refuses PERM_DENIED for the
 * cash of others, a `date` in the future, and an `amount` above the cash held.
 */
export async function offerCash(db: Db, user: CurrentUser, input: Given): Promise<StaffVoucher> {
  const { id = uuidv7(), personId: userId, receiverId: toUserId, date, ...given } = input;
  const { entityId, currency, amount } = given;
  const { timezone } = await entityTerms(db, entityId);
  if (userId !== user.id) {
    if (!holds(user, 'expenses.edit')) throw new Refusal('PERM_DENIED');
    await checkPerson(db, user, userId);
  }
  await checkReceiver(db, input);
  const voucherDate = effectiveDate(date, '', todayIn(timezone));
  const holding = { userId, entityId, account: 'staff_cash' as const, currency };
  await takeFrom(db, holding, { amount, day: voucherDate, field: 'amount' });
  await db
    .insertInto('staffVoucher')
    .values({
      ...given,
      id,
      userId,
      toUserId,
      voucherDate,
      kind: 'hand_over',
      account: toUserId === null ? 'bank' : 'staff_cash',
      status: 'offered',
    })
    .execute();
  const made = await getStaffVoucher(db, user, id);
  await tellReceivers(db, 'cash_offered', made);
  return made;
}

type Step = ParsedInputOf<typeof staffVouchers.confirm>;

/**
 * Posts the hand-over on its date. Cash in another currency leaves at the amount at which it is carried. Refuses as
 * `checkVoucherStep`, and NOT_ENOUGH_HELD if the cash has gone elsewhere since.
 */
export async function confirmCash(
  db: Db,
  user: CurrentUser,
  { id }: Step,
  version: number,
): Promise<StaffVoucher> {
  const offer = await lockAtVersion(db, 'staffVoucher', id, version, () => getStaffVoucher(db, user, id));
  checkVoucherStep(offer, 'confirm', user);
  const { entity, person, receiver, currency, amount, date, account } = offer;
  const terms = await entityTerms(db, entity.id);
  const holding = { userId: person.id, entityId: entity.id, account: 'staff_cash' as const, currency };
  const held = await takeFrom(db, holding, { amount, day: date, field: 'amount' });
  const moved = { kind: 'hand_over' as const, userId: person.id, toUserId: receiver?.id ?? null };
  const base = currency === terms.baseCurrency ? amount : proportion(held.base, amount, held.amount);
  const voucher = { ...moved, id, entityId: entity.id, account, currency, amount, voucherDate: date, base };
  await postOffered(db, user, voucher, terms);
  const made = await getStaffVoucher(db, user, id);
  await tellOfVoucher(db, 'cash_confirmed', made, [person.id]);
  return made;
}

/** Refuses as `checkVoucherStep`. */
export async function withdrawCash(
  db: Db,
  user: CurrentUser,
  { id }: Step,
  version: number,
): Promise<StaffVoucher> {
  const offer = await lockAtVersion(db, 'staffVoucher', id, version, () => getStaffVoucher(db, user, id));
  checkVoucherStep(offer, 'withdraw', user);
  await db
    .updateTable('staffVoucher')
    .set({ status: 'withdrawn', ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getStaffVoucher(db, user, id);
}
