-- Money before its invoice is taxed where the law says so: an advance voucher holds the tax of what is not allocated yet.

-- What of the ledger is money that a client paid ahead: the advance, and the tax inside it by component.
insert into ledger_account (code, name, type, subledger, system_key) values
  ('2110', 'Output VAT on advances', 'liability', 'client', 'output_tax_on_advance.VAT'),
  ('2111', 'Output CGST on advances', 'liability', 'client', 'output_tax_on_advance.CGST'),
  ('2112', 'Output SGST on advances', 'liability', 'client', 'output_tax_on_advance.SGST'),
  ('2113', 'Output UTGST on advances', 'liability', 'client', 'output_tax_on_advance.UTGST'),
  ('2114', 'Output IGST on advances', 'liability', 'client', 'output_tax_on_advance.IGST'),
  ('2115', 'Output consumption tax on advances', 'liability', 'client', 'output_tax_on_advance.JCT'),
  ('2116', 'Output sales tax on advances', 'liability', 'client', 'output_tax_on_advance.SALES');
alter table ledger_account add column is_advance boolean not null generated always as
  (coalesce(system_key = 'client_advance' or starts_with(system_key, 'output_tax_on_advance.'), false)) stored;

-- Whose rules tax an advance when it is received, and since when. [K]
create table advance_taxing_regime (
  regime text not null,
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  primary key (regime, valid_from)
);
insert into advance_taxing_regime (regime, valid_from) values ('IN', '2017-07-01'), ('EU', '2007-01-01');

create function taxes_advances(entity uuid, day date) returns boolean language sql stable as $$
  select exists (select from billing_entity b join advance_taxing_regime r on r.regime = b.regime
    where b.id = entity and b.tax_status = 'registered' and day >= r.valid_from and day <= coalesce(r.valid_to, day))
$$;

alter table receipt
  add column voucher_kind text not null default 'receipt' check (voucher_kind in ('receipt', 'advance_voucher')),
  add column advance_tax_code_id uuid references tax_code,
  add column place_of_supply text,
  -- {category, ratePct, components: [{name, share}], roundingDir}
  add column advance_tax jsonb,
  -- What of it was an advance on its day, the tax included.
  add column advance_taken bigint not null default 0 check (advance_taken >= 0),
  add constraint receipt_advance_has_its_tax check (case voucher_kind
    when 'receipt' then num_nonnulls(advance_tax_code_id, place_of_supply, advance_tax) = 0 and advance_taken = 0
    else num_nonnulls(advance_tax_code_id, advance_tax) = 2 end);
create index receipt_advance_voucher on receipt (client_id) where voucher_kind = 'advance_voucher';

create or replace function tax_code_is_used(code uuid) returns boolean language sql stable as $$
  select exists (select from service where tax_code_id = code)
    or exists (select from pending_item where tax_code_id = code)
    or exists (select from invoice_line where tax_code_id = code)
    or exists (select from invoice_adjustment where tax_code_id = code)
    or exists (select from receipt where advance_tax_code_id = code)
$$;

-- An advance is taxed as the regime says, at the rate of its day or, as of an export, at none.
create function receipt_advance_taxed() returns trigger language plpgsql as $$
begin
  if not taxes_advances(new.entity_id, new.receipt_date) or not exists (
    select from tax_code code join billing_entity entity on entity.id = new.entity_id and entity.regime = code.regime
    where code.id = new.advance_tax_code_id and (new.advance_tax ->> 'ratePct')::numeric in (0, (
      select rate from tax_rate where tax_code_id = code.id and valid_from <= new.receipt_date
      order by valid_from desc limit 1))) then
    raise exception 'an advance is not taxed so here' using errcode = 'DB060';
  end if;
  return new;
end $$;
create trigger receipt_advance_taxed before insert on receipt for each row when (new.voucher_kind = 'advance_voucher')
  execute function receipt_advance_taxed();

-- The tax inside an advance, each component rounded by itself: the same figures as contracts/money/settlement.
create function tax_in_advance(terms jsonb, gross bigint) returns table (component text, tax bigint) language sql immutable as $$
  select part ->> 'name', (case terms ->> 'roundingDir' when 'floor' then div(dividend, divisor)
    else div(2 * dividend + divisor, 2 * divisor) end)::bigint
  from jsonb_array_elements(terms -> 'components') as part
  cross join lateral (select (terms ->> 'ratePct')::numeric as rate,
    (select sum((each ->> 'share')::numeric) from jsonb_array_elements(terms -> 'components') as each) as shares) as whole
  cross join lateral (select rate * (part ->> 'share')::numeric * gross as dividend, (100 + rate) * shares as divisor) as exact
$$;

-- What is an advance in entries, the tax inside it included.
create or replace function advance_of(types text[], sources uuid[]) returns bigint language sql stable as $$
  select coalesce(sum(line.credit - line.debit), 0)::bigint
  from journal_entry entry
  join journal_line line on line.entry_id = entry.id
  join ledger_account account on account.id = line.account_id
  where entry.source_type = any (types) and entry.source_id = any (sources) and account.is_advance
$$;

-- However a receipt was allocated, freed and paid back, the ledger holds the tax of what is left of it, to the unit; of
-- one that is no advance voucher or was undone it holds none.
create function receipt_tax_as_posted() returns trigger language plpgsql as $$
declare held receipt_state; voucher receipt;
begin
  select * into held from receipt_state where receipt_id = new.receipt_id;
  select * into voucher from receipt where id = new.receipt_id;
  if exists (
    select from (
      select component, tax from tax_in_advance(voucher.advance_tax,
          case held.state when 'posted' then held.available - held.allocated - held.refunded else 0 end)
        where voucher.advance_tax is not null
    ) due
    full join (
      select substr(account.system_key, 23) as component, sum(line.credit - line.debit) as tax
      from journal_entry entry
      join journal_line line on line.entry_id = entry.id
      join ledger_account account on account.id = line.account_id
      where account.system_key like 'output\_tax\_on\_advance.%'
        and entry.source_type in ('receipt', 'allocation', 'reversal', 'refund')
        and entry.source_id = any (held.receipt_id || array(select id from allocation where receipt_id = held.receipt_id)
          || array(select id from receipt_refund where receipt_id = held.receipt_id))
      group by account.system_key
    ) posted using (component)
    where coalesce(due.tax, 0) <> coalesce(posted.tax, 0)) then
    raise exception 'receipt % holds other tax than that of its advance', held.receipt_id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger receipt_tax_as_posted after insert or update on receipt_state
  deferrable initially deferred for each row execute function receipt_tax_as_posted();

-- Nobody spends more of a client's advance than it paid, nor as paid before what was taxed as an advance: that is
-- allocated, so that its tax is taken back.
create function check_advances(client uuid, entity uuid, money char(3), may_come_before boolean) returns void
  language plpgsql as $$
declare held bigint; taxed bigint;
begin
  -- Two commands at once would each count on what the other takes.
  perform pg_advisory_xact_lock(hashtextextended(client::text, 1));
  select coalesce(sum(credit - debit), 0) into held from journal_line
    where client_id = client and entity_id = entity and currency = money
      and account_id in (select id from ledger_account where is_advance);
  select coalesce(sum(state.available - state.allocated - state.refunded), 0) into taxed
    from receipt join receipt_state state on state.receipt_id = receipt.id
    where receipt.client_id = client and receipt.entity_id = entity and receipt.currency = money
      and receipt.voucher_kind = 'advance_voucher' and state.state = 'posted';
  if held < taxed and not (may_come_before and taxed = 0) then
    raise exception 'the advance of client % is overdrawn by %', client, taxed - held using errcode = 'DB011';
  end if;
end $$;
create or replace function advance_not_overdrawn() returns trigger language plpgsql as $$
begin
  if (select is_advance from ledger_account where id = new.account_id) then
    perform check_advances(new.client_id, new.entity_id, new.currency,
      (select source_type from journal_entry where id = new.entry_id) = 'invoice');
  end if;
  return null;
end $$;

-- An advance voucher is whole: its entry holds what it took, on money that no document has named as paid before.
create function advance_voucher_whole() returns trigger language plpgsql as $$
begin
  if advance_of('{receipt}', array[new.id]) <> new.advance_taken then
    raise exception 'receipt % took another advance than it posted', new.id using errcode = 'DB006';
  end if;
  perform check_advances(new.client_id, new.entity_id, new.currency, false);
  return null;
end $$;
create constraint trigger advance_voucher_whole after insert on receipt deferrable initially deferred
  for each row when (new.voucher_kind = 'advance_voucher') execute function advance_voucher_whole();

-- What goes back of a taxed advance goes by a refund voucher of its own number.
alter table receipt_refund
  add column number text,
  add column seq bigint,
  add column fy text,
  add constraint receipt_refund_number_whole check (num_nonnulls(number, seq, fy) in (0, 3));
create function receipt_refund_numbered() returns trigger language plpgsql as $$
begin
  if ((select voucher_kind from receipt where id = new.receipt_id) = 'advance_voucher') <> (new.number is not null)
    or new.number is not null and not exists (select from document_number
      where document_id = new.id and number = new.number and seq = new.seq and doc_kind = 'refund_voucher') then
    raise exception 'refund % did not take its number', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger receipt_refund_numbered after insert on receipt_refund deferrable initially deferred
  for each row execute function receipt_refund_numbered();

create or replace function receipt_whole() returns trigger language plpgsql as $$
begin
  if not exists (select from document_number where document_id = new.id and number = new.number and seq = new.seq
      and doc_kind = new.voucher_kind) then
    raise exception 'receipt % did not take its number', new.id using errcode = 'DB006';
  end if;
  if not exists (select from journal_entry where source_type = 'receipt' and source_id = new.id) then
    raise exception 'receipt % was not posted', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;

create or replace function document_number_held() returns trigger language plpgsql as $$
begin
  if not exists (select from invoice where id = new.document_id and number = new.number and entity_id = new.entity_id)
    and not exists (select from receipt where id = new.document_id and number = new.number and entity_id = new.entity_id)
    and not exists (select from receipt_refund refund join receipt on receipt.id = refund.receipt_id
      where refund.id = new.document_id and refund.number = new.number and receipt.entity_id = new.entity_id)
    and not exists (select from expense where id = new.document_id and number = new.number and entity_id = new.entity_id)
    and not exists (select from proforma where id = new.document_id and number = new.number and entity_id = new.entity_id) then
    raise exception 'number % was taken by no document', new.number using errcode = 'DB006';
  end if;
  return null;
end $$;
