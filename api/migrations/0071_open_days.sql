-- What is dated is dated on a day that is open: neither in a locked period nor before the books began.

-- The constraint's name says what was posted, so that the refusal lands on the date of its form.
create function require_open_day(entity uuid, day date, source text) returns void language plpgsql as $$
declare locked date; begun date;
begin
  -- A lock or a cut-over date that is set meanwhile waits for this, or this for it.
  select cut_over_on into begun from billing_entity where id = entity for key share;
  if day < begun then
    raise exception 'the books begin on %', begun using errcode = 'DB073',
      constraint = 'journal_entry_period_' || source, detail = json_build_object('from', begun);
  end if;
  locked := period_locked(entity, day, daybook_actor());
  if locked is not null then
    raise exception 'the period is locked until %', locked using errcode = 'DB030',
      constraint = 'journal_entry_period_' || source,
      detail = json_build_object('until', locked, 'whoMay', period_lock_who_may(entity));
  end if;
end $$;

create or replace function journal_entry_in_open_period() returns trigger language plpgsql as $$
begin
  perform require_open_day(new.entity_id, new.entry_date, new.source_type);
  return new;
end $$;

-- An invoice that comes to nothing posts nothing, and is a document of its day all the same.
create function invoice_of_nothing_in_open_period() returns trigger language plpgsql as $$
begin
  perform require_open_day(new.entity_id, new.issue_date, 'invoice');
  return new;
end $$;
create trigger invoice_of_nothing_in_open_period before update on invoice for each row
  when (old.issued_at is null and new.issued_at is not null and new.total = 0)
  execute function invoice_of_nothing_in_open_period();

create function void_of_nothing_in_open_period() returns trigger language plpgsql as $$
begin
  perform require_open_day(new.entity_id, new.void_date, 'void');
  return new;
end $$;
create trigger void_of_nothing_in_open_period before update on invoice_state for each row
  when (old.void_date is null and new.void_date is not null and new.payable = 0)
  execute function void_of_nothing_in_open_period();

-- What was given up with a payment is owed again without it. It may have been taken back later than the true day of a
-- bounce that is entered afterwards.
create or replace function write_off_goes_with_allocation() returns trigger language plpgsql as $$
begin
  if exists (select from write_off where allocation_id = new.id and reversed_on is null) then
    raise exception 'what was given up with allocation % stands without it', new.id using errcode = 'DB001';
  end if;
  return null;
end $$;

-- An invoice is settled on the latest day of what settles it, in whatever order that was entered.
create function settled_on(invoice uuid) returns date language sql stable as $$
  select max(day) from (
    select allocated_on as day from allocation where invoice_id = invoice and reversed_on is null
    union all select written_off_on from write_off where invoice_id = invoice and reversed_on is null) settled
$$;

create or replace function allocation_moves_balances() returns trigger language plpgsql security definer set search_path = public as $$
declare moved bigint := case when tg_op = 'INSERT' then new.amount else -new.amount end;
  by_money bigint := case when new.receipt_id is null then 0 else moved end;
  target invoice_state; source record;
begin
  if new.receipt_id is null then
    select entity_id, client_id, currency, false as for_others into source from credit_note where id = new.credit_note_id;
  else
    select entity_id, client_id, currency, advance_tax is null as for_others into source
      from receipt where id = new.receipt_id;
  end if;
  select * into target from invoice_state where invoice_id = new.invoice_id for update;
  if target.status not in ('issued', 'part_paid', 'paid') or (tg_op = 'INSERT' and target.outstanding < moved) then
    raise exception 'more than the invoice still owes' using errcode = 'DB007';
  end if;
  if (target.entity_id, target.currency) <> (source.entity_id, source.currency) then
    raise exception 'entity or currency differ' using errcode = 'DB008';
  end if;
  if tg_op = 'INSERT' and target.client_id <> source.client_id
    and not (source.for_others and may_settle_for(source.client_id, target.client_id)) then
    raise exception 'the invoice is another client''s' using errcode = 'DB008';
  end if;
  update invoice_state set paid = paid + by_money, credited = credited + moved - by_money, outstanding = outstanding - moved,
    status = case when outstanding - moved = 0 then 'paid' when paid + credited + written_off + moved = 0 then 'issued'
      else 'part_paid' end,
    settled_on = case when outstanding - moved = 0 then settled_on(new.invoice_id) end
    where invoice_id = new.invoice_id;
  if new.receipt_id is null then
    perform credit_note_moves(new.credit_note_id, moved, 0);
  else
    perform receipt_moves(new.receipt_id, moved);
  end if;
  return null;
end $$;

create or replace function write_off_moves_balance() returns trigger language plpgsql security definer set search_path = public as $$
declare moved bigint := case when tg_op = 'INSERT' then new.amount else -new.amount end; target invoice_state;
begin
  select * into target from invoice_state where invoice_id = new.invoice_id for update;
  if target.status not in ('issued', 'part_paid', 'paid') or (tg_op = 'INSERT' and target.outstanding < moved) then
    raise exception 'more than the invoice still owes' using errcode = 'DB007';
  end if;
  update invoice_state set written_off = written_off + moved, outstanding = outstanding - moved,
    tolerated = tolerated + case when new.allocation_id is null then 0 else moved end,
    status = case when outstanding - moved = 0 then 'paid' when paid + credited + written_off + moved = 0 then 'issued'
      else 'part_paid' end,
    settled_on = case when outstanding - moved = 0 then settled_on(new.invoice_id) end
    where invoice_id = new.invoice_id;
  return null;
end $$;
