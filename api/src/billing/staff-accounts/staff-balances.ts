import { sql } from 'kysely';
import type { Minor } from '@daybook/contracts/money/money';
import { refuseField } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';

interface Holding {
  userId: string;
  entityId: string;
  account: 'staff_advance' | 'staff_cash';
  currency: string;
}

interface Held {
  /** What can be taken on a day: the least balance on that day and later. */
  lowest: Minor;
  amount: Minor;
  /** The amount in the base currency, as the ledger carries it. */
  base: Minor;
}

/**
 * What a person has of the firm's money. Commands on the money of one person wait for each other, because each relies on
 * the balance; the database takes the same lock at commit.
 */
async function heldOn(db: Db, holding: Holding, day: string): Promise<Held> {
  const { userId, entityId, account, currency } = holding;
  const [, { rows }] = await Promise.all([
    sql`select pg_advisory_xact_lock(hashtextextended(${userId}::uuid::text, 23))`.execute(db),
    sql<Held>`
      with moved as (
        select entry_date, debit - credit as amount, base_debit - base_credit as base from journal_line
        where user_id = ${userId} and entity_id = ${entityId} and currency = ${currency}
          and account_id = (select id from ledger_account where system_key = ${account})
      ), day as (
        select entry_date, sum(sum(amount)) over (order by entry_date) as held from moved group by entry_date
      )
      select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(base), 0)::bigint as base,
        least(coalesce(sum(amount) filter (where entry_date <= ${day}), 0),
          (select min(held) from day where entry_date > ${day}))::bigint as lowest
      from moved`.execute(db),
  ]);
  const [held] = rows;
  if (!held) throw new Error('a sum has one row');
  return held;
}

/** Refuses NOT_ENOUGH_HELD on `field` if the person has less than the amount, on the day or later. */
export async function takeFrom(
  db: Db,
  holding: Holding,
  { amount, day, field }: { amount: Minor; day: string; field: string },
): Promise<Held> {
  const held = await heldOn(db, holding, day);
  if (held.lowest < amount) throw refuseField('NOT_ENOUGH_HELD', field);
  return held;
}
