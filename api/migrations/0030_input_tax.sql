-- The tax on what the firm buys: who sold it, the tax by rate and component, and who owes it.

-- Rows of input tax, [{"rate", "category", "net", "tax", "components": [{"name", "tax"}]}]: each component is named once, and
-- only a taxed category has tax. Under reverse charge the supplier charges none, and the rows state what the firm owes itself.
create function input_tax_rows_hold(input_tax jsonb, reverse_charge boolean) returns boolean language sql immutable as $$
  select case when jsonb_typeof(input_tax) <> 'array' then false else jsonb_array_length(input_tax) between 1 and 20 and (
    select bool_and(coalesce(
      (row_of ->> 'rate')::numeric between 0 and 100 and (row_of ->> 'net')::bigint >= 0 and (row_of ->> 'tax')::bigint >= 0
      and row_of ->> 'category' = any (array['Z', 'E', 'O'] || case when reverse_charge then array['AE', 'K'] else array['S'] end)
      and (row_of ->> 'category' in ('S', 'AE', 'K') or (row_of ->> 'tax')::bigint = 0 and (row_of ->> 'rate')::numeric = 0)
      and parts.whole = (row_of ->> 'tax')::bigint and parts.hold, false))
    from jsonb_array_elements(input_tax) row_of
    cross join lateral (
      select coalesce(sum((part ->> 'tax')::bigint), 0) as whole, count(*) = count(distinct part ->> 'name')
        and coalesce(bool_and(coalesce(part ->> 'name' <> '' and (part ->> 'tax')::bigint > 0, false)), true) as hold
      from jsonb_array_elements(row_of -> 'components') part) parts) end
$$;

create function input_tax_sum(input_tax jsonb, figure text) returns bigint language sql immutable as $$
  select coalesce(sum((row_of ->> figure)::bigint), 0)::bigint
  from jsonb_array_elements(case jsonb_typeof(input_tax) when 'array' then input_tax end) row_of
$$;

-- The part of the tax that the firm reclaims: each component of each row is rounded down on its own.
create function recoverable_input_tax(tax bigint, recoverable_pct numeric, input_tax jsonb) returns bigint language sql immutable as $$
  select case when input_tax is null then floor(tax * recoverable_pct / 100)
    else (select coalesce(sum(floor((part ->> 'tax')::bigint * recoverable_pct / 100)), 0)
      from jsonb_array_elements(case jsonb_typeof(input_tax) when 'array' then input_tax end) row_of
        cross join lateral jsonb_array_elements(row_of -> 'components') part) end::bigint
$$;

alter table expense
  add column supplier_country char(2) check (supplier_country ~ '^[A-Z]{2}$'),
  -- As the scheme of the supplier's country spells it.
  add column supplier_tax_id text check (supplier_tax_id <> ''),
  -- Null: the expense does not state its rates.
  add column input_tax jsonb,
  -- The firm owes the tax instead of the supplier.
  add column reverse_charge boolean not null default false,
  -- Japan: whether the supplier issues qualified invoices. Null elsewhere, and where it is not stated.
  add column qualified_issuer boolean,
  -- How much of the tax the firm may reclaim, in per cent: less than all only without a qualified invoice.
  add column recoverable_pct numeric(5, 2) not null default 100 check (recoverable_pct between 0 and 100),
  add constraint expense_supplier_of_a_country check (supplier_tax_id is null or supplier_country is not null),
  add constraint expense_input_tax_rows check (input_tax is null or input_tax_rows_hold(input_tax, reverse_charge)),
  add constraint expense_input_tax_adds_up check (input_tax is null
    or input_tax_sum(input_tax, 'net') = net and (reverse_charge or input_tax_sum(input_tax, 'tax') = tax)),
  -- The supplier charges no tax, and the firm is the one that buys.
  add constraint expense_reverse_charge check (not reverse_charge or (tax = 0 and input_tax is not null and not pure_agent)),
  add constraint expense_qualified check (recoverable_pct = 100 or qualified_issuer is false),
  add column recoverable_tax bigint not null generated always as (
    case when tax_recoverable and not pure_agent then recoverable_input_tax(tax, recoverable_pct, input_tax) else 0 end) stored;

create or replace function expense_moves() returns trigger language plpgsql as $$
declare
  live text[] := array['status', 'rejection_reason', 'number', 'seq', 'fy', 'approved_at', 'approved_by', 'posted_on',
    'reimbursed_at', 'reimbursed_by', 'reimbursed_on', 'reimbursed_from', 'staff_voucher_id', 'reversed_at', 'reversed_by',
    'reversed_on', 'reversal_reason', 'version', 'search_text', 'search_grams', 'recoverable_tax', 'updated_at', 'updated_by'];
begin
  if tg_op = 'INSERT' then
    if new.status <> 'draft' then
      raise exception 'an expense must begin as a draft' using errcode = 'DB001';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    if old.status not in ('draft', 'rejected') then
      raise exception 'an expense that is % cannot be deleted', old.status using errcode = 'DB001';
    end if;
    return old;
  end if;
  if (old.status, new.status) not in (('draft', 'draft'), ('rejected', 'draft'), ('draft', 'submitted'),
      ('submitted', 'draft'), ('submitted', 'approved'), ('submitted', 'rejected'), ('approved', 'reimbursed'),
      ('reimbursed', 'approved'), ('approved', 'reversed'))
    or ((new.status <> 'draft' or old.status = 'submitted') and to_jsonb(new) - live <> to_jsonb(old) - live)
    or (old.status in ('approved', 'reimbursed')
      and (new.number, new.approved_by, new.posted_on) is distinct from (old.number, old.approved_by, old.posted_on)) then
    raise exception 'an expense cannot go from % to % with these changes', old.status, new.status using errcode = 'DB001';
  end if;
  if new.status = 'reimbursed'
    and (new.staff_voucher_id is null or new.reimbursed_on < expense_owed_since(new.id)) then
    raise exception 'an expense is reimbursed by a staff voucher, and not before it is owed' using errcode = 'DB001';
  end if;
  if new.status = 'submitted' and new.attachment_id is null
    and (select expense_file_limit < new.gross from billing_entity where id = new.entity_id) then
    raise exception 'expense % is above the limit of its entity and cannot be submitted without a file', new.id using errcode = 'DB015', constraint = 'expense_file';
  end if;
  return new;
end $$;

-- Checked at commit: an approved expense has posted the tax that it lets the firm reclaim, and under reverse charge each
-- component of the tax that the firm owes.
create function expense_tax_as_posted() returns trigger language plpgsql as $$
begin
  if exists (
    select from (
      select 'input_tax' as account, new.recoverable_tax as amount
      union all
      select 'output_tax.' || (part ->> 'name'), -(part ->> 'tax')::bigint
      from jsonb_array_elements(new.input_tax) row_of cross join lateral jsonb_array_elements(row_of -> 'components') part
      where new.reverse_charge
      union all
      select account.system_key, line.credit - line.debit
      from journal_entry entry join journal_line line on line.entry_id = entry.id
        join ledger_account account on account.id = line.account_id
      where entry.source_type = 'expense' and entry.source_id = new.id
        and (account.system_key = 'input_tax' or starts_with(account.system_key, 'output_tax.'))
    ) moved group by account having sum(amount) <> 0) then
    raise exception 'expense % must post the tax that it states', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger expense_tax_as_posted after update on expense deferrable initially deferred
  for each row when (new.status in ('approved', 'reimbursed', 'reversed')) execute function expense_tax_as_posted();
