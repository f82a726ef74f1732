-- A seal continues the chain: it follows a seal that exists and covers its row and the hash before it. The application could otherwise
-- write a seal that belongs to no row, or to the wrong one.
-- Each seal is looked up by its key, however long the log is.
create function audit_seal_follows() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if exists (
    select from fresh
    left join audit_event event on event.id = fresh.event_id
    left join audit_seal prior on prior.seq = fresh.seq - 1
    where event.id is null or (prior.seq is null and fresh.seq <> 1)
      or fresh.hash <> sha256(coalesce(prior.hash, ''::bytea) || event.hash)
  ) then
    raise exception 'a seal must follow the one before it' using errcode = 'DB001';
  end if;
  return null;
end $$;
create trigger audit_seal_follows after insert on audit_seal referencing new table as fresh
  for each statement execute function audit_seal_follows();

-- Who is mailed the head of the chain once a day, so that it is known outside the database.
alter table sign_in_policy
  add column audit_head_to text[] not null default '{}',
  add check (array_position(audit_head_to, null) is null),
  add check (cardinality(audit_head_to) <= 10);
