-- Whoever approves a week of time hears that it was submitted, and its person what was decided.
call also_allow('notification', 'notification_kind_check', $$ kind in ('week_to_approve', 'week_approved', 'week_returned') $$);

-- What could not be mailed comes under the bell, so that nothing is lost.
create function notification_mail_failed() returns trigger language plpgsql as $$
begin
  update notification set in_bell = true where message_id = new.id and not in_bell;
  return null;
end $$;
create trigger notification_mail_failed after update of failed_at on email_message for each row
  when (old.failed_at is null and new.failed_at is not null) execute function notification_mail_failed();
