import { sql } from 'kysely';
import type { StaffVoucher, StaffVoucherRow } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { CurrencyCode } from '@daybook/contracts/money/currency';
import { minor, toDecimal } from '@daybook/contracts/money/money';
import type { NotificationKind } from '@daybook/contracts/notifications';
import type { Db } from '../../db/database.ts';
import { expenseDeciders } from '../documents/expense-deciders.ts';

type Kind = Extract<
  NotificationKind,
  'expenses_reimbursed' | 'staff_advance_given' | 'cash_offered' | 'cash_confirmed' | 'cash_unconfirmed'
>;

const moneyOf = ({ amount, currency }: StaffVoucherRow): string =>
  `${toDecimal(minor(amount), CurrencyCode.parse(currency))} ${currency}`;

/** Notifies these people, except whoever acted. */
export async function tellOfVoucher(
  db: Db,
  kind: Kind,
  voucher: StaffVoucherRow,
  people: readonly string[],
): Promise<void> {
  const { id, person, number } = voucher;
  const params = JSON.stringify({ amount: moneyOf(voucher), name: person.label, number: number ?? '' });
  for (const who of people)
    await sql`select tell(${who}, ${kind}, ${params}::jsonb, 'staff_voucher', ${id})`.execute(db);
}

/** Notifies those who can confirm a hand-over: the receiver, or for the bank everyone who decides on the person's money. */
export async function tellReceivers(db: Db, kind: Kind, voucher: StaffVoucherRow): Promise<void> {
  const { receiver, person } = voucher;
  const people = receiver === null ? await expenseDeciders(db, person.id) : [receiver.id];
  await tellOfVoucher(db, kind, voucher, people);
}

/** Notifies the person who is paid: of the expense if it is one, else of the voucher. */
export async function tellPaid(db: Db, voucher: StaffVoucher): Promise<void> {
  const { expenses, person } = voucher;
  const [paid, ...more] = expenses;
  if (!paid || more.length > 0) return tellOfVoucher(db, 'expenses_reimbursed', voucher, [person.id]);
  const params = JSON.stringify({ what: paid.description, amount: moneyOf(voucher), name: person.label });
  await sql`select tell(${person.id}, 'expense_reimbursed', ${params}::jsonb, 'expense', ${paid.id})`.execute(
    db,
  );
}
