-- A check of the books that somebody asked for: made behind the screen, by one server of several.
create table book_check_run (
  id uuid primary key,
  asked_at timestamptz not null default clock_timestamp(),
  asked_by uuid default daybook_actor() references app_user,
  -- How often it broke off: a database that restarts is no verdict on the books.
  failures smallint not null default 0 check (failures >= 0),
  ended_at timestamptz,
  -- What came of it; null where it was given up.
  check_id uuid references book_check,
  constraint book_check_run_ended check (check_id is null or ended_at is not null)
);
-- Two who ask at once ask for one.
create unique index book_check_run_open on book_check_run ((ended_at is null)) where ended_at is null;
create index book_check_run_last on book_check_run (asked_at desc);
create trigger audit after insert or update on book_check_run for each row execute function audit_change();
create trigger book_check_run_stays before update on book_check_run for each row
  when (old.ended_at is not null) execute function refuse_change();
create trigger book_check_run_no_delete before delete on book_check_run for each row execute function refuse_change();
create trigger book_check_run_no_truncate before truncate on book_check_run for each statement execute function refuse_change();
