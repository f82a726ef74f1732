-- The ledgers of all clients (docs/rules.md#ledgers-of-all-clients): what moved each ledger in a month.

-- What one entry moves in a client's ledger: receivables and advances together. The tax withheld is a movement of its own.
create view client_movement as
  select entry_id, entry_date, line.entity_id, client_id, line.currency,
    (greatest(sum(debit - credit), 0) + greatest(-sum(debit - credit) filter (where account.system_key = 'withholding_receivable'), 0))::bigint as debit,
    (greatest(-sum(debit - credit), 0) + greatest(sum(debit - credit) filter (where account.system_key = 'withholding_receivable'), 0))::bigint as credit
  from journal_line line join ledger_account account on account.id = line.account_id
  where (account.system_key in ('receivable', 'withholding_receivable') or account.is_advance) and client_id is not null
  group by entry_id, entry_date, line.entity_id, client_id, line.currency
  -- What is not withheld: an entry that only moves tax withheld is no movement of the client's ledger.
  having coalesce(sum(debit - credit) filter (where account.system_key is distinct from 'withholding_receivable'), 0) <> 0;

-- The movements of each client's ledger by month, rolled up together with ledger_month.
create table client_ledger_month (
  client_id uuid not null references client,
  entity_id uuid not null references billing_entity,
  currency char(3) not null,
  -- The first day of the month.
  month date not null check (extract(day from month) = 1),
  debit bigint not null,
  credit bigint not null,
  movements int not null,
  primary key (client_id, entity_id, currency, month)
);

create or replace function roll_up_ledger(most int) returns bigint language plpgsql security definer set search_path = public as $$
declare folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('roll_up_ledger', 0)) then
    return 0;
  end if;
  with taken as (
    delete from ledger_delta where entry_id in (select entry_id from ledger_delta limit most) returning entry_id
  ), moved as (
    insert into ledger_month as held (entity_id, account_id, currency, month, debit, credit, base_debit, base_credit)
    select entity_id, account_id, currency, date_trunc('month', entry_date)::date, sum(debit), sum(credit),
      sum(base_debit), sum(base_credit)
    from journal_line where entry_id in (select entry_id from taken)
    group by 1, 2, 3, 4
    on conflict (entity_id, account_id, currency, month) do update set debit = held.debit + excluded.debit,
      credit = held.credit + excluded.credit, base_debit = held.base_debit + excluded.base_debit,
      base_credit = held.base_credit + excluded.base_credit
  ), of_clients as (
    insert into client_ledger_month as held (client_id, entity_id, currency, month, debit, credit, movements)
    select client_id, entity_id, currency, date_trunc('month', entry_date)::date, sum(debit), sum(credit), count(*)
    from taken cross join lateral (select * from client_movement where entry_id = taken.entry_id offset 0) movement
    group by 1, 2, 3, 4
    on conflict (client_id, entity_id, currency, month) do update set debit = held.debit + excluded.debit,
      credit = held.credit + excluded.credit, movements = held.movements + excluded.movements
  ) select count(*) into folded from taken;
  return folded;
end $$;

insert into client_ledger_month (client_id, entity_id, currency, month, debit, credit, movements)
select client_id, entity_id, currency, date_trunc('month', entry_date)::date, sum(debit), sum(credit), count(*)
from client_movement where entry_id not in (select entry_id from ledger_delta)
group by 1, 2, 3, 4;

-- When statements are sent without anybody (docs/rules.md#statements). A schedule acts for its owner, with the owner's
-- permissions and scope on the day.
create table statement_schedule (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  owner_id uuid not null references app_user,
  kind text not null check (kind in ('period', 'open_items')),
  every text not null check (every in ('month', 'quarter')),
  on_day smallint not null check (on_day between 1 and 31),
  shift text not null check (shift in ('none', 'previous', 'next', 'modified_following')),
  calendar_id uuid references holiday_calendar,
  -- One client, or everyone that the filter finds on the day.
  client_id uuid references client,
  entity_id uuid references billing_entity,
  group_id uuid references client_group,
  crm_id uuid references app_user,
  with_balance boolean not null,
  -- The zone in which its day begins.
  zone text not null,
  status text not null default 'active' check (status in ('active', 'paused')),
  paused_for text check (paused_for in ('person', 'owner')),
  -- The day of the rule, and the working day on which it sends.
  next_nominal date not null,
  next_on date not null,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint statement_schedule_paused check ((status = 'paused') = (paused_for is not null))
);
create unique index statement_schedule_name on statement_schedule (lower(name));
create index statement_schedule_list on statement_schedule (name collate "und-x-icu", id);
create index statement_schedule_due on statement_schedule (next_on, id) where status = 'active';
create index statement_schedule_owner on statement_schedule (owner_id);
create trigger touch before update on statement_schedule for each row execute function touch_row();
create trigger audit after insert or delete or update on statement_schedule for each row execute function audit_change();

-- Each day of a schedule has one run, so no client gets two statements for it.
create table statement_run (
  schedule_id uuid not null references statement_schedule on delete cascade,
  nominal_on date not null,
  sent_on date not null,
  -- The job that sends; null if there was nobody to send to. The job is purged after a time, and the run stays.
  job_id uuid,
  primary key (schedule_id, nominal_on)
);

call also_allow('notification', 'notification_kind_check', $$ kind in ('statements_sent', 'statements_paused') $$);

-- When a schedule rests because its owner may no longer send statements, the people who run the firm are notified.
create function tell_of_statement_schedule() returns trigger language plpgsql as $$
begin
  insert into notification (user_id, kind, params, record_kind, record_id)
  select person.id, 'statements_paused', jsonb_build_object('name', new.name, 'owner', owner.name), 'statement_schedule', new.id
  from app_user person, app_user owner
  where owner.id = new.owner_id and person.status = 'active' and person.user_type in ('admin', 'super_admin');
  return null;
end $$;
create trigger tell_of_statement_schedule after update of status on statement_schedule for each row
  when (new.status = 'paused' and old.status = 'active' and new.paused_for = 'owner')
  execute function tell_of_statement_schedule();

insert into job_kind (kind, told, record_kind) values ('statement', 'statements_sent', 'job');
