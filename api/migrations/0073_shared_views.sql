-- A saved view can be shared with the people of a user type, and a list can begin with a view: with the person's own, or else with
-- the one of their user type.

alter table saved_view
  add column is_default boolean not null default false,
  add constraint saved_view_of_list unique (id, list);
create unique index saved_view_default on saved_view (user_id, list) where is_default;

create table shared_view (
  id uuid primary key,
  saved_view_id uuid not null,
  list text not null,
  user_type text not null check (user_type in ('super_admin', 'admin', 'manager', 'executive', 'crm')),
  is_default boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(),
  updated_by uuid default daybook_actor(),
  unique (saved_view_id, user_type),
  foreign key (saved_view_id, list) references saved_view (id, list) on delete cascade
);
call keep_record('shared_view');
create unique index shared_view_default on shared_view (list, user_type) where is_default;
create index shared_view_of_type on shared_view (list, user_type);
