import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { staffAccounts } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import type {
  StaffBalances,
  UserBalance,
  UserBalancesTotal,
  userLedgers,
} from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { totalCap } from '@daybook/contracts/lists';
import type { Minor } from '@daybook/contracts/money/money';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { inScope } from '../../scope.ts';
import { lastDayOf } from '../documents/report-days.rules.ts';

type ListInput = ParsedInputOf<typeof userLedgers.list>;
type Found = Pick<ListInput, 'q' | 'filter'>;

/** The accounts that belong to persons. */
export const ofStaff = sql`(select id from ledger_account where system_key in (${sql.join(
  staffAccounts.map((account) => sql.lit(account)),
)}))`;

const moved = (account: (typeof staffAccounts)[number]) =>
  sql`coalesce(sum(debit - credit) filter (where account_id =
    (select id from ledger_account where system_key = ${sql.lit(account)})), 0)`;

/** The balances of `line`, as columns of a select list: what the firm owes counts against what the person owes. */
export const balanceColumns = sql`(-${moved('staff_payable')})::bigint as payable,
  ${moved('staff_advance')}::bigint as advance, ${moved('staff_cash')}::bigint as cash,
  coalesce(sum(debit - credit), 0)::bigint as net`;

interface Balance extends StaffBalances {
  userId: string;
  entityId: string;
  currency: string;
  offered: Minor;
}

/** All ledgers of these people as of a day, and the cash that they offer now. */
const ledgersOf = (people: RawBuilder<SqlBool>, asOf: string) => sql<Balance>`(
  select held.*, (select coalesce(sum(amount), 0) from staff_voucher offer where offer.status = 'offered'
      and offer.user_id = held.user_id and offer.entity_id = held.entity_id and offer.currency = held.currency)::bigint as offered
  from (
    select user_id, entity_id, currency, ${balanceColumns} from journal_line
    where user_id is not null and ${people} and account_id in ${ofStaff} and entry_date <= ${asOf}
    group by user_id, entity_id, currency
  ) held)`;

const hasBalance = sql<SqlBool>`(ledger.payable <> 0 or ledger.advance <> 0 or ledger.cash <> 0 or ledger.offered <> 0)`;

const inNames = (db: Db, people: RawBuilder<SqlBool>, asOf: string) =>
  db
    .selectFrom(ledgersOf(people, asOf).as('ledger'))
    .innerJoin('appUser', 'appUser.id', 'ledger.userId')
    .innerJoin('billingEntity as entity', 'entity.id', 'ledger.entityId');

function found(db: Db, user: CurrentUser, { q, filter }: Found) {
  const { asOf, personId, ...rest } = filter;
  const people = sql<SqlBool>`${inScope.staffAccount(user, sql.ref('journal_line.user_id'))}`;
  return whereGiven(
    inNames(db, people, lastDayOf(asOf)).$if(personId === undefined, (query) => query.where(hasBalance)),
    { ...rest, personId, q },
    {
      entityId: 'ledger.entityId',
      currency: 'ledger.currency',
      personId: 'ledger.userId',
      q: (text) => matches('appUser', text),
    },
  );
}

const id = sql<string>`md5(ledger.user_id::text || ledger.entity_id::text || ledger.currency)::uuid`;

const withNames = (query: ReturnType<typeof inNames>) =>
  query.select([
    id.as('id'),
    'ledger.userId',
    'appUser.name as personName',
    'ledger.entityId',
    'entity.name as entityName',
    'ledger.currency',
    'ledger.payable',
    'ledger.advance',
    'ledger.cash',
    'ledger.net',
    'ledger.offered',
    sql<Minor | null>`case when ledger.currency = entity.base_currency then entity.staff_cash_limit end`.as(
      'cashLimit',
    ),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>;

const shown = ({ userId, personName, entityId, entityName, ...row }: Row): UserBalance => ({
  ...row,
  person: { id: userId, label: personName },
  entity: { id: entityId, label: entityName },
});

const ofId = { by: id, of: (row: Row) => row.id };
const byName = [
  { by: sql`app_user.name collate "und-x-icu"`, of: (row: Row) => row.personName },
  { by: sql.ref('ledger.userId'), of: (row: Row) => row.userId },
  ofId,
];
const byNet = [
  { by: sql.ref('ledger.currency'), of: (row: Row) => row.currency },
  { by: sql.ref('ledger.net'), of: (row: Row) => row.net },
  ofId,
];

export async function listBalances(db: Db, user: CurrentUser, input: ListInput) {
  const { name, descending } = sortOf(input.sort);
  const keys = name === 'name' ? byName : byNet;
  const page = await pageByKeyset(withNames(found(db, user, input)), keys, descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

const sum = (of: keyof StaffBalances) => sql<Minor>`sum(${sql.ref(`ledger.${of}`)})::bigint`.as(of);

export async function totalBalances(db: Db, user: CurrentUser, input: Found): Promise<UserBalancesTotal> {
  const sums = await found(db, user, input)
    .select(['ledger.currency', sql<number>`count(*)::int`.as('ledgers')])
    .select([sum('payable'), sum('advance'), sum('cash'), sum('net')])
    .groupBy('ledger.currency')
    .orderBy('ledger.currency')
    .execute();
  const total = sums.reduce((count, { ledgers }) => count + ledgers, 0);
  return {
    total: Math.min(total, totalCap),
    isCapped: total > totalCap,
    sums: sums.map(({ ledgers: _ledgers, ...one }) => one),
  };
}

/** One's own ledgers, including those in which nothing is owed. */
export async function ownBalances(db: Db, user: CurrentUser, asOf: string): Promise<UserBalance[]> {
  const rows = await withNames(inNames(db, sql<SqlBool>`journal_line.user_id = ${user.id}`, asOf))
    .orderBy(sql`entity.name collate "und-x-icu"`)
    .orderBy('ledger.entityId')
    .orderBy('ledger.currency')
    .execute();
  return rows.map(shown);
}

/** The ledgers in which a person still owes or is owed something, without the amounts. */
export const openLedgersOf = (db: Db, userId: string) =>
  inNames(db, sql<SqlBool>`journal_line.user_id = ${userId}`, lastDayOf(undefined))
    .select(['entity.name as entity', 'ledger.currency'])
    .where(hasBalance)
    .orderBy(sql`entity.name collate "und-x-icu"`)
    .orderBy('ledger.currency')
    .execute();
