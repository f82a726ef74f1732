import { sql } from 'kysely';
import type {
  StaffMoney,
  StaffVoucher,
  StaffVoucherKind,
  StaffVoucherRow,
  StaffVoucherStatus,
  staffVouchers,
} from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { whereGiven } from '../../db/where-given.ts';
import { inScope } from '../../scope.ts';
import { stepsOf } from './staff-vouchers.rules.ts';

type ListInput = ParsedInputOf<typeof staffVouchers.list>;

/** One's own vouchers, and with a permission those that people in scope give or receive. */
const visible = (db: Db, user: CurrentUser) =>
  db
    .selectFrom('staffVoucher as voucher')
    .where((eb) =>
      eb.or([
        eb('voucher.userId', '=', user.id),
        eb('voucher.toUserId', '=', user.id),
        ...(holds(user, 'expenses.edit', 'reports.user_ledgers')
          ? [
              inScope.staffAccount(user, sql.ref('voucher.userId')),
              inScope.staffAccount(user, sql.ref('voucher.toUserId')),
            ]
          : []),
      ]),
    );

function found(db: Db, user: CurrentUser, { filter }: Pick<ListInput, 'filter'>) {
  return whereGiven(visible(db, user), filter, {
    status: 'voucher.status',
    kind: 'voucher.kind',
    entityId: 'voucher.entityId',
    personId: (id, eb) => eb.or([eb('voucher.userId', '=', id), eb('voucher.toUserId', '=', id)]),
    from: ['>=', 'voucher.voucherDate'],
    to: ['<=', 'voucher.voucherDate'],
    forMe: (isForMe, eb) => {
      const forBank = eb.and([eb('voucher.toUserId', 'is', null), eb('voucher.userId', '<>', user.id)]);
      const forCaller = eb.and([
        eb('voucher.status', '=', 'offered'),
        eb.or([eb('voucher.toUserId', '=', user.id), ...(holds(user, 'expenses.edit') ? [forBank] : [])]),
      ]);
      // An offer to the bank has no receiver, so the condition may be unknown.
      return isForMe ? forCaller : sql<boolean>`${forCaller} is not true`;
    },
  });
}

const withDetails = (query: ReturnType<typeof visible>) =>
  query
    .innerJoin('billingEntity as entity', 'entity.id', 'voucher.entityId')
    .innerJoin('appUser as person', 'person.id', 'voucher.userId')
    .leftJoin('appUser as receiver', 'receiver.id', 'voucher.toUserId')
    .select([
      'voucher.id',
      'voucher.version',
      sql<StaffVoucherKind>`voucher.kind`.as('kind'),
      sql<StaffVoucherStatus>`voucher.status`.as('status'),
      'voucher.number',
      'voucher.entityId',
      'entity.name as entityName',
      'voucher.voucherDate as date',
      'voucher.userId',
      'person.name as personName',
      sql<StaffMoney>`voucher.account`.as('account'),
      'voucher.toUserId',
      'receiver.name as receiverName',
      'voucher.currency',
      'voucher.amount',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const shown = (row: Row): StaffVoucherRow => ({
  ...row,
  entity: { id: row.entityId, label: row.entityName },
  person: { id: row.userId, label: row.personName },
  receiver: row.toUserId === null ? null : { id: row.toUserId, label: row.receiverName ?? '' },
});

export async function listStaffVouchers(db: Db, user: CurrentUser, input: ListInput) {
  const keys = [
    { by: sql.ref('voucher.voucherDate'), of: (row: Row) => row.date },
    { by: sql.ref('voucher.id'), of: (row: Row) => row.id },
  ];
  const page = await pageByKeyset(
    withDetails(found(db, user, input)),
    keys,
    sortOf(input.sort).descending,
    input,
  );
  return { ...page, rows: page.rows.map(shown) };
}

export const countStaffVouchers = (db: Db, user: CurrentUser, input: ListInput) =>
  totalOf(db, found(db, user, input));

const paidExpenses = (db: Db, id: string): Promise<StaffVoucher['expenses']> =>
  db
    .selectFrom('staffVoucherExpense as paid')
    .innerJoin('expense', 'expense.id', 'paid.expenseId')
    .select([
      'expense.id',
      sql<string>`coalesce(expense.number, '')`.as('number'),
      'expense.expenseDate as date',
      'expense.description',
      'paid.amount',
    ])
    .where('paid.voucherId', '=', id)
    .orderBy('expense.expenseDate')
    .orderBy('expense.id')
    .execute();

/** A voucher for whoever is told of it. */
export const offeredVoucher = async (db: Db, id: string): Promise<StaffVoucherRow> =>
  shown(
    await withDetails(db.selectFrom('staffVoucher as voucher'))
      .where('voucher.id', '=', id)
      .executeTakeFirstOrThrow(),
  );

/** Refuses NOT_FOUND. */
export async function getStaffVoucher(db: Db, user: CurrentUser, id: string): Promise<StaffVoucher> {
  const row = await withDetails(visible(db, user))
    .leftJoin('appUser as author', 'author.id', 'voucher.createdBy')
    .leftJoin('appUser as poster', 'poster.id', 'voucher.postedBy')
    .leftJoin('appUser as undoer', 'undoer.id', 'voucher.reversedBy')
    .select([
      'voucher.reference',
      'voucher.note',
      'author.name as by',
      'poster.name as poster',
      'voucher.postedAt',
      'undoer.name as undoer',
      'voucher.reversedOn',
      'voucher.reversalReason',
    ])
    .where('voucher.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  const { postedAt, reversedOn } = row;
  const voucher = shown(row);
  return {
    ...row,
    ...voucher,
    posting: postedAt === null ? null : { by: row.poster ?? '', at: postedAt },
    reversal:
      reversedOn === null ? null : { by: row.undoer ?? '', on: reversedOn, reason: row.reversalReason ?? '' },
    expenses: row.kind === 'settlement' ? await paidExpenses(db, id) : [],
    steps: stepsOf(voucher, user),
  };
}
