-- Work on many records in the background, and the mark that holds all background work.

-- One row. After a restore from a copy, `held_since` holds what reaches out of this database or creates anything by itself
-- (docs/rules.md#held-installation).
create table installation (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null default true unique check (is_only),
  held_since timestamptz
);
insert into installation default values;
create trigger audit after update on installation for each row execute function audit_change();
create trigger installation_stays before delete on installation for each row execute function refuse_change();

create function is_held() returns boolean language sql stable
  return exists (select from installation where held_since is not null);

-- What a job does with each of its items, and how its requester is told that it has ended. A feature adds its kinds by migration.
create table job_kind (
  kind text primary key,
  -- The kind of the notification, and of the record that it opens, which has the id of the job.
  told text not null,
  record_kind text not null
);
insert into job_kind values
  ('invoice_issue', 'invoices_issued', 'invoice_job'),
  ('invoice_send', 'invoices_sent', 'invoice_job'),
  ('invoice_pdf', 'invoices_collected', 'invoice_job');

-- A job runs the single command for many records in the background, one after the other (docs/decisions/014-jobs-do-the-single-command.md).
create table job (
  id uuid primary key,
  kind text not null references job_kind,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'cancelled')),
  created_at timestamptz not null default clock_timestamp(),
  -- The person whose permissions and scope apply when an item is processed.
  created_by uuid not null default daybook_actor() references app_user,
  started_at timestamptz,
  ended_at timestamptz,
  constraint job_ended check ((status in ('done', 'cancelled')) = (ended_at is not null))
);
insert into job (id, kind, status, created_at, created_by, started_at, ended_at)
  select id, 'invoice_' || kind, status, created_at, created_by, started_at, ended_at from invoice_job;
create index job_own on job (created_by, id);
create index job_open on job (id) where ended_at is null;
create index job_ended_at on job (ended_at);
create trigger audit after insert or update on job for each row execute function audit_change();

create table job_item (
  job_id uuid not null references job on delete cascade,
  -- The order in which items are processed, and so numbered.
  no int not null check (no > 0),
  -- The record. No foreign key: it may be deleted before its turn, and its item is then refused.
  subject uuid not null,
  -- Where one record is processed once for each billing entity.
  entity_id uuid references billing_entity,
  -- What the person saw: the version of a draft, or how often an invoice had been sent.
  seen int,
  -- What else the kind of job needs.
  payload jsonb not null default '{}',
  status text not null default 'waiting' check (status in ('waiting', 'done', 'refused', 'skipped')),
  -- {code, params, fields}, as in the reply to a single command.
  refusal jsonb,
  -- How often the database failed on this item.
  failures int not null default 0,
  -- The record that the item created, such as a mail.
  made uuid,
  -- The file of a collecting job, until it is purged.
  sha256 bytea references file_content,
  file_name text,
  done_at timestamptz,
  primary key (job_id, no),
  unique nulls not distinct (job_id, subject, entity_id),
  constraint job_item_done check ((status = 'waiting') = (done_at is null)),
  constraint job_item_refused check ((status = 'refused') = (refusal is not null)),
  constraint job_item_made check (made is null or status = 'done'),
  constraint job_item_file check ((sha256 is null) = (file_name is null))
);
insert into job_item (job_id, no, subject, seen, status, refusal, failures, sha256, file_name, done_at)
  select job_id, no, invoice_id, seen, status, refusal, failures, sha256, file_name, done_at from invoice_job_item;
create index job_item_waiting on job_item (job_id, no) where status = 'waiting';
create index job_item_file on job_item (sha256) where sha256 is not null;

drop table invoice_job_item;
drop table invoice_job;
drop function invoice_job_moves(), tell_of_invoice_job(), invoice_job_item_moves(), invoice_job_follows();

create function job_moves() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null then
    raise exception 'a job that has ended cannot be changed' using errcode = 'DB001';
  end if;
  if new.status = 'done' and exists (select from job_item item where item.job_id = new.id and item.status = 'waiting') then
    raise exception 'a job with waiting items cannot be marked as done' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger job_moves before update on job for each row execute function job_moves();

-- A job notifies its author when it ends, because the author has moved on to other work. A job that its author cancelled notifies nobody.
create function tell_of_job() returns trigger language plpgsql as $$
begin
  insert into notification (user_id, kind, params, record_kind, record_id)
  select new.created_by, job_kind.told, jsonb_build_object('done', count(*) filter (where item.status <> 'refused'),
      'refused', count(*) filter (where item.status = 'refused')),
    job_kind.record_kind, new.id
  from job_kind, job_item item where job_kind.kind = new.kind and item.job_id = new.id
  group by job_kind.kind;
  return null;
end $$;
create trigger tell_of_job after update of status on job for each row when (new.status = 'done') execute function tell_of_job();

-- A result is final; only its file is deleted after a time.
create function job_item_moves() returns trigger language plpgsql as $$
begin
  if old.status <> 'waiting' and (new.status, new.refusal, new.made, new.done_at)
      is distinct from (old.status, old.refusal, old.made, old.done_at) then
    raise exception 'the result of an item of a job cannot be changed' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger job_item_moves before update on job_item for each row execute function job_item_moves();

-- The status of the job follows its items: it starts with the first and ends with the last.
create function job_follows() returns trigger language plpgsql as $$
begin
  if old.status = 'waiting' and new.status <> 'waiting' then
    update job set
      started_at = coalesce(started_at, clock_timestamp()),
      status = case when waits then 'running' else 'done' end,
      ended_at = case when waits then null else clock_timestamp() end
    from (select exists (select from job_item item where item.job_id = new.job_id and item.status = 'waiting') as waits) rest
    where id = new.job_id and ended_at is null and (status = 'waiting' or not waits);
  end if;
  return null;
end $$;
create trigger job_follows after update on job_item for each row execute function job_follows();
