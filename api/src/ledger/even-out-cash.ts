import { sql } from 'kysely';
import { NOTHING, negate } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { Db } from '../db/database.ts';
import { debit, postEntry } from './post-entries.ts';
import type { Entry } from './post-entries.ts';

/**
 * After a reversal: cash in another currency leaves a person at the average rate at which it is carried, and comes back or is taken
 * back at the rate of its own document. Who holds nothing any more in that currency is carried at nothing: what remains in the
 * base currency is an exchange difference.
 */
export async function evenOutCash(db: Db, reversal: Omit<Entry, 'postings'>): Promise<void> {
  const { entityId, currency, source } = reversal;
  const isCash = sql`account_id = (select id from ledger_account where system_key = 'staff_cash')`;
  const { rows: holders } = await sql<{ userId: string }>`
    select distinct line.user_id from journal_entry entry join journal_line line on line.entry_id = entry.id
    where entry.source_type = ${source.type} and entry.source_id = ${source.id} and ${isCash}
    order by 1`.execute(db);
  for (const { userId } of holders) {
    // Whoever takes from the same cash waits, because it would rely on the balance.
    await sql`select pg_advisory_xact_lock(hashtextextended(${userId}::uuid::text, 23))`.execute(db);
    const { rows } = await sql<{ base: Minor }>`
      select sum(base_debit - base_credit)::bigint as base from journal_line
      where user_id = ${userId} and entity_id = ${entityId} and currency = ${currency} and ${isCash}
      having sum(debit - credit) = 0`.execute(db);
    const left = rows[0]?.base ?? NOTHING;
    await postEntry(db, {
      ...reversal,
      postings: [
        { ...debit('staff_cash', NOTHING), userId, base: negate(left) },
        { ...debit('fx_difference', NOTHING), base: left },
      ],
    });
  }
}
