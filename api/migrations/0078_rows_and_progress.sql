-- PostgreSQL takes 1,000 rows for what a function gives that does not say. Joined with each invoice of a batch, one number made
-- it read the whole table of invoices.
alter function take_number(uuid, text, text, uuid, date, text, int, text, boolean) rows 1;
alter function period_exceptions(uuid) rows 2;
alter function series_authors(uuid) rows 2;
alter function tax_in_advance(jsonb, bigint) rows 3;

-- How far the check has come that somebody asked for: written beside its transaction, which ends with the check.
create table book_check_progress (
  run_id uuid primary key references book_check_run on delete cascade,
  -- So many rules have been asked.
  done smallint not null check (done >= 0)
);
