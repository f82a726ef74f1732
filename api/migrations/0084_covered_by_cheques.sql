-- An invoice says which waiting cheques are meant to settle it: twenty rows of a list find theirs by this index.
create function settled_by_cheque(input jsonb) returns uuid[] language sql immutable parallel safe as $$
  select array(select (allocation ->> 'invoiceId')::uuid from jsonb_array_elements(input -> 'allocations') as allocation)
$$;
-- Each row of a list looks into it: nothing waits in front of it to be sorted in.
create index postdated_cheque_by_invoice on postdated_cheque using gin (settled_by_cheque(input)) with (fastupdate = off)
  where state = 'waiting';
