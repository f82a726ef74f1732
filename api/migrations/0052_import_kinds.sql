-- Imports of enquiries, by the engine that imports clients.

call also_allow('import', 'import_kind_check', $$kind = 'enquiries'$$);
call also_allow('notification', 'notification_kind_check',
  $$kind in ('enquiries_imported', 'enquiry_import_undone', 'enquiries_assigned')$$);

insert into job_kind values
  ('enquiry_import', 'enquiries_imported', 'enquiry_import'),
  ('enquiry_import_undo', 'enquiry_import_undone', 'enquiry_import');

-- A row of a file makes one record of each kind at most.
alter table import_made
  add column kind text not null default 'clients',
  add column enquiry_id uuid references enquiry on delete cascade,
  alter column client_id drop not null,
  drop constraint import_made_pkey,
  add primary key (kind, sha256, no),
  add constraint import_made_of_kind check (
    (kind = 'clients') = (client_id is not null) and (kind = 'enquiries') = (enquiry_id is not null));
alter table import_made alter column kind drop default;
create index import_made_enquiry on import_made (enquiry_id) where enquiry_id is not null;

-- An enquiry in the bin was not imported any more, as a deleted client; one that was merged is the one it was merged into.
create function enquiry_leaves_import() returns trigger language plpgsql as $$
begin
  if new.merged_into_id is null then
    delete from import_made where enquiry_id = new.id;
  else
    update import_made set enquiry_id = new.merged_into_id where enquiry_id = new.id;
  end if;
  return null;
end $$;
create trigger enquiry_leaves_import after update of deleted_at on enquiry for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function enquiry_leaves_import();
