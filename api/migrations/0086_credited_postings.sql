-- What each line of an invoice was posted to, and what each credit note takes back of it: by account and department, to the minor unit.

-- A line, charge or allowance of an invoice that can be credited; stored with the first credit note of the invoice.
create table creditable_line (
  -- The id of the line, charge or allowance.
  id uuid primary key,
  invoice_id uuid not null references invoice,
  -- As in credit_note_line, less the allowances that the line bears (contracts/src/billing/credit-notes/creditable-lines.ts).
  amount bigint not null,
  net bigint not null
);
create index creditable_line_of_invoice on creditable_line (invoice_id);
create trigger creditable_line_append_only before update or delete on creditable_line for each row execute function refuse_change();
create trigger creditable_line_no_truncate before truncate on creditable_line for each statement execute function refuse_change();

-- What its invoice credited for it, in the currency of the invoice and in the base currency.
create table creditable_posting (
  line_id uuid not null references creditable_line,
  no smallint not null,
  account_id uuid not null references ledger_account,
  department_id uuid references department,
  amount bigint not null check (amount <> 0),
  base bigint not null,
  primary key (line_id, no),
  constraint creditable_posting_once unique nulls not distinct (line_id, account_id, department_id)
);
create trigger creditable_posting_append_only before update or delete on creditable_posting
  for each row execute function refuse_change();
create trigger creditable_posting_no_truncate before truncate on creditable_posting for each statement execute function refuse_change();

-- What an issued credit note debits for one of its lines.
create table credit_note_posting (
  line_id uuid not null references credit_note_line,
  no smallint not null,
  account_id uuid not null references ledger_account,
  department_id uuid references department,
  amount bigint not null check (amount <> 0),
  base bigint not null default 0,
  primary key (line_id, no),
  constraint credit_note_posting_once unique nulls not distinct (line_id, account_id, department_id)
);

-- What the credit notes until now took back: of a line from its account, of a charge or an allowance spread over the fees by net.
insert into credit_note_posting (line_id, no, account_id, department_id, amount)
select line.id, 1, coalesce(billed.income_account_id, (select id from ledger_account where system_key = 'client_reimbursable')),
  case billed.kind when 'fee' then billed.department_id end, line.net
from credit_note_line line join credit_note note on note.id = line.credit_note_id and note.issued_at is not null
  join invoice_line billed on billed.id = line.invoice_line_id
where line.net <> 0;

with fee as (
  select invoice_id, no, income_account_id as account_id, department_id, net, sum(net) over (partition by invoice_id) as whole
  from invoice_line where kind = 'fee'
    and invoice_id in (select invoice_id from credit_note_line where invoice_adjustment_id is not null)
), quota as (
  select line.id, fee.no, fee.account_id, fee.department_id, sign(line.net) as direction, abs(line.net) as credited,
    abs(line.net)::numeric * fee.net * sign(fee.whole) as product, abs(fee.whole)::numeric as divisor
  from credit_note_line line join credit_note note on note.id = line.credit_note_id and note.issued_at is not null
    join fee on fee.invoice_id = line.invoice_id and fee.whole <> 0
  where line.invoice_adjustment_id is not null
), floored as (
  select *, div(product, divisor) - case when mod(product, divisor) < 0 then 1 else 0 end as down from quota
), ranked as (
  select *, row_number() over (partition by id order by product - down * divisor desc, no) as place,
    credited - sum(down) over (partition by id) as spare
  from floored
), part as (
  select id, min(no) as no, account_id, department_id,
    sum(direction * (down + case when place <= spare then 1 else 0 end))::bigint as amount
  from ranked group by id, account_id, department_id
  union all
  select line.id, 1, (select id from ledger_account where system_key = 'income'), null, line.net
  from credit_note_line line join credit_note note on note.id = line.credit_note_id and note.issued_at is not null
  where line.invoice_adjustment_id is not null
    and coalesce((select sum(net) from invoice_line where invoice_id = line.invoice_id and kind = 'fee'), 0) = 0
)
insert into credit_note_posting (line_id, no, account_id, department_id, amount)
select id, no, account_id, department_id, amount from part where amount <> 0;

-- In the base currency, each takes its part of what the credit note posted to its account.
with posted as (
  select entry.source_id as note, line.account_id, sum(line.base_debit - line.base_credit) as base
  from journal_entry entry join journal_line line on line.entry_id = entry.id
  where entry.source_type = 'credit_note' group by 1, 2
), part as (
  select part.line_id, part.no, line.credit_note_id as note, part.account_id,
    sum(part.amount) over (partition by line.credit_note_id, part.account_id) as whole, part.amount,
    sum(part.amount) over (partition by line.credit_note_id, part.account_id order by line.no, part.no) as through
  from credit_note_posting part join credit_note_line line on line.id = part.line_id
)
update credit_note_posting held
set base = round(posted.base * part.through / part.whole) - round(posted.base * (part.through - part.amount) / part.whole)
from part join posted on posted.note = part.note and posted.account_id = part.account_id
where held.line_id = part.line_id and held.no = part.no and part.whole <> 0;
alter table credit_note_posting alter column base drop default;

create trigger credit_note_posting_append_only before update or delete on credit_note_posting
  for each row execute function refuse_change();
create trigger credit_note_posting_no_truncate before truncate on credit_note_posting for each statement execute function refuse_change();

create function credit_note_posting_of_draft() returns trigger language plpgsql as $$
begin
  if exists (select from credit_note_line line join credit_note note on note.id = line.credit_note_id
      where line.id = new.line_id and note.issued_at is not null) then
    raise exception 'an issued credit note takes nothing more back' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger credit_note_posting_of_draft before insert on credit_note_posting
  for each row execute function credit_note_posting_of_draft();

-- What the entries of documents posted to income and to disbursements; a credit is positive.
create function earned_by_entries(types text[], document uuid)
  returns table (account_id uuid, department_id uuid, amount bigint, base bigint) language sql stable set enable_seqscan = off as $$
  select line.account_id, line.department_id, sum(line.credit - line.debit)::bigint, sum(line.base_credit - line.base_debit)::bigint
  from (select id from journal_entry where source_type = any (types) and source_id = document offset 0) entry
  cross join lateral (select * from journal_line where entry_id = entry.id offset 0) line
  join ledger_account account on account.id = line.account_id
  where account.type = 'income' and account.system_key is distinct from 'rounding' or account.system_key = 'client_reimbursable'
  group by 1, 2
$$;

-- The lines of an invoice that can be credited come to what the invoice posted, for each account and department. An invoice from
-- before departments were posted posted to none; its lines know theirs.
create function creditable_as_posted() returns trigger language plpgsql as $$
declare document uuid; by_department boolean;
begin
  for document in select distinct line.invoice_id from made join creditable_line line on line.id = made.line_id loop
    by_department := exists (select from earned_by_entries('{invoice}', document) where department_id is not null)
      or not exists (select from creditable_posting part join creditable_line line on line.id = part.line_id
        where line.invoice_id = document and part.department_id is not null);
    if exists (select from creditable_line line where line.invoice_id = document
        and line.net <> (select coalesce(sum(amount), 0) from creditable_posting where line_id = line.id))
      or exists (
        select from (
          select account_id, case when by_department then department_id end as department_id, amount, base
          from earned_by_entries('{invoice}', document)
          union all
          select part.account_id, case when by_department then part.department_id end, -part.amount, -part.base
          from creditable_posting part join creditable_line line on line.id = part.line_id where line.invoice_id = document
        ) side group by account_id, department_id having sum(amount) <> 0 or sum(base) <> 0) then
      raise exception 'the lines of invoice % that can be credited differ from what it posted', document using errcode = 'DB006';
    end if;
  end loop;
  return null;
end $$;
create trigger creditable_as_posted after insert on creditable_posting referencing new table as made
  for each statement execute function creditable_as_posted();

-- A credit note takes back of each account and department no more than is left of the line there, and all of it when nothing is left of
-- the line. So credit notes can be voided in any order, and a line that is credited in full leaves nothing behind. credit_note_within_invoices has
-- locked the invoices: no other credit note or void of their lines is under way.
create function credit_note_within_postings() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (
    select from credit_note_line line
    left join creditable_line billed on billed.id = coalesce(line.invoice_line_id, line.invoice_adjustment_id)
    where line.credit_note_id = new.id and (billed.id is null
      or line.net <> (select coalesce(sum(amount), 0) from credit_note_posting where line_id = line.id))) then
    raise exception 'the lines of credit note % must say what they take back', new.id using errcode = 'DB006';
  end if;
  if exists (
    with credited as (
      select line.id, line.amount, line.net, line.credit_note_id = new.id as is_own,
        coalesce(line.invoice_line_id, line.invoice_adjustment_id) as billed_id
      from credit_note_line line join credit_note_state state on state.id = line.credit_note_id
      where line.invoice_id in (select invoice_id from credit_note_line where credit_note_id = new.id)
        and state.status not in ('draft', 'void')
    ), whole as (
      select billed.id, billed.amount, sum(credited.amount) as credited,
        sum(credited.amount) = billed.amount or sum(credited.net) = billed.net as is_whole
      from creditable_line billed join credited on credited.billed_id = billed.id
      group by billed.id having bool_or(credited.is_own)
    ), side as (
      select line_id as billed_id, account_id, department_id, amount as rest, 0 as taken, base as base_rest, 0 as base_taken from creditable_posting
      where line_id in (select id from whole)
      union all
      select credited.billed_id, account_id, department_id,
        case when credited.is_own then 0 else -part.amount end, case when credited.is_own then part.amount else 0 end,
        case when credited.is_own then 0 else -part.base end, case when credited.is_own then part.base else 0 end
      from credited join credit_note_posting part on part.line_id = credited.id where credited.billed_id in (select id from whole)
    )
    select from whole where sign(credited) <> sign(amount) or abs(credited) > abs(amount)
    union all
    select from side join whole on whole.id = side.billed_id
    group by billed_id, account_id, department_id, is_whole
    having sum(taken) not between least(sum(rest), 0) and greatest(sum(rest), 0)
      or sum(base_taken) not between least(sum(base_rest), 0) and greatest(sum(base_rest), 0)
      or is_whole and (sum(taken), sum(base_taken)) <> (sum(rest), sum(base_rest))
  ) then
    raise exception 'a credit note cannot take back more of an account than is left of a line, and must take all of it with the rest of the line'
      using errcode = 'DB012';
  end if;
  return null;
end $$;
-- After credit_note_within_invoices, by name.
create trigger credit_note_within_postings after update on credit_note
  for each row when (old.issued_at is null and new.issued_at is not null) execute function credit_note_within_postings();

-- Checked at commit: a credit note has posted what its lines take back, and once it is void nothing of it is left.
create function credit_note_posts_its_lines() returns trigger language plpgsql as $$
declare note uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  if exists (select from credit_note_state where id = note and status <> 'draft') and exists (
    select from (
      select account_id, department_id, amount, base from earned_by_entries('{credit_note,void}', note)
      union all
      select part.account_id, part.department_id, part.amount, part.base
      from credit_note_line line join credit_note_posting part on part.line_id = line.id
      where line.credit_note_id = note and not exists (select from credit_note_state where id = note and status = 'void')
    ) side group by account_id, department_id having sum(amount) <> 0 or sum(base) <> 0) then
    raise exception 'credit note % must post to the accounts and departments of its lines', note using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger credit_note_posts_its_lines after insert on journal_entry deferrable initially deferred
  for each row when (new.source_type in ('credit_note', 'void')) execute function credit_note_posts_its_lines('source_id');
create constraint trigger credit_note_posts_its_lines after update on credit_note deferrable initially deferred
  for each row when (old.issued_at is null and new.issued_at is not null) execute function credit_note_posts_its_lines('id');
create constraint trigger credit_note_posts_its_lines after update of status on credit_note_state deferrable initially deferred
  for each row when (new.status = 'void' and old.status <> 'void') execute function credit_note_posts_its_lines('id');
