-- What is asked for of many invoices at once and done behind the screen, one by one (decision 14).

create table invoice_job (
  id uuid primary key,
  kind text not null check (kind in ('issue', 'send', 'pdf')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'cancelled')),
  created_at timestamptz not null default clock_timestamp(),
  -- Whose permissions and scope count when an item is done.
  created_by uuid not null default daybook_actor() references app_user,
  started_at timestamptz,
  ended_at timestamptz,
  constraint invoice_job_ended check ((state in ('done', 'cancelled')) = (ended_at is not null))
);
create index invoice_job_own on invoice_job (created_by, created_at desc, id desc);
create index invoice_job_open on invoice_job (created_at, id) where ended_at is null;
create index invoice_job_ended_at on invoice_job (ended_at);
create trigger audit after insert or update on invoice_job for each row execute function audit_change();

create table invoice_job_item (
  job_id uuid not null references invoice_job on delete cascade,
  -- In this order they are done, and so numbered.
  no int not null check (no > 0),
  -- No foreign key: a draft may be deleted before its turn, and is then refused.
  invoice_id uuid not null,
  -- What the person saw: the version of the draft, or the how manieth sending it would be.
  seen int,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused', 'skipped')),
  -- {code, params, fields}, as a single command would have been answered.
  refusal jsonb,
  -- How often the database failed over it.
  failures int not null default 0,
  -- The PDF that was collected, until it is swept away.
  sha256 bytea references file_content,
  file_name text,
  done_at timestamptz,
  primary key (job_id, no),
  unique (job_id, invoice_id),
  constraint invoice_job_item_done check ((state = 'waiting') = (done_at is null)),
  constraint invoice_job_item_refused check ((state = 'refused') = (refusal is not null)),
  constraint invoice_job_item_file check ((sha256 is null) = (file_name is null))
);
create index invoice_job_item_waiting on invoice_job_item (job_id, no) where state = 'waiting';
create index invoice_job_item_file on invoice_job_item (sha256) where sha256 is not null;

-- What has come out stays; only its file goes in time.
create function invoice_job_item_moves() returns trigger language plpgsql as $$
begin
  if old.state <> 'waiting' and (new.state, new.refusal, new.done_at) is distinct from (old.state, old.refusal, old.done_at) then
    raise exception 'what came of an invoice in a job stays' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger invoice_job_item_moves before update on invoice_job_item for each row execute function invoice_job_item_moves();

create function invoice_job_moves() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null then
    raise exception 'a job that has ended stays' using errcode = 'DB001';
  end if;
  if new.state = 'done' and exists (select from invoice_job_item item where item.job_id = new.id and item.state = 'waiting') then
    raise exception 'a job with waiting items is not done' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger invoice_job_moves before update on invoice_job for each row execute function invoice_job_moves();

-- The job follows its items: it runs from the first on and is done with the last.
create function invoice_job_follows() returns trigger language plpgsql as $$
begin
  if old.state = 'waiting' and new.state <> 'waiting' then
    update invoice_job set
      started_at = coalesce(started_at, clock_timestamp()),
      state = case when waits then 'running' else 'done' end,
      ended_at = case when waits then null else clock_timestamp() end
    from (select exists (select from invoice_job_item item where item.job_id = new.job_id and item.state = 'waiting') as waits) rest
    where id = new.job_id and ended_at is null and (state = 'waiting' or not waits);
  end if;
  return null;
end $$;
create trigger invoice_job_follows after update on invoice_job_item for each row execute function invoice_job_follows();

call also_allow('notification', 'notification_kind_check',
  $$kind in ('invoices_issued', 'invoices_sent', 'invoices_collected')$$);

-- Who asked has gone on to other things: told also though it is their own doing. Nobody is told of what they cancelled.
create function tell_of_invoice_job() returns trigger language plpgsql as $$
begin
  insert into notification (user_id, kind, params, path)
  select new.created_by, case new.kind when 'issue' then 'invoices_issued' when 'send' then 'invoices_sent' else 'invoices_collected' end,
    jsonb_build_object('done', count(*) filter (where item.state <> 'refused'), 'refused', count(*) filter (where item.state = 'refused')),
    'invoices/jobs/' || new.id
  from invoice_job_item item where item.job_id = new.id;
  return null;
end $$;
create trigger tell_of_invoice_job after update of state on invoice_job for each row
  when (new.state = 'done') execute function tell_of_invoice_job();
