import { sql } from 'kysely';

const issued = sql`invoice.issued_at is not null and invoice.doc_kind <> 'proforma' and invoice.opening_on is null`;

/** Each fee line of an issued invoice, with its weight in the spreading of charges and allowances. */
const fees = sql`
  select line.invoice_id, line.no, line.income_account_id as account_id, line.department_id, line.net,
    sum(line.net) over (partition by line.invoice_id) as whole
  from invoice_line line join invoice on invoice.id = line.invoice_id where line.kind = 'fee' and ${issued}`;

/** A part of each charge and allowance for each fee, rounded down, and what the rounding cut off. */
const cut = sql`
  select part.invoice_id, part.no as adjustment, fee.no, fee.account_id, fee.department_id, part.amount,
    div(quota - mod(mod(quota, abs(whole)) + abs(whole), abs(whole)), abs(whole)) as share,
    mod(mod(quota, abs(whole)) + abs(whole), abs(whole)) as rest
  from (select invoice_id, no, case kind when 'charge' then net else -net end as amount from invoice_adjustment) part
  join fee on fee.invoice_id = part.invoice_id and fee.whole <> 0
  cross join lateral (select abs(part.amount)::numeric * fee.net * sign(fee.whole) as quota) exact`;

/** The parts of the charges and allowances: the units that are left go to the largest remainders. */
const spread = sql`
  select invoice_id, account_id, department_id, sign(amount) * (share + case when place <= abs(amount) - sum_of_shares then 1 else 0 end) as amount
  from (select cut.*, sum(share) over (partition by invoice_id, adjustment) as sum_of_shares,
      row_number() over (partition by invoice_id, adjustment order by rest desc, no) as place
    from (${cut}) cut) ranked`;

/** Without fees, charges and allowances belong to the account of all fees. */
const unspread = sql`
  select part.invoice_id, (select id from ledger_account where system_key = 'income'), null::uuid,
    case part.kind when 'charge' then part.net else -part.net end
  from invoice_adjustment part join invoice on invoice.id = part.invoice_id
  where ${issued} and not exists (select from fee where fee.invoice_id = part.invoice_id and fee.whole <> 0)`;

/** The income of each invoice is posted to the accounts of its lines, with their parts of its charges and allowances. */
export const ofIncome = sql`
  select 'invoice_is_posted', invoice.entity_id, invoice.number || ' ' || account.code, invoice.currency,
    sum(part.billed), sum(part.posted)
  from (
    with fee as materialized (${fees})
    select invoice_id, account_id, department_id, net as billed, 0 as posted from fee
    union all select invoice_id, account_id, department_id, amount, 0 from (${spread}) spread
    union all select unspread.*, 0 from (${unspread}) unspread
    union all
    select entry.source_id, line.account_id, line.department_id, 0, line.credit - line.debit
    from journal_entry entry join journal_line line on line.entry_id = entry.id
    join ledger_account account on account.id = line.account_id
    join invoice on invoice.id = entry.source_id
    where entry.source_type = 'invoice' and account.type = 'income' and account.system_key is distinct from 'rounding' and ${issued}
  ) part
  join invoice on invoice.id = part.invoice_id join ledger_account account on account.id = part.account_id
  group by invoice.id, account.code having sum(part.billed) <> sum(part.posted)`;
