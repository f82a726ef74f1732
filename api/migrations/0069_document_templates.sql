-- How the documents of a billing entity look. Each change is a new version, and an issued document keeps the version of its issue.

create table document_template (
  id uuid primary key,
  entity_id uuid not null references billing_entity on delete cascade,
  no int not null check (no > 0),
  logo_place text not null check (logo_place in ('start', 'end', 'none')),
  -- Columns of the lines that are left out where nothing is lost by it.
  hidden_columns text[] not null default '{}' check (hidden_columns <@ array['number', 'code', 'quantity']),
  accent text not null check (accent ~ '^#[0-9a-f]{6}$'),
  -- At the foot of each page, by language; a language without one has the footer of the billing entity.
  footers jsonb not null default '{}' check (jsonb_typeof(footers) = 'object'),
  signature bytea check (length(signature) <= 307200),
  signature_type text check (signature_type in ('image/png', 'image/jpeg')),
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  constraint document_template_no unique (entity_id, no),
  constraint document_template_signature check ((signature is null) = (signature_type is null))
);
create trigger audit after insert on document_template for each row execute function audit_change('signature');
create trigger document_template_stays before update on document_template for each row execute function refuse_change();

-- Null for documents from before the first version: they look as they always did.
alter table invoice add column template_id uuid references document_template;
alter table credit_note add column template_id uuid references document_template;
alter table proforma add column template_id uuid references document_template;
alter table receipt add column template_id uuid references document_template;
create index invoice_template on invoice (template_id) where template_id is not null;
create index credit_note_template on credit_note (template_id) where template_id is not null;
create index proforma_template on proforma (template_id) where template_id is not null;
create index receipt_template on receipt (template_id) where template_id is not null;

create function keep_template() returns trigger language plpgsql as $$
begin
  new.template_id := (select id from document_template where entity_id = new.entity_id order by no desc limit 1);
  return new;
end $$;
create trigger keep_template before insert on proforma for each row execute function keep_template();
create trigger keep_template before insert on receipt for each row execute function keep_template();
create trigger keep_template before update on invoice for each row
  when (old.issued_at is null and new.issued_at is not null) execute function keep_template();
create trigger keep_template before update on credit_note for each row
  when (old.issued_at is null and new.issued_at is not null) execute function keep_template();
