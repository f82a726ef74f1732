-- The public enquiry form: its settings, who gets an enquiry, and what keeps a person's enquiry one
-- (docs/rules.md#the-enquiry-form).

-- The one row of the firm's settings.
create table enquiry_form (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null default true unique check (is_only),
  active boolean not null default false,
  -- Its name and logo are on the page.
  entity_id uuid references billing_entity,
  -- The text that the visitor agrees to, by language; a language without one is absent.
  consent jsonb not null default '{}' check (jsonb_typeof(consent) = 'object'),
  -- The services that a visitor can choose from, in their order. One that is deleted or inactive is not offered.
  service_ids uuid[] not null default '{}',
  -- The origins whose pages may show the form in a frame.
  origins text[] not null default '{}',
  owner_rule text not null default 'fixed' check (owner_rule in ('fixed', 'round_robin', 'department')),
  -- Who gets an enquiry that the rule gives to nobody.
  owner_id uuid references app_user,
  -- Those who get the enquiries in turn.
  owner_ids uuid[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint enquiry_form_whole check (not active or (entity_id is not null and owner_id is not null))
);
call keep_record('enquiry_form');
create trigger enquiry_form_stays before delete on enquiry_form for each row execute function refuse_change();
insert into enquiry_form default values;

-- Counts the enquiries given in turn: whoever waits longest has the lowest turn.
create table enquiry_form_turn (
  user_id uuid primary key references app_user on delete cascade,
  turn bigint not null
);

-- Names who gets the next enquiry. The row of the settings is locked until commit, so that the turns are as even when many
-- enquiries come at once. Inactive people are passed over; if nobody is left, it is a super admin, of whom one is always active.
create function next_enquiry_owner(services uuid[]) returns uuid language plpgsql as $$
declare form enquiry_form; chosen uuid;
begin
  select * into strict form from enquiry_form for update;
  if form.owner_rule = 'round_robin' then
    select person.id into chosen from unnest(form.owner_ids) with ordinality as listed (id, no)
      join app_user person on person.id = listed.id and person.status = 'active'
      left join enquiry_form_turn given on given.user_id = listed.id
    order by coalesce(given.turn, 0), listed.no limit 1;
    insert into enquiry_form_turn (user_id, turn)
      select chosen, 1 + coalesce(max(turn), 0) from enquiry_form_turn having chosen is not null
      on conflict (user_id) do update set turn = excluded.turn;
  elsif form.owner_rule = 'department' then
    select head.id into chosen from unnest(services) with ordinality as asked (id, no)
      join service on service.id = asked.id
      join department on department.id = service.department_id
      join app_user head on head.id = department.head_id and head.status = 'active'
    order by asked.no limit 1;
  end if;
  return coalesce(chosen,
    (select id from app_user where id = form.owner_id and status = 'active'),
    (select id from app_user where user_type = 'super_admin' and status = 'active' order by id limit 1));
end $$;

-- Which enquiry an address or a number sent last, for ten minutes. The sender is written as a range of one value, as the
-- person of a time entry is: two rows of one sender never overlap, whoever comes first.
create type sender_range as range (subtype = text, collation = "C");
create table enquiry_sender (
  sender text not null check (sender ~ '^(mail|phone) .'),
  enquiry_id uuid not null references enquiry on delete cascade deferrable initially deferred,
  during tstzrange not null default tstzrange(now(), now() + interval '10 minutes'),
  constraint enquiry_sender_once exclude using gist (sender_range(sender, sender, '[]') with &&, during with &&)
);
create index enquiry_sender_enquiry on enquiry_sender (enquiry_id);

-- The enquiry that what a visitor sends belongs to: `own`, which the caller then creates, or an earlier one of the same
-- person. `is_repeat` is true for what was sent within ten minutes of it. A second sender waits until the first has committed.
create function enquiry_of_sender(own uuid, mail text, phone text, out enquiry_id uuid, out is_repeat boolean)
language plpgsql security definer set search_path = public as $$
declare senders text[] := array_remove(array['mail ' || mail, 'phone ' || phone], null);
begin
  delete from enquiry_sender where upper(during) < now() - interval '1 day';
  insert into enquiry_sender (sender, enquiry_id)
    select sender, own from unnest(senders) as sender order by sender on conflict do nothing;
  select known.enquiry_id into enquiry_id from enquiry_sender known
    where known.sender = any (senders) and known.during && tstzrange(now(), now() + interval '10 minutes')
      and known.enquiry_id <> own
    order by lower(known.during) limit 1;
  is_repeat := found;
  if not found then
    select earlier.id into enquiry_id from enquiry earlier
      where (earlier.email = mail or earlier.phone = enquiry_of_sender.phone) and earlier.deleted_at is null
        and earlier.status not in ('won', 'lost')
      order by earlier.enquiry_date desc, earlier.id desc limit 1 for update;
  end if;
  if found then
    update enquiry_sender known set enquiry_id = enquiry_of_sender.enquiry_id where known.enquiry_id = own;
  else
    enquiry_id := own;
  end if;
end $$;

call also_allow('notification', 'notification_kind_check', $$ kind = 'enquiry_continued' $$);
