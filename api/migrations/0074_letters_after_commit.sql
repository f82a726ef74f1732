-- The letter of a recurring invoice that was issued: written and sent after the numbers are given, so that nobody who issues
-- waits for it. The row goes with the letter; one that is refused stays with its refusal.
create table recurring_letter (
  invoice_id uuid primary key references invoice,
  not_before timestamptz not null default now(),
  failures int not null default 0,
  -- {code, params}
  refusal jsonb
);
create index recurring_letter_waits on recurring_letter (not_before) where refusal is null;
