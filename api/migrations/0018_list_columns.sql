-- The columns of a list that a person chose last; a list without a row shows its usual ones.
create table list_columns (
  user_id uuid not null references app_user on delete cascade,
  -- The list by the kind of its records.
  list text not null check (list ~ '^[a-z][a-z_]{0,59}$'),
  -- Names that only the list's screen knows. It ignores those of columns that it no longer has.
  columns text[] not null
    check (cardinality(columns) <= 40 and array_to_string(columns, ',', '!') ~ '^([a-zA-Z]{1,40}(,[a-zA-Z]{1,40})*)?$'),
  primary key (user_id, list)
);
