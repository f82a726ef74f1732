-- How much a person has uploaded on a day, because nobody may fill the disk. Kept for two days, and not in the audit log: what became of
-- an upload is.
create table upload_day (
  user_id uuid not null references app_user on delete cascade,
  day date not null,
  bytes bigint not null check (bytes > 0),
  primary key (user_id, day)
);
