-- What a form refuses first, and a request beside it may get past, is refused under a code that has its answer.

create or replace function expense_moves() returns trigger language plpgsql as $$
declare
  live text[] := array['status', 'rejection_reason', 'number', 'seq', 'fy', 'approved_at', 'approved_by', 'posted_on',
    'reimbursed_at', 'reimbursed_by', 'reimbursed_on', 'reimbursed_from', 'reversed_at', 'reversed_by', 'reversed_on',
    'reversal_reason', 'version', 'search_text', 'search_grams', 'updated_at', 'updated_by'];
begin
  if tg_op = 'INSERT' then
    if new.status <> 'draft' then
      raise exception 'an expense begins as a draft' using errcode = 'DB001';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    if old.status not in ('draft', 'rejected') then
      raise exception 'an expense that is % stays', old.status using errcode = 'DB001';
    end if;
    return old;
  end if;
  if (old.status, new.status) not in (('draft', 'draft'), ('rejected', 'draft'), ('draft', 'submitted'),
      ('submitted', 'draft'), ('submitted', 'approved'), ('submitted', 'rejected'), ('approved', 'reimbursed'),
      ('approved', 'reversed'))
    or ((new.status <> 'draft' or old.status = 'submitted') and to_jsonb(new) - live <> to_jsonb(old) - live)
    or (new.status in ('reimbursed', 'reversed')
      and (new.number, new.approved_by, new.posted_on) <> (old.number, old.approved_by, old.posted_on)) then
    raise exception 'an expense does not go from % to % like this', old.status, new.status using errcode = 'DB001';
  end if;
  if new.status = 'submitted' and new.attachment_id is null
    and (select expense_file_limit < new.gross from billing_entity where id = new.entity_id) then
    raise exception 'expense % needs a file', new.id using errcode = 'DB015', constraint = 'expense_file';
  end if;
  return new;
end $$;

create or replace function postdated_cheque_moves() returns trigger language plpgsql as $$
declare today date := (select (now() at time zone timezone)::date from billing_entity where id = new.entity_id);
begin
  if tg_op = 'INSERT' then
    -- A year that was mistyped is further away.
    if new.status <> 'waiting' or new.due_on <= today or new.due_on > today + interval '1 year' then
      raise exception 'a post-dated cheque is of a day within a year' using errcode = 'DB014', constraint = 'postdated_cheque_day';
    end if;
    return new;
  end if;
  if old.status <> 'waiting' or (new.id, new.entity_id, new.client_id, new.currency, new.amount, new.due_on, new.input)
    is distinct from (old.id, old.entity_id, old.client_id, old.currency, old.amount, old.due_on, old.input) then
    raise exception 'what became of a post-dated cheque stays' using errcode = 'DB001';
  end if;
  if new.status = 'received' and new.due_on > today then
    raise exception 'a post-dated cheque waits for its day' using errcode = 'DB001';
  end if;
  return new;
end $$;

-- A change of the base currency waits for what names the entity and is not committed yet: the currency is part of a key of the
-- entity. A record that named the entity before, and gets its first amount by a change of its own, has to hold it.
create function hold_base_currency() returns trigger language plpgsql as $$
begin
  perform from billing_entity where id = (to_jsonb(new) ->> tg_argv[0])::uuid for key share;
  return new;
end $$;
create trigger hold_base_currency before update on invoice for each row
  when (old.fx_rate is null and new.fx_rate is not null) execute function hold_base_currency('entity_id');
create trigger hold_base_currency before update on task for each row
  when (old.fee is null and new.fee is not null) execute function hold_base_currency('billing_entity_id');
create trigger hold_base_currency before update on recurring_task for each row
  when (old.fee is null and new.fee is not null) execute function hold_base_currency('billing_entity_id');
