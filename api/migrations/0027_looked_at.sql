-- A check of the books keeps what it looked at, so that "all right" can be judged.

-- By rule: [{rule, records, found}]; empty in runs of before.
alter table book_check add column looked jsonb not null default '[]';
