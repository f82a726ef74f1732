-- Receipts: money received, what it settles, write-offs, refunds, and post-dated cheques.

-- Money that a client paid. Its live part, `receipt_state`, has what it settles and the status of a cheque.
create table receipt (
  id uuid primary key,
  entity_id uuid not null references billing_entity,
  client_id uuid not null references client,
  number text not null,
  seq bigint,
  fy text,
  receipt_date date not null,
  mode text not null check (mode in ('cash', 'cheque', 'bank', 'upi', 'card', 'gateway', 'adjustment', 'opening')),
  currency char(3) not null,
  fx_rate numeric(18, 10) not null default 1 check (fx_rate > 0),
  -- Minor units: the amount received, the tax that the client withheld, and the bank charge. Together they settle.
  amount bigint not null check (amount >= 0),
  withheld bigint not null default 0 check (withheld >= 0),
  bank_charge bigint not null default 0 check (bank_charge >= 0),
  withholding_section text,
  instrument_no text,
  instrument_bank text,
  instrument_date date,
  reference text,
  bank_account_id uuid,
  received_by uuid references app_user,
  narration text,
  doc_locale text not null check (doc_locale in ('en', 'zh', 'fr', 'ja')),
  received_from jsonb not null,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  again_of_id uuid unique references receipt,
  voucher_kind text not null default 'receipt' check (voucher_kind in ('receipt', 'advance_voucher')),
  advance_tax_code_id uuid references tax_code,
  place_of_supply text,
  -- {category, ratePct, components: [{name, share}], roundingDir}
  advance_tax jsonb,
  -- The part that was an advance on the receipt's date, including tax.
  advance_taken bigint not null default 0 check (advance_taken >= 0),
  opening_on date,
  check (amount + withheld > 0),
  check (mode <> 'cheque' or (instrument_no is not null and instrument_bank is not null and instrument_date is not null)),
  check (mode <> 'cash' or received_by is not null),
  constraint receipt_advance_has_its_tax check (case voucher_kind
    when 'receipt' then num_nonnulls(advance_tax_code_id, place_of_supply, advance_tax) = 0 and advance_taken = 0
    else num_nonnulls(advance_tax_code_id, advance_tax) = 2 end),
  constraint receipt_is_numbered check ((seq is null) = (mode = 'opening') and (fy is null) = (seq is null)),
  constraint receipt_is_opening check ((mode = 'opening') = (opening_on is not null)
    and (opening_on is null or (receipt_date <= opening_on and withheld = 0 and bank_charge = 0)))
);
create index receipt_by_date on receipt (receipt_date desc, id desc);
create index receipt_by_client on receipt (client_id, receipt_date desc, id desc);
create index receipt_by_mode on receipt (mode, receipt_date desc, id desc);
create index receipt_by_entity on receipt (entity_id, receipt_date desc, id desc);
create index receipt_reference on receipt (entity_id, mode, reference) where reference is not null;
create index receipt_search on receipt using gin (search_grams);
create index receipt_amount on receipt (amount, id);
create index receipt_by_currency on receipt (currency, receipt_date, id);
create index receipt_number on receipt (lower(number) text_pattern_ops);
create index receipt_number_end on receipt (reverse(lower(number)) text_pattern_ops);
create index receipt_reference_text on receipt (search_normal(reference) text_pattern_ops) where reference is not null;
create index receipt_reference_end on receipt (reverse(search_normal(reference)) text_pattern_ops) where reference is not null;
create index receipt_instrument on receipt (search_normal(instrument_no) text_pattern_ops) where instrument_no is not null;
create index receipt_instrument_end on receipt (reverse(search_normal(instrument_no)) text_pattern_ops)
  where instrument_no is not null;
create index receipt_advance_voucher on receipt (client_id) where voucher_kind = 'advance_voucher';
create index receipt_opening on receipt (entity_id, client_id, lower(number)) where opening_on is not null;
create index receipt_collected on receipt (receipt_date) include (currency, amount, client_id) where opening_on is null;
call keep_record('receipt');
-- A posted receipt is corrected by its reversal, never by a change.
create trigger receipt_frozen before update or delete on receipt for each row execute function refuse_change();
create trigger receipt_no_truncate before truncate on receipt for each statement execute function refuse_change();

-- Lists of receipts can be filtered by status and by unallocated amount. The live part has a copy of the date, so that an index
-- returns such a page in order.
create function receipt_state_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into receipt_state (receipt_id, receipt_date, mode, available)
    values (new.id, new.receipt_date, new.mode, new.amount + new.withheld + new.bank_charge);
  return null;
end $$;
create trigger receipt_state_follows after insert on receipt for each row execute function receipt_state_follows();

create function receipt_whole() returns trigger language plpgsql as $$
begin
  if not exists (select from document_number where document_id = new.id and number = new.number and seq = new.seq
      and doc_kind = new.voucher_kind) then
    raise exception 'receipt % has a number that was not drawn from its series', new.id using errcode = 'DB006';
  end if;
  if not exists (select from journal_entry where source_type = 'receipt' and source_id = new.id) then
    raise exception 'receipt % must have a journal entry', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger receipt_whole after insert on receipt deferrable initially deferred
  for each row when (new.opening_on is null) execute function receipt_whole();

-- Only a bounced cheque is deposited again, once, and it must be the same cheque.
create function cheque_again() returns trigger language plpgsql as $$
declare before receipt;
begin
  select * into before from receipt where id = new.again_of_id;
  if (select status from receipt_state where receipt_id = new.again_of_id) is distinct from 'bounced'
    or (before.entity_id, before.client_id, before.currency, before.mode, before.amount, before.instrument_no,
        before.instrument_bank, before.instrument_date)
      is distinct from (new.entity_id, new.client_id, new.currency, new.mode, new.amount, new.instrument_no,
        new.instrument_bank, new.instrument_date)
    or new.receipt_date < (select reversed_on from receipt_state where receipt_id = new.again_of_id) then
    raise exception 'only a bounced cheque can be deposited again, with the same details and not before the day it bounced' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger cheque_again before insert on receipt for each row when (new.again_of_id is not null)
  execute function cheque_again();

-- An advance is taxed only where the regime does so, at the rate of its date or, for example for an export, at zero.
create function receipt_advance_taxed() returns trigger language plpgsql as $$
begin
  if not taxes_advances(new.entity_id, new.receipt_date) or not exists (
    select from tax_code code join billing_entity entity on entity.id = new.entity_id and entity.regime = code.regime
    where code.id = new.advance_tax_code_id and (new.advance_tax ->> 'ratePct')::numeric in (0, (
      select rate from tax_rate where tax_code_id = code.id and valid_from <= new.receipt_date
      order by valid_from desc limit 1))) then
    raise exception 'an advance can be taxed only where the regime does so, at the rate of its date or at zero' using errcode = 'DB060';
  end if;
  return new;
end $$;
create trigger receipt_advance_taxed before insert on receipt for each row when (new.voucher_kind = 'advance_voucher')
  execute function receipt_advance_taxed();

-- Checked at commit: the entry of an advance voucher holds the advance that it took, and the client's balance of advances
-- covers it.
create function advance_voucher_whole() returns trigger language plpgsql as $$
begin
  if advance_of('{receipt}', array[new.id]) <> new.advance_taken then
    raise exception 'the advance of receipt % differs from the advance that it posted', new.id using errcode = 'DB006';
  end if;
  perform check_advances(new.client_id, new.entity_id, new.currency);
  return null;
end $$;
create constraint trigger advance_voucher_whole after insert on receipt deferrable initially deferred
  for each row when (new.voucher_kind = 'advance_voucher') execute function advance_voucher_whole();

-- A cheque may not be dated in the future either, even if the receipt is not.
create function receipt_not_to_come() returns trigger language plpgsql as $$
declare today date := (select (now() at time zone timezone)::date from billing_entity where id = new.entity_id);
begin
  if new.receipt_date > today then
    raise exception 'a receipt cannot be dated in the future' using errcode = 'DB014', constraint = 'receipt_not_to_come';
  end if;
  if new.mode = 'cheque' and new.instrument_date > today then
    raise exception 'a cheque dated in the future cannot be received yet' using errcode = 'DB014', constraint = 'receipt_cheque_not_to_come';
  end if;
  return new;
end $$;
create trigger receipt_not_to_come before insert on receipt for each row execute function receipt_not_to_come();

-- The live part of a receipt (docs/rules.md#frozen-and-live-parts).
create table receipt_state (
  receipt_id uuid primary key references receipt,
  status text not null default 'posted' check (status in ('posted', 'bounced', 'reversed')),
  available bigint not null check (available >= 0),
  allocated bigint not null default 0 check (allocated >= 0),
  reversed_at timestamptz,
  reversed_by uuid references app_user,
  reversed_on date,
  reversal_reason text,
  deposited_on date,
  cleared_on date,
  -- The amount that was paid back, and so can no longer be allocated.
  refunded bigint not null default 0 check (refunded >= 0),
  receipt_date date not null,
  mode text not null,
  -- The status as shown to people: a posted cheque is in hand, deposited or cleared.
  display_status text not null generated always as
    (case when status <> 'posted' then status when cleared_on is not null then 'cleared'
      when deposited_on is not null then 'deposited' when mode = 'cheque' then 'in_hand' else 'posted' end) stored,
  -- The billing entity's bank account that the cheque was deposited to; unknown when the receipt is entered.
  deposited_to uuid,
  check (allocated <= available),
  check (status = 'posted' or allocated = 0),
  constraint receipt_state_cheque_steps check (cleared_on is null or coalesce(cleared_on >= deposited_on, false)),
  constraint receipt_state_cleared_stands check (status <> 'bounced' or cleared_on is null),
  constraint receipt_state_within_money check (allocated + refunded <= available),
  constraint receipt_state_refunded_stands check (status = 'posted' or refunded = 0),
  constraint receipt_state_deposited_to check (deposited_to is null or deposited_on is not null)
);
create index receipt_state_taken_back on receipt_state (receipt_id) where status <> 'posted';
create index receipt_state_by_display_status on receipt_state (display_status, receipt_date, receipt_id);
create index receipt_state_in_advance on receipt_state (receipt_date, receipt_id)
  where status = 'posted' and allocated + refunded < available;
create trigger receipt_state_deposited_to_stays before update on receipt_state for each row
  when (old.deposited_on is not null and new.deposited_to is distinct from old.deposited_to) execute function refuse_change();
create trigger audit after update on receipt_state for each row execute function audit_change('allocated');

create function cheque_moves() returns trigger language plpgsql as $$
declare cheque receipt;
begin
  select * into cheque from receipt where id = new.receipt_id;
  if cheque.mode <> 'cheque' or old.status <> 'posted' or new.status <> 'posted'
    or coalesce(old.deposited_on <> new.deposited_on, old.deposited_on is not null)
    or coalesce(old.cleared_on <> new.cleared_on, old.cleared_on is not null)
    or new.deposited_on < greatest(cheque.receipt_date, cheque.instrument_date) then
    raise exception 'a cheque can be deposited and cleared only once, while its receipt is posted, and not before its date' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger cheque_moves before update on receipt_state for each row
  when ((old.deposited_on, old.cleared_on) is distinct from (new.deposited_on, new.cleared_on)) execute function cheque_moves();

-- From the date of the deposit, the bank account has the amount of the cheque.
create function deposit_as_posted() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(line.debit - line.credit), 0) from journal_entry entry
      join journal_line line on line.entry_id = entry.id
      join ledger_account account on account.id = line.account_id and account.system_key = 'bank'
      where entry.source_type = 'deposit' and entry.source_id = new.receipt_id and entry.entry_date = new.deposited_on)
    <> (select amount from receipt where id = new.receipt_id) then
    raise exception 'the cheque of receipt % differs from the amount posted to the bank for its deposit', new.receipt_id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger deposit_as_posted after update on receipt_state deferrable initially deferred
  for each row when (old.deposited_on is null and new.deposited_on is not null) execute function deposit_as_posted();

-- The tax in an advance, each component rounded on its own; gives the same figures as contracts/src/money/settlement.ts.
create function tax_in_advance(terms jsonb, gross bigint) returns table (component text, tax bigint)
  language sql immutable rows 3 as $$
  select part ->> 'name', (case terms ->> 'roundingDir' when 'floor' then div(dividend, divisor)
    else div(2 * dividend + divisor, 2 * divisor) end)::bigint
  from jsonb_array_elements(terms -> 'components') as part
  cross join lateral (select (terms ->> 'ratePct')::numeric as rate,
    (select sum((each ->> 'share')::numeric) from jsonb_array_elements(terms -> 'components') as each) as shares) as whole
  cross join lateral (select rate * (part ->> 'share')::numeric * gross as dividend, (100 + rate) * shares as divisor) as exact
$$;

-- However a receipt was allocated and paid back, the ledger holds exactly the tax of what is left of it. It holds none for a
-- reversed receipt or one that is not an advance voucher.
create function receipt_tax_as_posted() returns trigger language plpgsql as $$
declare held receipt_state; voucher receipt;
begin
  select * into held from receipt_state where receipt_id = new.receipt_id;
  select * into voucher from receipt where id = new.receipt_id;
  if exists (
    select from (
      select component, tax from tax_in_advance(voucher.advance_tax,
          case held.status when 'posted' then held.available - held.allocated - held.refunded else 0 end)
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
    raise exception 'the tax posted for receipt % differs from the tax in the remainder of its advance', held.receipt_id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger receipt_tax_as_posted after insert or update on receipt_state
  deferrable initially deferred for each row execute function receipt_tax_as_posted();

-- Which receipt or credit note settled which document, and when. An allocation is taken back by the date of its reversal, never deleted.
create table allocation (
  id uuid primary key,
  receipt_id uuid references receipt,
  invoice_id uuid not null references invoice,
  amount bigint not null check (amount > 0),
  withheld_part bigint not null default 0 check (withheld_part >= 0),
  -- In the base currency: what the allocation clears of the invoice, at the invoice's rate, and what it takes of the receipt,
  -- at the receipt's rate. The difference is the exchange gain or loss.
  invoice_base bigint not null check (invoice_base >= 0),
  receipt_base bigint not null check (receipt_base >= 0),
  allocated_on date not null,
  reversed_on date,
  reversed_at timestamptz,
  reversed_by uuid references app_user,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  credit_note_id uuid,
  -- {section, base, rate} by which the tax withheld was expected; `base` is the amount that it was computed on.
  withheld_by jsonb,
  check (withheld_part <= amount),
  check (reversed_on >= allocated_on),
  check ((reversed_on is null) = (reversed_at is null)),
  check (num_nonnulls(receipt_id, credit_note_id) = 1),
  -- Only a payment can have tax withheld.
  check (credit_note_id is null or withheld_part = 0),
  check (withheld_by is null or withheld_part > 0)
);
create index allocation_receipt on allocation (receipt_id);
create index allocation_invoice on allocation (invoice_id, allocated_on);
create index allocation_credit_note on allocation (credit_note_id) where credit_note_id is not null;
create trigger allocation_audit after insert or update on allocation for each row execute function audit_change();
create trigger allocation_no_delete before delete on allocation for each row execute function refuse_change();
create trigger allocation_no_truncate before truncate on allocation for each statement execute function refuse_change();

create function allocation_only_reversed() returns trigger language plpgsql as $$
begin
  if old.reversed_at is not null
    or (to_jsonb(new) - array['reversed_on', 'reversed_at', 'reversed_by'])
      <> (to_jsonb(old) - array['reversed_on', 'reversed_at', 'reversed_by'])
    or new.reversed_at is null then
    raise exception 'an allocation cannot be changed except to reverse it, once' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger allocation_only_reversed before update on allocation for each row execute function allocation_only_reversed();

create table write_off (
  id uuid primary key,
  invoice_id uuid not null references invoice,
  amount bigint not null check (amount > 0),
  -- In the base currency, at the invoice's rate.
  base bigint not null check (base >= 0),
  reason text check (reason <> ''),
  written_off_on date not null,
  reversed_on date,
  reversed_at timestamptz,
  reversed_by uuid references app_user,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  allocation_id uuid unique references allocation,
  check (reversed_on >= written_off_on),
  check ((reversed_on is null) = (reversed_at is null)),
  constraint write_off_has_its_reason check ((reason is null) = (allocation_id is not null))
);
create index write_off_invoice on write_off (invoice_id);
create trigger audit after insert or update on write_off for each row execute function audit_change();
create trigger write_off_no_delete before delete on write_off for each row execute function refuse_change();
create trigger write_off_no_truncate before truncate on write_off for each statement execute function refuse_change();

create function write_off_only_reversed() returns trigger language plpgsql as $$
begin
  if old.reversed_at is not null or new.reversed_at is null
    or (to_jsonb(new) - array['reversed_on', 'reversed_at', 'reversed_by'])
      <> (to_jsonb(old) - array['reversed_on', 'reversed_at', 'reversed_by']) then
    raise exception 'a write-off cannot be changed except to reverse it, once' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger write_off_only_reversed before update on write_off for each row execute function write_off_only_reversed();

create table receipt_refund (
  id uuid primary key,
  receipt_id uuid not null references receipt,
  amount bigint not null check (amount > 0),
  -- In the base currency: what the refund takes of the receipt, at the receipt's rate. The money itself was paid at the rate of the date.
  base bigint not null check (base >= 0),
  refunded_on date not null,
  mode text not null check (mode in ('cash', 'cheque', 'bank', 'upi', 'card')),
  fx_rate numeric(18, 10) not null default 1 check (fx_rate > 0),
  reference text,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  -- The number of the refund voucher, if a taxed advance is paid back.
  number text,
  seq bigint,
  fy text,
  -- The bank account of the billing entity that the refund was paid from.
  paid_from uuid,
  -- A refund is taken back by the date of its reversal, never deleted: its entry is reversed, and the credit is available again.
  reversed_on date,
  reversed_at timestamptz,
  reversed_by uuid references app_user,
  reversal_reason text,
  constraint receipt_refund_number_whole check (num_nonnulls(number, seq, fy) in (0, 3)),
  constraint receipt_refund_reversed_after check (reversed_on >= refunded_on),
  constraint receipt_refund_reversed_whole
    check (num_nonnulls(reversed_on, reversed_at, reversed_by, nullif(reversal_reason, '')) in (0, 4))
);
create index receipt_refund_of on receipt_refund (receipt_id);
create trigger receipt_refund_no_truncate before truncate on receipt_refund for each statement execute function refuse_change();
create trigger receipt_refund_no_delete before delete on receipt_refund for each row execute function refuse_change();
create trigger audit after insert or update on receipt_refund for each row execute function audit_change();

create function receipt_refund_numbered() returns trigger language plpgsql as $$
begin
  if ((select voucher_kind from receipt where id = new.receipt_id) = 'advance_voucher') <> (new.number is not null)
    or new.number is not null and not exists (select from document_number
      where document_id = new.id and number = new.number and seq = new.seq and doc_kind = 'refund_voucher') then
    raise exception 'refund % must have a number from its series if its receipt is an advance voucher, and none otherwise', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger receipt_refund_numbered after insert on receipt_refund deferrable initially deferred
  for each row execute function receipt_refund_numbered();

-- The invoices that a waiting cheque is meant to settle. An index on it serves the list of invoices, which shows them for each row.
create function settled_by_cheque(input jsonb) returns uuid[] language sql immutable parallel safe as $$
  select array(select (allocation ->> 'invoiceId')::uuid from jsonb_array_elements(input -> 'allocations') as allocation)
$$;

-- A post-dated cheque is not a receipt yet: until its date it has no number and no entry, and settles nothing.
create table postdated_cheque (
  -- Its receipt gets the same id.
  id uuid primary key,
  entity_id uuid not null references billing_entity,
  client_id uuid not null references client,
  currency char(3) not null,
  amount bigint not null check (amount > 0),
  -- The date from which the bank accepts the cheque, and the date of its receipt.
  due_on date not null,
  instrument_no text not null,
  instrument_bank text not null,
  -- The input from which the receipt is created on that date.
  input jsonb not null,
  status text not null default 'waiting' check (status in ('waiting', 'received', 'withdrawn')),
  receipt_id uuid unique references receipt,
  withdrawn_reason text check (withdrawn_reason <> ''),
  -- {code, params}: why the receipt could not be created yet.
  failure jsonb,
  not_before timestamptz not null default now(),
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check ((status = 'received') = (receipt_id is not null)),
  check (receipt_id is null or receipt_id = id),
  check ((status = 'withdrawn') = (withdrawn_reason is not null))
);
create index postdated_cheque_by_day on postdated_cheque (due_on, id);
create index postdated_cheque_by_status on postdated_cheque (status, due_on, id);
create index postdated_cheque_by_client on postdated_cheque (client_id, due_on, id);
create index postdated_cheque_search on postdated_cheque using gin (search_grams);
-- Read for each row of a list. Without fastupdate, there is no list of unsorted entries to scan first.
create index postdated_cheque_by_invoice on postdated_cheque using gin (settled_by_cheque(input)) with (fastupdate = off)
  where status = 'waiting';
call keep_record('postdated_cheque');
create trigger postdated_cheque_no_delete before delete on postdated_cheque for each row execute function refuse_change();
create trigger postdated_cheque_no_truncate before truncate on postdated_cheque for each statement execute function refuse_change();

create function postdated_cheque_moves() returns trigger language plpgsql as $$
declare today date := (select (now() at time zone timezone)::date from billing_entity where id = new.entity_id);
begin
  if tg_op = 'INSERT' then
    -- Refuses a year that was mistyped.
    if new.status <> 'waiting' or new.due_on <= today or new.due_on > today + interval '1 year' then
      raise exception 'a new post-dated cheque must be waiting, with a date after today and within a year' using errcode = 'DB014', constraint = 'postdated_cheque_day';
    end if;
    return new;
  end if;
  if old.status <> 'waiting' or (new.id, new.entity_id, new.client_id, new.currency, new.amount, new.due_on, new.input)
    is distinct from (old.id, old.entity_id, old.client_id, old.currency, old.amount, old.due_on, old.input) then
    raise exception 'a post-dated cheque cannot change its content, nor anything once it is no longer waiting' using errcode = 'DB001';
  end if;
  if new.status = 'received' and new.due_on > today then
    raise exception 'a post-dated cheque cannot be received before its date' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger postdated_cheque_moves before insert or update on postdated_cheque
  for each row execute function postdated_cheque_moves();

create function tax_code_is_used(code uuid) returns boolean language sql stable as $$
  select exists (select from service where tax_code_id = code)
    or exists (select from pending_item where tax_code_id = code)
    or exists (select from invoice_line where tax_code_id = code)
    or exists (select from invoice_adjustment where tax_code_id = code)
    or exists (select from receipt where advance_tax_code_id = code)
$$;

create function withholding_code_is_used(asked uuid) returns boolean language sql stable as $$
  select exists (select from client where client.withholding_code_id = asked)
    or exists (select from invoice where invoice.withholding_code_id = asked)
$$;
