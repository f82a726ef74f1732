-- Follow-up of what clients owe (docs/rules.md#follow-up): logged contacts, promises, disputes, who is responsible, and pauses.

call also_allow('notification', 'notification_kind_check', $$ kind in ('follow_up_handed_on', 'promise_open', 'promise_kept',
  'promise_broken', 'promise_settled', 'promise_superseded', 'promise_withdrawn') $$);

-- The live part of a client's follow-up: its next action, and the person to whom it was handed on. Only the triggers and the
-- function below write it.
create table client_follow_up (
  client_id uuid primary key references client on delete cascade,
  -- Null: the relationship manager.
  responsible_id uuid references app_user,
  next_on date
);
create index client_follow_up_next on client_follow_up (next_on, client_id) where next_on is not null;
create index client_follow_up_responsible on client_follow_up (responsible_id) where responsible_id is not null;
create trigger audit after insert or update on client_follow_up for each row execute function audit_change();

create function follow_up_responsible(client uuid) returns uuid language sql stable as $$
  select coalesce(held.responsible_id, crm_id) from client one left join client_follow_up held on held.client_id = one.id
  where one.id = client
$$;

-- Sets the client's next action without a logged contact, as a reminder level does that asks for a call.
create function plan_next_action(client uuid, day date) returns void language sql
  security definer set search_path = public as $$
  insert into client_follow_up (client_id, next_on) values (client, day)
  on conflict (client_id) do update set next_on = excluded.next_on
$$;

-- One contact with a client. A correction is a new row, which names the one that it replaces.
create table follow_up (
  id uuid primary key,
  client_id uuid not null references client,
  happened_at timestamptz not null default now(),
  channel text not null check (channel in ('call', 'email', 'sms', 'whatsapp', 'visit', 'letter')),
  outcome text not null check (outcome in ('no_answer', 'promised', 'dispute', 'paid', 'wrong_person', 'other')),
  contact_id uuid references contact on delete set null,
  -- The name at that time, which stays when the contact goes.
  person text check (person <> ''),
  note text check (note <> ''),
  next_on date,
  corrects_id uuid unique references follow_up,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  constraint follow_up_note check (note is not null or outcome = 'no_answer')
);
create index follow_up_by_client on follow_up (client_id, happened_at desc, id desc);
create index follow_up_contact on follow_up (contact_id) where contact_id is not null;
create trigger audit after insert on follow_up for each row execute function audit_change();
create trigger follow_up_no_delete before delete on follow_up for each row execute function refuse_change();
create trigger follow_up_no_truncate before truncate on follow_up for each statement execute function refuse_change();

-- A row changes only when its contact is deleted.
create function follow_up_stays() returns trigger language plpgsql as $$
begin
  if new.contact_id is not null or (to_jsonb(new) - 'contact_id') <> (to_jsonb(old) - 'contact_id') then
    raise exception 'a logged contact cannot be changed' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger follow_up_stays before update on follow_up for each row execute function follow_up_stays();

create function follow_up_begins() returns trigger language plpgsql as $$
begin
  if new.happened_at > now() + interval '1 minute' then
    raise exception 'a contact cannot be logged before it took place' using errcode = 'DB014', constraint = 'follow_up_at';
  end if;
  if new.corrects_id is not null
    and (select client_id from follow_up where id = new.corrects_id) is distinct from new.client_id then
    raise exception 'a correction concerns the same client' using errcode = 'DB001';
  end if;
  if new.contact_id is not null
    and not exists (select from client_contact where client_id = new.client_id and contact_id = new.contact_id) then
    raise exception 'the person is no contact of the client' using errcode = '23503', constraint = 'follow_up_contact';
  end if;
  return new;
end $$;
create trigger follow_up_begins before insert on follow_up for each row execute function follow_up_begins();

create function follow_up_plans() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform plan_next_action(new.client_id, new.next_on);
  return null;
end $$;
create trigger follow_up_plans after insert on follow_up for each row execute function follow_up_plans();

-- A hand-on, or a pause of reminders. The current ones are in client_follow_up, client, client_reminders and invoice_state.
create table follow_up_step (
  id uuid primary key,
  client_id uuid not null references client,
  kind text not null check (kind in ('hand_on', 'pause')),
  -- The person who is responsible from then on; null: the relationship manager.
  responsible_id uuid references app_user,
  entity_id uuid references billing_entity,
  invoice_id uuid references invoice,
  reminders text check (reminders in ('on', 'off', 'paused')),
  reminders_paused_until date,
  note text check (note <> ''),
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  constraint follow_up_step_whole check (case kind
    when 'hand_on' then num_nonnulls(entity_id, invoice_id, reminders, reminders_paused_until) = 0
    else responsible_id is null and reminders is not null and num_nonnulls(entity_id, invoice_id) < 2
      and (reminders = 'paused') = (reminders_paused_until is not null) end)
);
create index follow_up_step_by_client on follow_up_step (client_id, created_at desc, id desc);
create trigger audit after insert on follow_up_step for each row execute function audit_change();
create trigger follow_up_step_append_only before update or delete on follow_up_step for each row execute function refuse_change();
create trigger follow_up_step_no_truncate before truncate on follow_up_step for each statement execute function refuse_change();

create function follow_up_handed_on() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.responsible_id is not null
    and not exists (select from app_user where id = new.responsible_id and status = 'active' and user_type <> 'client') then
    raise exception 'only an active member of staff can be responsible' using errcode = '23503', constraint = 'follow_up_responsible';
  end if;
  insert into client_follow_up (client_id, responsible_id) values (new.client_id, new.responsible_id)
  on conflict (client_id) do update set responsible_id = excluded.responsible_id;
  perform tell(follow_up_responsible(new.client_id), 'follow_up_handed_on',
    (select jsonb_build_object('code', code, 'name', name) from client where id = new.client_id), 'client', new.client_id);
  return null;
end $$;
create trigger follow_up_handed_on after insert on follow_up_step for each row when (new.kind = 'hand_on')
  execute function follow_up_handed_on();

-- Whether a client receives the reminders of one billing entity, beside the client's own setting and that of each invoice.
create table client_reminders (
  client_id uuid not null references client on delete cascade,
  entity_id uuid not null references billing_entity,
  reminders text not null check (reminders in ('on', 'off', 'paused')),
  reminders_paused_until date,
  primary key (client_id, entity_id),
  constraint client_reminders_entity_pause check ((reminders = 'paused') = (reminders_paused_until is not null))
);
create trigger audit after insert or update or delete on client_reminders for each row execute function audit_change();

-- What a client promised to pay, and by when. Its terms never change; its state follows from promise_change, and the figures
-- from the receipts.
create table promise (
  id uuid primary key,
  -- The client, or the payer of its group.
  client_id uuid not null references client,
  follow_up_id uuid references follow_up,
  currency char(3) not null,
  -- The billing entity that is to be paid; null: any.
  entity_id uuid references billing_entity,
  -- The day in the zone of that entity, or of the client's usual one. Receipts count from it.
  promised_on date not null,
  amount bigint not null check (amount > 0),
  note text check (note <> ''),
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  state text not null default 'open' check (state in ('open', 'kept', 'broken', 'settled', 'superseded', 'withdrawn')),
  -- The number of the last change, and the day on which it took effect.
  changes int not null default 1,
  since date not null,
  received bigint not null default 0 check (received >= 0),
  -- The first date that is not paid for yet, or the last one.
  due_on date not null,
  paid_late_on date,
  constraint promise_paid_late check (paid_late_on is null or state = 'broken')
);
-- One open promise for each billing entity. A promise without one excludes all others, by a trigger.
create unique index promise_open on promise (client_id, currency, coalesce(entity_id, '00000000-0000-0000-0000-000000000000'))
  where state = 'open';
create index promise_by_client on promise (client_id, created_at desc, id desc);
create index promise_by_due on promise (due_on, id);
create index promise_by_state on promise (state, due_on, id);
create index promise_follow_up on promise (follow_up_id) where follow_up_id is not null;
create trigger audit after insert or update on promise for each row execute function audit_change('changes');
create trigger promise_no_delete before delete on promise for each row execute function refuse_change();
create trigger promise_no_truncate before truncate on promise for each statement execute function refuse_change();

create table promise_instalment (
  promise_id uuid not null references promise,
  no smallint not null check (no between 1 and 12),
  due_on date not null,
  amount bigint not null check (amount > 0),
  primary key (promise_id, no)
);
create trigger promise_instalment_append_only before update or delete on promise_instalment
  for each row execute function refuse_change();
create trigger promise_instalment_no_truncate before truncate on promise_instalment
  for each statement execute function refuse_change();

-- The invoices that a promise is about, if it names any.
create table promise_invoice (
  promise_id uuid not null references promise,
  invoice_id uuid not null references invoice,
  primary key (promise_id, invoice_id)
);
create index promise_invoice_of on promise_invoice (invoice_id);
create trigger promise_invoice_append_only before update or delete on promise_invoice
  for each row execute function refuse_change();
create trigger promise_invoice_no_truncate before truncate on promise_invoice
  for each statement execute function refuse_change();

-- The states of a promise, in order. The number lets only one of several servers make each change, and tell of it.
create table promise_change (
  promise_id uuid not null references promise,
  n int not null check (n >= 1),
  state text not null check (state in ('open', 'kept', 'broken', 'settled', 'superseded', 'withdrawn')),
  -- The day on which it took effect: of the receipt that kept it, or the day after the date that passed.
  changed_on date not null,
  note text check (note <> ''),
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  primary key (promise_id, n)
);
create trigger promise_change_append_only before update or delete on promise_change
  for each row execute function refuse_change();
create trigger promise_change_no_truncate before truncate on promise_change
  for each statement execute function refuse_change();

create function promise_begins() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if (new.state, new.changes, new.since) is distinct from ('open', 1, new.promised_on) then
    raise exception 'a promise begins open' using errcode = 'DB001';
  end if;
  -- Whoever records a promise waits for the one who is recording another.
  perform from client where id = new.client_id for no key update;
  if exists (select from promise other where other.client_id = new.client_id and other.currency = new.currency
      and other.state = 'open' and (new.entity_id is null or other.entity_id is null)) then
    raise exception 'another promise of the client is open' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger promise_begins before insert on promise for each row execute function promise_begins();

create function promise_opened() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into promise_change (promise_id, n, state, changed_on) values (new.id, 1, 'open', new.promised_on);
  return null;
end $$;
create trigger promise_opened after insert on promise for each row execute function promise_opened();

create function promise_stays() returns trigger language plpgsql as $$
declare live text[] := array['state', 'changes', 'since', 'received', 'due_on', 'paid_late_on'];
begin
  if (to_jsonb(new) - live) <> (to_jsonb(old) - live) then
    raise exception 'the terms of a promise cannot be changed' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger promise_stays before update on promise for each row execute function promise_stays();

-- Checked at commit: the dates ascend from the day of the promise, and add up to its amount.
create function promise_whole() returns trigger language plpgsql as $$
begin
  if (select count(*) between 1 and 12 and max(no) = count(*) and sum(amount) = new.amount and min(due_on) >= new.promised_on
      from promise_instalment where promise_id = new.id) is not true
    or exists (select from promise_instalment one join promise_instalment next
        on next.promise_id = one.promise_id and next.no = one.no + 1
      where one.promise_id = new.id and next.due_on <= one.due_on) then
    raise exception 'the dates of promise % do not ascend, or do not add up to its amount', new.id using errcode = 'DB006';
  end if;
  if exists (select from promise_invoice named join invoice_state invoice on invoice.invoice_id = named.invoice_id
      where named.promise_id = new.id and (invoice.currency <> new.currency
        or invoice.entity_id <> coalesce(new.entity_id, invoice.entity_id)
        or invoice.client_id <> new.client_id and not may_settle_for(new.client_id, invoice.client_id))) then
    raise exception 'promise % names an invoice of another client, currency or billing entity', new.id using errcode = 'DB008';
  end if;
  return null;
end $$;
create constraint trigger promise_whole after insert on promise deferrable initially deferred
  for each row execute function promise_whole();

-- A contact at which something was promised has its promise.
create function follow_up_promised() returns trigger language plpgsql as $$
begin
  if not exists (select from promise where follow_up_id = new.id and client_id = new.client_id) then
    raise exception 'a contact with the outcome promised must have its promise' using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger follow_up_promised after insert on follow_up deferrable initially deferred
  for each row when (new.outcome = 'promised') execute function follow_up_promised();

create function promise_changes() returns trigger language plpgsql security definer set search_path = public as $$
declare before promise;
begin
  select * into before from promise where id = new.promise_id for no key update;
  if new.n = 1 and before.changes = 1 and new.state = 'open' then
    return new;
  end if;
  if new.n <> before.changes + 1 or new.state = before.state or before.state in ('superseded', 'withdrawn')
    or new.state in ('superseded', 'withdrawn') and before.state <> 'open' then
    raise exception 'a promise that is % cannot become %', before.state, new.state using errcode = 'DB001';
  end if;
  update promise set state = new.state, changes = new.n, since = new.changed_on,
    paid_late_on = case new.state when 'broken' then paid_late_on end
  where id = new.promise_id;
  return new;
end $$;
create trigger promise_changes before insert on promise_change for each row execute function promise_changes();

create function tell_of_promise() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell(follow_up_responsible(client.id), 'promise_' || new.state,
    jsonb_build_object('name', client.name, 'date', promise.due_on), 'client', client.id)
  from promise join client on client.id = promise.client_id where promise.id = new.promise_id;
  return null;
end $$;
create trigger tell_of_promise after insert on promise_change for each row when (new.n > 1)
  execute function tell_of_promise();

-- Promises that a receipt may have changed, until the background work has judged them.
create table promise_to_judge (
  id bigint generated always as identity primary key,
  promise_id uuid not null references promise
);

create function receipt_concerns_promises() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into promise_to_judge (promise_id)
  select promise.id from receipt join promise on promise.currency = receipt.currency
    and promise.promised_on <= receipt.receipt_date and promise.state not in ('superseded', 'withdrawn')
    and promise.client_id in (select receipt.client_id union all
      select member.id from client payer
      join client_group on client_group.id = payer.group_id and client_group.payer_client_id = payer.id
      join client member on member.group_id = client_group.id and member.id <> payer.id
      where payer.id = receipt.client_id)
  where receipt.id = new.receipt_id;
  return null;
end $$;
create trigger receipt_concerns_promises after insert or update of status on receipt_state
  for each row execute function receipt_concerns_promises();

-- An invoice that the client disputes, wholly or in part. It ends on the day it is taken back; that day does not count.
create table dispute (
  id uuid primary key,
  invoice_id uuid not null references invoice,
  -- Null: the whole invoice, whatever is still open of it.
  amount bigint check (amount > 0),
  reason text not null check (reason <> ''),
  from_on date not null,
  to_on date,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  ended_at timestamptz,
  ended_by uuid references app_user,
  end_note text,
  check (to_on >= from_on),
  constraint dispute_end_whole check (num_nonnulls(to_on, ended_at, ended_by, nullif(end_note, '')) in (0, 4))
);
create unique index dispute_live on dispute (invoice_id) where to_on is null;
create index dispute_of on dispute (invoice_id, from_on);
create trigger audit after insert or update on dispute for each row execute function audit_change();
create trigger dispute_no_delete before delete on dispute for each row execute function refuse_change();
create trigger dispute_no_truncate before truncate on dispute for each statement execute function refuse_change();

create function dispute_begins() returns trigger language plpgsql as $$
declare
  invoice invoice_state;
  today date;
begin
  select * into invoice from invoice_state where invoice_id = new.invoice_id for no key update;
  select (now() at time zone timezone)::date into today from billing_entity where id = invoice.entity_id;
  if invoice.outstanding <= 0 or new.to_on is not null then
    raise exception 'only an open invoice can be disputed' using errcode = 'DB001';
  end if;
  if new.amount > invoice.outstanding then
    raise exception 'more is disputed than is open' using errcode = 'DB007', constraint = 'dispute_amount';
  end if;
  if new.from_on not between invoice.issue_date and today
    or exists (select from dispute where invoice_id = new.invoice_id and to_on > new.from_on) then
    raise exception 'a dispute begins between the issue of the invoice, or the end of the last dispute, and today'
      using errcode = 'DB014', constraint = 'dispute_from_on';
  end if;
  return new;
end $$;
create trigger dispute_begins before insert on dispute for each row execute function dispute_begins();

create function dispute_ends() returns trigger language plpgsql as $$
declare ending text[] := array['to_on', 'ended_at', 'ended_by', 'end_note'];
begin
  if old.to_on is not null or new.to_on is null or (to_jsonb(new) - ending) <> (to_jsonb(old) - ending) then
    raise exception 'a dispute cannot be changed except to take it back, once' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger dispute_ends before update on dispute for each row execute function dispute_ends();
