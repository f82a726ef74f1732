import { sql } from 'kysely';
import type { StaffMoney, StaffVoucherKind } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { postEntry } from '../../ledger/post-entries.ts';
import { staffEntries } from '../../ledger/staff-entries.ts';
import { inScope } from '../../scope.ts';
import { nextNumber } from '../documents/take-number.ts';

export interface VoucherTerms {
  baseCurrency: string;
  timezone: string;
}

/** Refuses REFERENCE_UNKNOWN on `entityId`. */
export async function entityTerms(db: Db, entityId: string): Promise<VoucherTerms> {
  const entity = await db
    .selectFrom('billingEntity')
    .select(['baseCurrency', 'timezone'])
    .where('id', '=', entityId)
    .executeTakeFirst();
  if (!entity) throw refuseField('REFERENCE_UNKNOWN', 'entityId');
  return entity;
}

/** Refuses OWN_MONEY for oneself, and REFERENCE_UNKNOWN on `personId` for nobody of the staff in scope. People who have left may still settle up. */
export async function checkPerson(db: Db, user: CurrentUser, personId: string): Promise<void> {
  if (personId === user.id) throw new Refusal('OWN_MONEY');
  const person = await db
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', personId)
    .where('userType', '<>', 'client')
    .where(inScope.staffAccount(user, sql.ref('app_user.id')))
    .executeTakeFirst();
  if (!person) throw refuseField('REFERENCE_UNKNOWN', 'personId');
}

export interface Voucher {
  id: string;
  entityId: string;
  kind: StaffVoucherKind;
  account: StaffMoney;
  userId: string;
  toUserId: string | null;
  currency: string;
  amount: Minor;
  voucherDate: string;
  /** The amount in the base currency. */
  base: Minor;
}

/** The entry of a voucher, in the currency in which the person has the money. */
const postVoucher = (db: Db, voucher: Voucher, baseCurrency: string) =>
  postEntry(db, {
    entityId: voucher.entityId,
    date: voucher.voucherDate,
    source: { type: 'staff', id: voucher.id },
    currency: voucher.currency,
    baseCurrency,
    // Both sides have their base amounts.
    fxRate: '1',
    postings: staffEntries(voucher),
  });

async function numberOf(db: Db, { entityId, id, voucherDate }: Voucher) {
  const { fy, source } = await nextNumber(db, {
    entityId,
    docKind: 'staff_voucher',
    documentId: id,
    date: voucherDate,
  });
  return {
    taken: db.with('taken', (query) => query.selectFrom(source.as('taken')).selectAll()),
    numbered: {
      fy,
      seq: sql<number>`(select taken_seq from taken)`,
      number: sql<string>`(select taken_number from taken)`,
    },
  };
}

/** Posts a new voucher, and takes its number in the last statement (docs/rules.md#numbers-are-taken-last). */
export async function storePosted(
  db: Db,
  user: CurrentUser,
  { base, ...voucher }: Voucher & { reference: string | null; note: string | null },
  { baseCurrency }: VoucherTerms,
): Promise<void> {
  await postVoucher(db, { ...voucher, base }, baseCurrency);
  const { taken, numbered } = await numberOf(db, { ...voucher, base });
  await taken
    .insertInto('staffVoucher')
    .values({
      ...voucher,
      ...numbered,
      status: 'posted',
      baseAmount: base,
      postedAt: sql<string>`now()`,
      postedBy: user.id,
    })
    .execute();
}

/** Posts a hand-over that was offered. */
export async function postOffered(
  db: Db,
  user: CurrentUser,
  voucher: Voucher,
  { baseCurrency }: VoucherTerms,
): Promise<void> {
  await postVoucher(db, voucher, baseCurrency);
  const { taken, numbered } = await numberOf(db, voucher);
  await taken
    .updateTable('staffVoucher')
    .set({
      ...numbered,
      status: 'posted',
      baseAmount: voucher.base,
      postedAt: sql<string>`now()`,
      postedBy: user.id,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', voucher.id)
    .execute();
}
