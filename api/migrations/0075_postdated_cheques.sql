-- A cheque of a later day is no receipt yet: it has no number and no entry, and settles nothing, until its day.
create table postdated_cheque (
  -- Its receipt takes the same.
  id uuid primary key,
  entity_id uuid not null references billing_entity,
  client_id uuid not null references client,
  currency char(3) not null,
  amount bigint not null check (amount > 0),
  -- The day from which the bank takes it, and of its receipt.
  due_on date not null,
  instrument_no text not null,
  instrument_bank text not null,
  -- What the receipt is made of on its day.
  input jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'received', 'withdrawn')),
  receipt_id uuid unique references receipt,
  withdrawn_reason text check (withdrawn_reason <> ''),
  -- {code, params}: why it could not be received yet.
  failure jsonb,
  not_before timestamptz not null default now(),
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check ((state = 'received') = (receipt_id is not null)),
  check (receipt_id is null or receipt_id = id),
  check ((state = 'withdrawn') = (withdrawn_reason is not null))
);
create index postdated_cheque_by_day on postdated_cheque (due_on, id);
create index postdated_cheque_by_state on postdated_cheque (state, due_on, id);
create index postdated_cheque_by_client on postdated_cheque (client_id, due_on, id);
create index postdated_cheque_search on postdated_cheque using gin (search_grams);
call keep_record('postdated_cheque');

create function postdated_cheque_moves() returns trigger language plpgsql as $$
declare today date := (select (now() at time zone timezone)::date from billing_entity where id = new.entity_id);
begin
  if tg_op = 'INSERT' then
    -- A year that was mistyped is further away.
    if new.state <> 'waiting' or new.due_on <= today or new.due_on > today + interval '1 year' then
      raise exception 'a post-dated cheque is of a day within a year' using errcode = '23514', constraint = 'postdated_cheque_day';
    end if;
    return new;
  end if;
  if old.state <> 'waiting' or (new.id, new.entity_id, new.client_id, new.currency, new.amount, new.due_on, new.input)
    is distinct from (old.id, old.entity_id, old.client_id, old.currency, old.amount, old.due_on, old.input) then
    raise exception 'what became of a post-dated cheque stays' using errcode = 'DB001';
  end if;
  if new.state = 'received' and new.due_on > today then
    raise exception 'a post-dated cheque waits for its day' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger postdated_cheque_moves before insert or update on postdated_cheque
  for each row execute function postdated_cheque_moves();
create trigger postdated_cheque_no_delete before delete on postdated_cheque for each row execute function refuse_change();
create trigger postdated_cheque_no_truncate before truncate on postdated_cheque for each statement execute function refuse_change();

create function receipt_not_to_come() returns trigger language plpgsql as $$
begin
  if new.receipt_date > (select (now() at time zone timezone)::date from billing_entity where id = new.entity_id) then
    raise exception 'a receipt is of no day to come' using errcode = 'DB014', constraint = 'receipt_not_to_come';
  end if;
  return new;
end $$;
create trigger receipt_not_to_come before insert on receipt for each row execute function receipt_not_to_come();
