-- Documents and tasks are searched by their clients, and by how their own numbers begin or end: the pieces of a text that
-- holds both find tens of thousands before the first can be shown.

-- As normalise in api/src/db/search.ts has it.
create function search_normal(words text) returns text language sql immutable parallel safe strict as $$
  select normalize(regexp_replace(normalize(lower(normalize(words, NFKC)), NFD), '[\u0300-\u036f]', '', 'g'), NFC)
$$;

create index invoice_state_number on invoice_state (lower(number) text_pattern_ops);
create index invoice_state_number_end on invoice_state (reverse(lower(number)) text_pattern_ops);
create index invoice_po_no on invoice (search_normal(po_no) text_pattern_ops) where po_no is not null;
create index receipt_number on receipt (lower(number) text_pattern_ops);
create index receipt_number_end on receipt (reverse(lower(number)) text_pattern_ops);
create index receipt_reference_text on receipt (search_normal(reference) text_pattern_ops) where reference is not null;
create index receipt_reference_end on receipt (reverse(search_normal(reference)) text_pattern_ops) where reference is not null;
create index receipt_instrument on receipt (search_normal(instrument_no) text_pattern_ops) where instrument_no is not null;
create index receipt_instrument_end on receipt (reverse(search_normal(instrument_no)) text_pattern_ops)
  where instrument_no is not null;

create index task_no_begins on task (lower(no) text_pattern_ops);
create index task_no_end on task (reverse(lower(no)) text_pattern_ops);
-- A task's own text is its title alone.
alter table task disable trigger user;
update task set search_text = trim(regexp_replace(search_normal(title), '\s+', ' ', 'g'));
alter table task enable trigger user;
