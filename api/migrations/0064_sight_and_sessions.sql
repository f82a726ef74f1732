-- Whose session ends is told to the servers that hold an open stream of theirs.
create function session_end_told() returns trigger language plpgsql as $$
begin
  perform pg_notify('daybook_event', json_build_object('userId', old.user_id, 'event', 'session')::text);
  return null;
end $$;
create trigger session_end_told after update of revoked_at on session
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function session_end_told();
create trigger session_gone_told after delete on session
  for each row when (old.revoked_at is null) execute function session_end_told();
