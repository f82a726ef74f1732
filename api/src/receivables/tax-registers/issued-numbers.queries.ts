import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { RegisterAsked } from './output-movements.ts';
import type { IssuedNumbers } from './sheets/sheet.ts';

/** The numbers taken in a period by kind of document and series, and how many of them were cancelled. */
export async function issuedNumbers(db: Db, { entityId, from, to }: RegisterAsked): Promise<IssuedNumbers[]> {
  const { rows } = await sql<IssuedNumbers>`
    with issued as (
      select doc_kind as kind, invoice_id as id, void_date from invoice_state
      where entity_id = ${entityId} and issue_date between ${from}::date and ${to}::date
        and doc_kind in ('tax_invoice', 'bill_of_supply', 'debit_note') and number <> ''
      union all
      select 'credit_note', id, void_date from credit_note_state
      where entity_id = ${entityId} and issue_date between ${from}::date and ${to}::date and number <> ''
      union all
      select 'advance_voucher', receipt.id, state.reversed_on from receipt join receipt_state state on state.receipt_id = receipt.id
      where receipt.entity_id = ${entityId} and receipt.receipt_date between ${from}::date and ${to}::date
        and receipt.voucher_kind = 'advance_voucher'
      union all
      select 'refund_voucher', refund.id, refund.reversed_on from receipt_refund refund join receipt on receipt.id = refund.receipt_id
      where receipt.entity_id = ${entityId} and refund.refunded_on between ${from}::date and ${to}::date and refund.number is not null
    )
    select issued.kind, taken.fy as series, (array_agg(taken.number order by taken.seq))[1] as first,
      (array_agg(taken.number order by taken.seq desc))[1] as last, count(*)::int as total,
      count(issued.void_date)::int as cancelled
    from issued join document_number taken on taken.document_id = issued.id
    group by issued.kind, taken.fy
    order by array_position(array['tax_invoice', 'bill_of_supply', 'debit_note', 'credit_note', 'advance_voucher', 'refund_voucher'], issued.kind),
      taken.fy`.execute(db);
  return rows;
}
