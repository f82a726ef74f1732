-- How people are notified of each event: under the bell, by a mail at once, or in a daily mail; and when no mail comes.

-- By event, {"bell": true, "mail": "now"}.
create function are_notification_choices(choices jsonb) returns boolean language plpgsql immutable as $$
declare event text; choice jsonb;
begin
  if jsonb_typeof(choices) <> 'object' then
    return false;
  end if;
  for event, choice in select * from jsonb_each(choices) loop
    if event !~ '^[a-z][a-z_]{0,59}$' or jsonb_typeof(choice) <> 'object' or choice - 'bell' - 'mail' <> '{}'
      or jsonb_typeof(choice -> 'bell') is distinct from 'boolean'
      or coalesce(choice ->> 'mail', '') not in ('none', 'now', 'daily') then
      return false;
    end if;
  end loop;
  return true;
end $$;

-- The firm's choices, and what people have chosen instead.
create table notification_setting (
  id uuid primary key default gen_random_uuid(),
  -- Null for the firm.
  user_id uuid unique references app_user on delete cascade,
  -- An event that is absent is notified as the firm says, and if the firm does not say either, under the bell.
  choices jsonb not null default '{}' check (are_notification_choices(choices)),
  -- Null for the zone of the firm, which in turn is that of its first billing entity.
  timezone text check (timezone is null or timestamptz '2026-01-01 00:00Z' at time zone timezone is not null),
  -- Mails wait from the one time to the other, over midnight if need be.
  quiet_from time,
  quiet_to time,
  digest_at time not null default '08:00',
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint notification_setting_quiet check ((quiet_from is null) = (quiet_to is null) and quiet_from <> quiet_to)
);
create unique index notification_setting_of_firm on notification_setting ((user_id is null)) where user_id is null;
call keep_record('notification_setting');
create trigger notification_setting_stays before delete on notification_setting
  for each row when (old.user_id is null) execute function refuse_change();
insert into notification_setting default values;

create function notification_choice(person uuid, event text) returns jsonb language sql stable as $$
  select coalesce(
    (select choices -> event from notification_setting where user_id = person),
    (select choices -> event from notification_setting where user_id is null),
    '{"bell": true, "mail": "none"}')
$$;

-- The zone and hours of a person: their own, or else those of the firm.
create function notification_hours(person uuid, out timezone text, out quiet_from time, out quiet_to time, out digest_at time)
language sql stable as $$
  select coalesce(own.timezone, firm.timezone,
      (select entity.timezone from billing_entity entity where active order by created_at, id limit 1), 'UTC'),
    case when own.id is null then firm.quiet_from else own.quiet_from end,
    case when own.id is null then firm.quiet_to else own.quiet_to end,
    coalesce(own.digest_at, firm.digest_at)
  from notification_setting firm left join notification_setting own on own.user_id = person
  where firm.user_id is null
$$;

create function is_quiet(person uuid, moment timestamptz) returns boolean language sql stable as $$
  select coalesce(case when quiet_from < quiet_to then clock >= quiet_from and clock < quiet_to
    else clock >= quiet_from or clock < quiet_to end, false)
  from notification_hours(person), lateral (select (moment at time zone timezone)::time) as here (clock)
$$;

-- When the last daily mail before the moment was due, and for which day of the person.
create function last_digest(person uuid, moment timestamptz, out day date, out due_at timestamptz) language sql stable as $$
  select due.day, (due.day + digest_at) at time zone timezone
  from notification_hours(person),
    lateral (select moment at time zone timezone) as here (clock),
    lateral (select clock::date - (clock::time < digest_at)::int) as due (day)
$$;

-- What was chosen when it happened. A notification that goes only by mail is not under the bell.
alter table notification
  add column in_bell boolean not null default true,
  add column mail text not null default 'none' check (mail in ('none', 'now', 'daily')),
  -- When its mail was written to the outbox.
  add column mailed_at timestamptz,
  add column message_id uuid references email_message on delete set null,
  add constraint notification_mailed check (mailed_at is null or mail <> 'none');
create index notification_to_mail on notification (mail, user_id) where mail <> 'none' and mailed_at is null;
create index notification_message on notification (message_id) where message_id is not null;
drop index notification_unread;
create index notification_unread on notification (user_id) where read_at is null and in_bell;

create function notification_as_chosen() returns trigger language plpgsql as $$
declare choice jsonb := notification_choice(new.user_id, new.kind);
begin
  new.in_bell := (choice -> 'bell')::boolean;
  new.mail := choice ->> 'mail';
  -- Whoever wants to know of it in no way is not notified.
  return case when new.in_bell or new.mail <> 'none' then new end;
end $$;
create trigger notification_as_chosen before insert on notification for each row execute function notification_as_chosen();

drop trigger tell_of_notification on notification;
create trigger tell_of_notification after insert on notification for each row when (new.in_bell)
  execute function tell_of_notification();
-- Without a mail server, what should have been mailed comes under the bell.
create trigger tell_of_notification_instead after update on notification for each row when (new.in_bell and not old.in_bell)
  execute function tell_of_notification();

-- A notification that goes takes its mail with it, unless that has been sent. What else was in the mail waits for another one.
create function notification_takes_mail() returns trigger language plpgsql as $$
begin
  if exists (select from email_message where id = old.message_id and sent_at is null) then
    update notification set mailed_at = null, message_id = null where message_id = old.message_id;
    delete from email_message where id = old.message_id and sent_at is null;
  end if;
  return null;
end $$;
create trigger notification_takes_mail after delete on notification for each row when (old.message_id is not null)
  execute function notification_takes_mail();
