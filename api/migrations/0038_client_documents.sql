-- The register of the documents of clients, and the notices before they expire.

create table client_document (
  id uuid primary key,
  client_id uuid not null references client on delete cascade,
  kind text not null check (kind in ('engagement_letter', 'identity', 'power_of_attorney', 'signature_certificate',
    'registration_certificate', 'other')),
  title text check (title <> ''),
  number text check (number <> ''),
  -- The person or company that it was made out to.
  holder text check (holder <> ''),
  valid_from date,
  valid_to date,
  -- Where the firm keeps the original, and when it received it and gave it back.
  original_at text check (original_at <> ''),
  received_on date,
  returned_on date,
  note text check (note <> ''),
  -- Who may read it among the people who see the client (docs/rules.md#notes-by-level).
  level text not null check (level in ('everyone', 'crm_up', 'manager_up', 'author')),
  notice_days smallint check (notice_days between 0 and 365),
  makes_task boolean not null default false,
  attachment_id uuid unique references attachment,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint client_document_valid check (valid_from is null or valid_to is null or valid_from <= valid_to),
  constraint client_document_returned check (received_on is null or returned_on is null or received_on <= returned_on),
  constraint client_document_notice_has_day check (notice_days is null or valid_to is not null),
  constraint client_document_task_has_notice check (not makes_task or notice_days is not null)
);
-- Documents that never expire come last.
create index client_document_by_expiry on client_document (coalesce(valid_to, 'infinity'), id);
create index client_document_of_client on client_document (client_id, coalesce(valid_to, 'infinity'), id);
create index client_document_to_notice on client_document ((valid_to - notice_days)) where notice_days is not null;
-- The audit log says that the number changed, never the number, which not everyone may read.
call keep_record('client_document', 'number', 'note');

create function client_document_stays() returns trigger language plpgsql as $$
begin
  if new.client_id <> old.client_id then
    raise exception 'a document of the register stays with its client' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger client_document_stays before update on client_document for each row execute function client_document_stays();

-- The notice of an expiry, given once for each last day that a document has had (docs/rules.md#documents-of-clients).
create table client_document_notice (
  document_id uuid not null references client_document on delete cascade,
  valid_to date not null,
  -- Who was told.
  user_id uuid references app_user,
  task_id uuid references task on delete set null,
  given_at timestamptz not null default now(),
  primary key (document_id, valid_to)
);
create index client_document_notice_user on client_document_notice (user_id) where user_id is not null;
create index client_document_notice_task on client_document_notice (task_id) where task_id is not null;

call also_allow('notification', 'notification_kind_check', $$kind = 'document_expiring'$$);
