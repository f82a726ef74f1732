-- Old notifications are purged in the order of their age.
create index notification_age on notification (created_at);
