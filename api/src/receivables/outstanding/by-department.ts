import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Splits each open row of an invoice over the departments of its lines in proportion to their net amounts, the remainder of
 * the rounding going to the largest fractions, so that the parts add up. Opening invoices and credits have no department.
 */
export const byDepartment = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select entity_id, client_id, currency, kind, document_id, no, issued_on, due_on, department_id, amount as open,
    case when overdue = 0 then 0 else amount end as overdue
  from (
    select shared.*, (case when whole is null then shared.open
      else floor(exact) + (place <= open - sum(floor(exact)) over (partition by document_id, no))::int end)::bigint as amount
    from (
      select part.*, open * net / whole as exact,
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
