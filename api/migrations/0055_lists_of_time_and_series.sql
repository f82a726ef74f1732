-- What the lists of recorded time and of series rest on at a million rows.

-- The note of recorded time is searched as every text is; task and client have their own indexes.
alter table time_entry
  add column search_text text generated always as (search_normal(coalesce(note, ''))) stored,
  add column search_grams text[] generated always as (search_grams(search_normal(coalesce(note, '')))) stored;
create index time_entry_search on time_entry using gin (search_grams) where removed_at is null;

-- In the order of their next day; those that make nothing come last.
create index series_progress_next on series_progress ((coalesce(next_on, date '9999-12-31')), series_id);
