import { sql } from 'kysely';
import { openBalances, openRows } from '../../src/receivables/outstanding/open-rows.ts';
import type { TestApi } from '../test-api.ts';

const stands = (from: string) => `${from} <= day and (reversed_on is null or reversed_on > day)`;

/** What each document had open on each day of posting, from the document and what settled it, without any stored balance. */
const told = sql.raw(`
  select owed.*, case when due_date < day then open when issue_date < day then greatest(0, prepaid - total + open) else 0 end as overdue,
    coalesce((select greatest(0, least(open, coalesce(dispute.amount, open))) from dispute where invoice_id = owed.id
      and from_on <= day and (to_on is null or to_on > day)), 0) as disputed
  from (select day, invoice.id, invoice.client_id, invoice.currency, invoice.issue_date, invoice.due_date, prepaid, total, total
      - (select coalesce(sum(amount), 0) from allocation where invoice_id = invoice.id and ${stands('allocated_on')})
      - (select coalesce(sum(amount), 0) from write_off where invoice_id = invoice.id and ${stands('written_off_on')}) as open
    from day join invoice on coalesce(opening_on, issue_date) <= day and issued_at is not null
    join invoice_state live on invoice_id = invoice.id and (void_date is null or void_date > day)) owed
  union all
  select day, receipt.id, receipt.client_id, receipt.currency, null, null, 0, 0, -(amount + withheld + bank_charge)
      + (select coalesce(sum(amount), 0) from allocation where receipt_id = receipt.id and ${stands('allocated_on')})
      + (select coalesce(sum(amount), 0) from receipt_refund where receipt_id = receipt.id and ${stands('refunded_on')}), 0, 0
    from day join receipt on coalesce(opening_on, receipt.receipt_date) <= day
    join receipt_state live on receipt_id = receipt.id and (reversed_on is null or reversed_on > day)
  union all
  select day, note.id, note.client_id, note.currency, null, null, 0, 0, -note.total
      + (select coalesce(sum(amount), 0) from allocation where credit_note_id = note.id and ${stands('allocated_on')})
      + (select coalesce(sum(amount), 0) from credit_note_refund where credit_note_id = note.id and ${stands('refunded_on')}), 0, 0
    from day join credit_note note on issue_date <= day and issued_at is not null
    join credit_note_state live on live.id = note.id and (void_date is null or void_date > day)`);

/** Clients whose balance by the stored totals differs from the sum of what is open, once everything is posted. */
async function balanceFaults({ db }: TestApi, entityId: string): Promise<string[]> {
  const asked = { day: '9999-12-31', entityId };
  const { rows } = await sql<Record<string, unknown>>`
    select client_id, currency, found.balance, told.balance as told
    from (select client_id, currency, sum(open) as balance from ${openRows(asked)} row group by 1, 2) told
    full join ${openBalances(asked)} found using (client_id, currency)
    where found.balance is distinct from told.balance`.execute(db);
  return rows.map((row) => `balance of a client: ${JSON.stringify(row)}`);
}

/** Documents whose open rows differ, on a day of posting or the day before, from what their settlements say. */
export async function openRowFaults(api: TestApi, entityId: string): Promise<string[]> {
  const { rows } = await sql<Record<string, unknown>>`
    with day as (select distinct entry_date - back as day from journal_line, generate_series(0, 1) as back
      where entity_id = ${entityId}),
    told as (select told.* from (${told}) told where open <> 0 and exists (select from journal_entry entry
      where entry.entity_id = ${entityId} and entry.source_id = told.id)),
    found as (select day.day, row.document_id as id, row.client_id, row.currency, sum(row.open) as open, sum(row.overdue) as overdue, sum(row.disputed) as disputed
      from day cross join lateral ${openRows({ day: sql`day.day`, entityId })} row group by 1, 2, 3, 4)
    select day, id, told.open, found.open as shown, told.overdue, found.overdue as shown_overdue, told.disputed, found.disputed as shown_disputed
      from told full join found using (day, id, client_id, currency)
    where (told.open, told.overdue, told.disputed) is distinct from (found.open, found.overdue, found.disputed)`.execute(
    api.db,
  );
  return [
    ...rows.map((row) => `open on a day: ${JSON.stringify(row)}`),
    ...(await balanceFaults(api, entityId)),
  ];
}
