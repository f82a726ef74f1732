-- Files beside an invoice: an order, a time sheet. Those of a draft may go again, those of an issued invoice stay.
create table invoice_attachment (
  attachment_id uuid primary key references attachment,
  invoice_id uuid not null references invoice on delete cascade,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor()
);
create index invoice_attachment_of on invoice_attachment (invoice_id, created_at);
create trigger audit after insert on invoice_attachment for each row execute function audit_change();
create trigger invoice_attachment_fixed before update on invoice_attachment for each row execute function refuse_change();
create trigger invoice_attachment_no_truncate before truncate on invoice_attachment
  for each statement execute function refuse_change();

create function invoice_attachment_stays() returns trigger language plpgsql as $$
begin
  if exists (select from invoice where id = old.invoice_id and issued_at is not null) then
    raise exception 'a file of an issued invoice stays' using errcode = 'DB001';
  end if;
  return old;
end $$;
create trigger invoice_attachment_stays before delete on invoice_attachment
  for each row execute function invoice_attachment_stays();
