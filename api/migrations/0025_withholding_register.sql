-- The withholding register: the tax that clients withheld from their payments, and the certificates that prove that they paid it.

-- The quarter of the fiscal year in which a day lies, from 1 to 4.
create function fiscal_quarter(day date, fy_start text) returns smallint language sql immutable as $$
  select (((extract(month from day)::int - left(fy_start, 2)::int - (extract(day from day)::int < right(fy_start, 2)::int)::int + 24) % 12) / 3 + 1)::smallint
$$;

-- No manual journal may touch the account: receipts and the register keep it whole.
update ledger_account set kept_by_documents = true where system_key = 'withholding_receivable';

alter table billing_entity
  -- So many days after the end of its quarter, tax withheld without a certificate is something to follow up; null: never.
  add column certificate_days int default 75 check (certificate_days between 0 and 999);

-- What a client withheld from one receipt under one section of the law. The amounts follow the receipt and its allocations: what
-- settles the invoice of another client of the group is that client's tax.
create table withholding_entry (
  id uuid primary key default gen_random_uuid(),
  receipt_id uuid not null references receipt,
  -- The client whose tax it is.
  client_id uuid not null references client,
  -- Empty if neither the invoices nor the receipt name one.
  section text not null,
  entity_id uuid not null references billing_entity,
  currency char(3) not null,
  -- What stands; 0 once the receipt is reversed, or the amount has become another client's or section's.
  amount bigint not null check (amount >= 0),
  -- What the tax was computed on, and the rate; null where an invoice names no withholding code, or where rates differ.
  base bigint,
  rate numeric(9, 6),
  -- The day of the receipt, unless a person knows better. It decides year and quarter.
  deducted_on date not null,
  fy text not null,
  quarter smallint not null check (quarter between 1 and 4),
  quarter_ends_on date not null,
  certified bigint not null default 0 check (certified >= 0),
  written_off bigint not null default 0 check (written_off >= 0),
  -- When somebody saw it in the statement of the tax office.
  matched_on date,
  disputed_on date,
  note text check (note <> ''),
  state text not null check (state in ('claimed', 'part_certified', 'certified', 'matched', 'disputed', 'written_off', 'taken_back')),
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  unique (receipt_id, client_id, section)
);
create index withholding_entry_by_client on withholding_entry (client_id, deducted_on desc, id desc);
create index withholding_entry_by_date on withholding_entry (deducted_on desc, id desc);
create index withholding_entry_by_quarter on withholding_entry (fy, quarter, client_id);
create index withholding_entry_open on withholding_entry (client_id, entity_id, quarter_ends_on) where state in ('claimed', 'part_certified');
call keep_record('withholding_entry');
create trigger withholding_entry_stays before delete on withholding_entry for each row execute function refuse_change();
create trigger withholding_entry_no_truncate before truncate on withholding_entry for each statement execute function refuse_change();

-- The states that an entry has had, each with what stood by then.
create table withholding_change (
  entry_id uuid not null references withholding_entry,
  no int not null,
  state text not null,
  amount bigint not null,
  certified bigint not null,
  written_off bigint not null,
  note text,
  changed_at timestamptz not null default now(),
  changed_by uuid default daybook_actor() references app_user,
  primary key (entry_id, no)
);
create trigger withholding_change_append_only before update or delete on withholding_change
  for each row execute function refuse_change();
create trigger withholding_change_no_truncate before truncate on withholding_change for each statement execute function refuse_change();

-- The state follows from the amounts and the marks; year and quarter follow from the day.
create function withholding_entry_follows() returns trigger language plpgsql as $$
declare start text;
begin
  if tg_op = 'UPDATE' and (new.receipt_id, new.client_id, new.section, new.entity_id, new.currency)
    <> (old.receipt_id, old.client_id, old.section, old.entity_id, old.currency) then
    raise exception 'an entry of the withholding register cannot become another one' using errcode = 'DB001';
  end if;
  if tg_op = 'UPDATE' and new.deducted_on <> old.deducted_on and old.certified > 0 then
    raise exception 'the day on which tax was withheld stays once a certificate proves it' using errcode = 'DB001';
  end if;
  select fy_start into start from billing_entity where id = new.entity_id;
  new.fy := fiscal_year_name(new.deducted_on, start);
  new.quarter := fiscal_quarter(new.deducted_on, start);
  new.quarter_ends_on := ((select make_date(extract(year from new.deducted_on)::int - (to_char(new.deducted_on, 'MM-DD') < start)::int,
    left(start, 2)::int, right(start, 2)::int)) + make_interval(months => 3 * new.quarter))::date - 1;
  -- A mark does not outlive what it was made on.
  if new.amount = 0 or new.certified < new.amount then
    new.matched_on := null;
  end if;
  if new.amount = 0 then
    new.disputed_on := null;
  end if;
  new.state := case
    when new.amount = 0 then 'taken_back'
    when new.written_off > 0 then 'written_off'
    when new.disputed_on is not null then 'disputed'
    when new.matched_on is not null then 'matched'
    when new.certified = new.amount then 'certified'
    when new.certified > 0 then 'part_certified'
    else 'claimed' end;
  return new;
end $$;
create trigger withholding_entry_follows before insert or update on withholding_entry
  for each row execute function withholding_entry_follows();

create function withholding_entry_changed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'UPDATE' and (new.state, new.amount, new.certified, new.written_off, new.note)
    is not distinct from (old.state, old.amount, old.certified, old.written_off, old.note) then
    return null;
  end if;
  insert into withholding_change (entry_id, no, state, amount, certified, written_off, note)
    select new.id, count(*) + 1, new.state, new.amount, new.certified, new.written_off, new.note
    from withholding_change where entry_id = new.id;
  return null;
end $$;
create trigger withholding_entry_changed after insert or update on withholding_entry
  for each row execute function withholding_entry_changed();

-- A certificate of a client for the tax of one quarter, such as Form 16A.
create table withholding_certificate (
  id uuid primary key,
  client_id uuid not null references client,
  entity_id uuid not null references billing_entity,
  section text not null check (section <> ''),
  fy text not null,
  quarter smallint not null check (quarter between 1 and 4),
  number text not null check (number <> ''),
  certificate_date date not null,
  currency char(3) not null,
  amount bigint not null check (amount > 0),
  -- What of it proves entries of the register.
  matched bigint not null default 0 check (matched between 0 and amount),
  attachment_id uuid references attachment,
  withdrawn_at timestamptz,
  withdrawn_by uuid references app_user,
  withdrawal_reason text check (withdrawal_reason <> ''),
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check (num_nulls(withdrawn_at, withdrawn_by, withdrawal_reason) in (0, 3)),
  check (withdrawn_at is null or matched = 0)
);
create unique index withholding_certificate_number on withholding_certificate (client_id, lower(number)) where withdrawn_at is null;
create index withholding_certificate_by_date on withholding_certificate (certificate_date desc, id desc);
create index withholding_certificate_by_client on withholding_certificate (client_id, fy, quarter);
call keep_record('withholding_certificate');
create trigger withholding_certificate_stays before delete on withholding_certificate for each row execute function refuse_change();
create trigger withholding_certificate_no_truncate before truncate on withholding_certificate
  for each statement execute function refuse_change();

-- What a certificate says stays; a wrong one is withdrawn. Its file can come later.
create function withholding_certificate_only_withdrawn() returns trigger language plpgsql as $$
declare live text[] := array['matched', 'attachment_id', 'withdrawn_at', 'withdrawn_by', 'withdrawal_reason', 'version',
  'updated_at', 'updated_by'];
begin
  if old.withdrawn_at is not null or to_jsonb(new) - live <> to_jsonb(old) - live then
    raise exception 'a certificate cannot be changed, only withdrawn' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger withholding_certificate_only_withdrawn before update on withholding_certificate
  for each row execute function withholding_certificate_only_withdrawn();

-- Which entries a certificate proves, by amounts.
create table certificate_match (
  id uuid primary key,
  certificate_id uuid not null references withholding_certificate,
  entry_id uuid not null references withholding_entry,
  amount bigint not null check (amount > 0),
  released_at timestamptz,
  released_by uuid references app_user,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor()
);
create index certificate_match_of_certificate on certificate_match (certificate_id);
create index certificate_match_of_entry on certificate_match (entry_id);
create trigger audit after insert or update on certificate_match for each row execute function audit_change();
create trigger certificate_match_no_delete before delete on certificate_match for each row execute function refuse_change();
create trigger certificate_match_no_truncate before truncate on certificate_match for each statement execute function refuse_change();

create function certificate_match_only_released() returns trigger language plpgsql as $$
begin
  if old.released_at is not null or new.released_at is null
    or to_jsonb(new) - array['released_at', 'released_by'] <> to_jsonb(old) - array['released_at', 'released_by'] then
    raise exception 'what a certificate proves can only be released, once' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger certificate_match_only_released before update on certificate_match
  for each row execute function certificate_match_only_released();

-- A certificate proves the tax of its client, billing entity, currency and quarter, and neither side twice.
create function certificate_match_moves() returns trigger language plpgsql security definer set search_path = public as $$
declare moved bigint := case when tg_op = 'INSERT' then new.amount else -new.amount end;
  proof withholding_certificate; entry withholding_entry;
begin
  select * into entry from withholding_entry where id = new.entry_id for no key update;
  select * into proof from withholding_certificate where id = new.certificate_id for no key update;
  if tg_op = 'INSERT' then
    if proof.withdrawn_at is not null then
      raise exception 'a certificate that was withdrawn proves nothing' using errcode = 'DB001';
    end if;
    if (proof.client_id, proof.entity_id, proof.currency, proof.fy, proof.quarter)
      <> (entry.client_id, entry.entity_id, entry.currency, entry.fy, entry.quarter) then
      raise exception 'client, entity, currency or quarter of the certificate differ from those of the tax withheld' using errcode = 'DB008';
    end if;
    if entry.certified + entry.written_off + moved > entry.amount then
      raise exception 'more is certified than was withheld' using errcode = 'DB007';
    end if;
    if proof.matched + moved > proof.amount then
      raise exception 'more is certified than the certificate says' using errcode = 'DB009';
    end if;
  end if;
  update withholding_entry set certified = certified + moved where id = new.entry_id;
  update withholding_certificate set matched = matched + moved where id = new.certificate_id;
  return null;
end $$;
create trigger certificate_match_moves after insert or update on certificate_match
  for each row execute function certificate_match_moves();

-- Tax withheld that no certificate will ever prove is given up: bad debt against the account of the client.
create table withheld_write_off (
  id uuid primary key,
  entry_id uuid not null references withholding_entry,
  amount bigint not null check (amount > 0),
  -- In the base currency, as the account carries it.
  base bigint not null check (base >= 0),
  reason text not null check (reason <> ''),
  written_off_on date not null,
  reversed_on date,
  reversed_at timestamptz,
  reversed_by uuid references app_user,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  check (reversed_on >= written_off_on),
  check (num_nulls(reversed_on, reversed_at, reversed_by) in (0, 3))
);
create index withheld_write_off_of on withheld_write_off (entry_id);
create trigger audit after insert or update on withheld_write_off for each row execute function audit_change();
create trigger withheld_write_off_no_delete before delete on withheld_write_off for each row execute function refuse_change();
create trigger withheld_write_off_no_truncate before truncate on withheld_write_off for each statement execute function refuse_change();

create function withheld_write_off_only_reversed() returns trigger language plpgsql as $$
begin
  if old.reversed_at is not null or new.reversed_at is null
    or to_jsonb(new) - array['reversed_on', 'reversed_at', 'reversed_by'] <> to_jsonb(old) - array['reversed_on', 'reversed_at', 'reversed_by'] then
    raise exception 'a write-off cannot be changed except to reverse it, once' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger withheld_write_off_only_reversed before update on withheld_write_off
  for each row execute function withheld_write_off_only_reversed();

create function withheld_write_off_moves() returns trigger language plpgsql security definer set search_path = public as $$
declare moved bigint := case when tg_op = 'INSERT' then new.amount else -new.amount end; entry withholding_entry;
begin
  select * into entry from withholding_entry where id = new.entry_id for no key update;
  if tg_op = 'INSERT' and entry.certified + entry.written_off + moved > entry.amount then
    raise exception 'more is written off than is open of the tax withheld' using errcode = 'DB007';
  end if;
  update withholding_entry set written_off = written_off + moved where id = new.entry_id;
  return null;
end $$;
create trigger withheld_write_off_moves after insert or update on withheld_write_off
  for each row execute function withheld_write_off_moves();

-- What the register holds of a receipt, client and section: by its live allocations, and the rest with the payer.
create function withheld_of_receipt(asked uuid)
  returns table (client_id uuid, section text, amount bigint, base bigint, rate numeric) language sql stable as $$
  with held as (
    select receipt.client_id, coalesce(receipt.withholding_section, '') as section, receipt.withheld
    from receipt join receipt_state state on state.receipt_id = receipt.id where receipt.id = asked and state.status = 'posted'
  ), settled as (
    select invoice.client_id, coalesce(part.withheld_by ->> 'section', held.section) as section, part.withheld_part as amount,
      (part.withheld_by ->> 'base')::bigint as base, (part.withheld_by ->> 'rate')::numeric as rate
    from held cross join allocation part join invoice on invoice.id = part.invoice_id
    where part.receipt_id = asked and part.reversed_at is null and part.withheld_part > 0
  )
  select part.client_id, part.section, sum(part.amount)::bigint,
    case when count(part.base) = count(*) then sum(part.base)::bigint end,
    case when count(part.rate) = count(*) and min(part.rate) = max(part.rate) then min(part.rate) end
  from (
    select * from settled
    union all
    select held.client_id, held.section, held.withheld - coalesce((select sum(settled.amount) from settled), 0), null, null from held
  ) part where part.amount > 0 group by part.client_id, part.section
$$;

-- Brings the register up to what a receipt withholds now. What shrinks first gives its certificates back, the latest first.
create function withholding_follows_receipt(asked uuid) returns void language plpgsql security definer set search_path = public as $$
declare shrunk record; proof record; surplus bigint;
begin
  if (select withheld from receipt where id = asked) = 0 then
    return;
  end if;
  for shrunk in
    select entry.id, entry.certified, coalesce(now_held.amount, 0) as amount, now_held.base, now_held.rate
    from withholding_entry entry left join withheld_of_receipt(asked) now_held using (client_id, section)
    where entry.receipt_id = asked order by entry.id
  loop
    surplus := shrunk.certified - shrunk.amount;
    for proof in select id, amount from certificate_match where entry_id = shrunk.id and released_at is null
      order by created_at desc, id desc
    loop
      exit when surplus <= 0;
      update certificate_match set released_at = now(), released_by = daybook_actor() where id = proof.id;
      surplus := surplus - proof.amount;
    end loop;
    update withholding_entry entry set amount = shrunk.amount, base = shrunk.base, rate = shrunk.rate
      where entry.id = shrunk.id and (entry.amount, entry.base, entry.rate) is distinct from (shrunk.amount, shrunk.base, shrunk.rate);
  end loop;
  insert into withholding_entry (receipt_id, client_id, section, entity_id, currency, amount, base, rate, deducted_on, fy, quarter,
      quarter_ends_on, state)
    select asked, held.client_id, held.section, receipt.entity_id, receipt.currency, held.amount, held.base, held.rate,
      receipt.receipt_date, '', 1, receipt.receipt_date, 'claimed'
    from withheld_of_receipt(asked) held join receipt on receipt.id = asked
    on conflict (receipt_id, client_id, section) do nothing;
end $$;
revoke execute on function withholding_follows_receipt from public;

create function receipt_in_register() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform withholding_follows_receipt(new.receipt_id);
  return null;
end $$;
-- At commit, so that a receipt and what it settles at once are one change.
create constraint trigger receipt_in_register after insert or update of status on receipt_state
  deferrable initially deferred for each row execute function receipt_in_register();
create constraint trigger allocation_in_register after insert or update on allocation
  deferrable initially deferred for each row when (new.withheld_part > 0) execute function receipt_in_register();

-- Checked at commit: neither certificates nor write-offs exceed what was withheld.
create function withholding_entry_covers() returns trigger language plpgsql as $$
begin
  if exists (select from withholding_entry where id = new.id and certified + written_off > amount) then
    raise exception 'more of entry % is certified or written off than was withheld', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger withholding_entry_covers after update on withholding_entry deferrable initially deferred
  for each row when (new.certified + new.written_off > new.amount) execute function withholding_entry_covers();

create function withheld_write_off_as_posted() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(line.debit - line.credit), 0) from journal_entry posted
      join journal_line line on line.entry_id = posted.id join ledger_account account on account.id = line.account_id
      join withholding_entry entry on entry.id = new.entry_id and entry.client_id = line.client_id
      where posted.source_type in ('write_off', 'reversal') and posted.source_id = new.id
        and account.system_key = 'withholding_receivable')
    <> (select case when reversed_on is null then -amount else 0 end from withheld_write_off where id = new.id) then
    raise exception 'write-off % of tax withheld differs from what its entries posted', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger withheld_write_off_as_posted after insert or update on withheld_write_off deferrable initially deferred
  for each row execute function withheld_write_off_as_posted();

-- The receipts so far.
select withholding_follows_receipt(id) from receipt where withheld > 0 order by receipt_date, id;
