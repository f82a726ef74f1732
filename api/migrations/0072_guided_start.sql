-- The guide that leads an empty firm to its first invoice. One row. A firm that has issued an invoice does not see it.

create table guided_start (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null default true unique check (is_only),
  is_hidden boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(),
  updated_by uuid default daybook_actor()
);
call keep_record('guided_start');
create trigger guided_start_stays before delete on guided_start for each row execute function refuse_change();
insert into guided_start (is_hidden) select exists (select from invoice where issued_at is not null);
