import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { minor, negate, proportion } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { credit, debit, postEntry, postReversal } from '../../ledger/post-entries.ts';

/**
 * Everything that posts to tax withheld: the receipt with its allocations, or the opening balance, and write-offs of that tax.
 */
const sourcesOf = (sourceId: string) => sql`(
  select ${sourceId}::uuid union all select id from allocation where receipt_id = ${sourceId}
  union all select given_up.id from withheld_write_off given_up join withholding_entry entry on entry.id = given_up.entry_id
    where ${sourceId} in (entry.receipt_id, entry.opening_id))`;

interface Held {
  amount: Minor;
  base: Minor;
  /** The last day on which it changed. */
  lastOn: string | null;
}

/** What the ledger holds of a client’s tax withheld on a receipt or before the cut-over date, in both currencies. */
export async function withheldInLedger(db: Db, sourceId: string, clientId: string): Promise<Held> {
  const { rows } = await sql<Held>`
    select coalesce(sum(line.debit - line.credit), 0)::bigint as amount,
      coalesce(sum(line.base_debit - line.base_credit), 0)::bigint as base, max(line.entry_date)::text as "lastOn"
    from journal_entry posted join journal_line line on line.entry_id = posted.id
      join ledger_account account on account.id = line.account_id
    where posted.source_type in ('receipt', 'allocation', 'opening', 'reversal', 'write_off')
      and posted.source_id in ${sourcesOf(sourceId)}
      and account.system_key = 'withholding_receivable' and line.client_id = ${clientId}`.execute(db);
  return rows[0] ?? { amount: minor(0), base: minor(0), lastOn: null };
}

interface Withheld {
  entryId: string;
  /** The receipt, or the opening balance. */
  sourceId: string;
  clientId: string;
  entityId: string;
  currency: string;
  baseCurrency: string;
  fxRate: string;
  amount: Minor;
  date: string;
  reason: string;
}

/** Gives up tax withheld: bad debt against the client’s account, at the amount at which the ledger carries it. */
export async function writeOffWithheld(db: Db, given: Withheld): Promise<void> {
  const { entryId, sourceId, clientId, entityId, currency, baseCurrency, fxRate, amount, date, reason } =
    given;
  const carried = await withheldInLedger(db, sourceId, clientId);
  const base = proportion(carried.base, amount, carried.amount);
  const id = uuidv7();
  await db
    .insertInto('withheldWriteOff')
    .values({ id, entryId, amount, base, reason, writtenOffOn: date })
    .execute();
  await postEntry(db, {
    entityId,
    date,
    source: { type: 'write_off', id },
    currency,
    baseCurrency,
    fxRate,
    postings: [
      { ...debit('bad_debt', amount), base },
      { ...credit('withholding_receivable', amount, clientId), base: negate(base) },
    ],
  });
}

/** Takes back a write-off of tax withheld on a date. */
export async function undoWithheldWriteOff(
  db: Db,
  user: CurrentUser,
  id: string,
  date: string,
): Promise<void> {
  await db
    .updateTable('withheldWriteOff')
    .set({ reversedOn: date, reversedAt: sql<string>`now()`, reversedBy: user.id })
    .where('id', '=', id)
    .execute();
  await postReversal(db, { type: 'write_off', id }, { type: 'reversal', id, date });
}

/**
 * Takes back what was written off of tax that a receipt no longer withholds from the client or under the section: after a
 * reversal, or when another client’s invoice is settled. A write-off of a later day is taken back on that day.
 */
export async function takeBackWithheld(
  db: Db,
  user: CurrentUser,
  receiptId: string,
  { date, isReversed = false }: { date: string; isReversed?: boolean },
): Promise<void> {
  // A write-off in progress ends first, and is then taken back too.
  const [, { rows }] = await Promise.all([
    sql`select from withholding_entry where receipt_id = ${receiptId} order by id for no key update`.execute(
      db,
    ),
    sql<{ id: string; day: string }>`
      select given_up.id, greatest(given_up.written_off_on, ${date}::date) as day
      from withholding_entry entry join withheld_write_off given_up on given_up.entry_id = entry.id and given_up.reversed_on is null
        left join withheld_of_receipt(${receiptId}) held on held.client_id = entry.client_id and held.section = entry.section
      where entry.receipt_id = ${receiptId}
        and (${isReversed} or entry.certified + entry.written_off > coalesce(held.amount, 0))
      order by given_up.id`.execute(db),
  ]);
  for (const { id, day } of rows) await undoWithheldWriteOff(db, user, id, day);
}
