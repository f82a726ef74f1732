-- A list as a person likes to see it: search, filters and sort under a name, for that person alone.
create table saved_view (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  -- The list by its path in the API.
  list text not null check (list ~ '^[a-z][a-z_/-]{0,59}$'),
  -- Its place, which is also how many there can be.
  no smallint not null check (no between 1 and 30),
  name text not null check (length(name) between 1 and 60),
  -- As the address of the list writes it.
  query text not null check (length(query) <= 2000),
  created_at timestamptz not null default now(),
  unique (user_id, list, no)
);
create unique index saved_view_name on saved_view (user_id, list, lower(name));
