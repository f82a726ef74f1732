import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** A department's part of an amount of a row: rounded down, and the rest one unit each in the order of `place`. */
const partOf = (amount: RawBuilder<unknown>) =>
  sql`(floor(${amount} * net / whole) + (place <= ${amount}
    - sum(floor(${amount} * net / whole)) over (partition by document_id, no))::int)::bigint`;

/**
 * Splits each open row of an invoice over the departments of its lines in proportion to their net amounts, the remainder of
 * the rounding going to the largest fractions, so that the parts add up. Opening invoices and credits have no department.
 */
export const byDepartment = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select entity_id, client_id, currency, kind, document_id, no, issued_on, due_on, department_id, amount as open,
    case when overdue = 0 then 0 else amount end as overdue, argued as disputed
  from (
    select shared.*, case when whole is null then shared.open else ${partOf(sql`open`)} end as amount,
      case when whole is null then shared.disputed else ${partOf(sql`disputed`)} end as argued
    from (
      select part.*,
        row_number() over (partition by document_id, no order by open * net / whole - floor(open * net / whole) desc, department_id)
          as place
      from (
        select row.*, of_lines.department_id, of_lines.net,
          nullif(sum(of_lines.net) over (partition by row.document_id, row.no), 0) as whole
        from ${rows} row
        left join lateral (select department_id, sum(net) as net from invoice_line
          where invoice_id = row.document_id group by department_id) of_lines on row.kind = 'invoice'
      ) part
    ) shared
    -- Lines that add up to nothing cannot share it: one row of them takes all.
    where whole is not null or place = 1
  ) split where amount <> 0)`;
