-- Whoever approves a week of time hears that it was submitted, and its person what was decided.
call also_allow('notification', 'notification_kind_check', $$ kind in ('week_to_approve', 'week_approved', 'week_returned') $$);
