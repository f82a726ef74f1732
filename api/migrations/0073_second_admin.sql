-- Nobody lets themselves post behind a lock while another admin could say so.
create function exception_by_another() returns trigger language plpgsql as $$
begin
  if new.user_id = daybook_actor() and exists (select from app_user
      where id <> new.user_id and status = 'active' and user_type in ('super_admin', 'admin')) then
    raise exception 'an exception for oneself is another admin''s to make' using errcode = 'DB031',
      constraint = 'period_lock_exception_other';
  end if;
  return new;
end $$;
create trigger exception_by_another before insert on period_lock_exception for each row
  execute function exception_by_another();
