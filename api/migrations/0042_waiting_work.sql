-- What waits to be invoiced, by client, billing entity and currency: a firm decides by it whom to bill, and at many
-- thousand items it would be summed for each page.
create table waiting_work (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references client,
  entity_id uuid not null references billing_entity,
  currency char(3) not null,
  -- The client's own, so that groups are summed from these rows alone.
  group_id uuid references client_group,
  items int not null check (items >= 0),
  amount bigint not null,
  held_items int not null check (held_items between 0 and items),
  held_amount bigint not null,
  -- The first day on which any of it was ready.
  oldest_on date not null,
  unique (client_id, entity_id, currency)
);
create index waiting_work_by_oldest on waiting_work (oldest_on, id);
create index waiting_work_by_amount on waiting_work (currency, amount, id);
create index waiting_work_by_group on waiting_work (group_id) include
  (entity_id, currency, items, amount, held_items, held_amount, oldest_on, client_id) where group_id is not null;

-- The items themselves say it, which the self-check asks and what waited before was summed by.
create view waiting_of_items as
  select client_id, entity_id, currency, count(*)::int as items, sum(amount)::bigint as amount,
    (count(*) filter (where state = 'held'))::int as held_items,
    coalesce(sum(amount) filter (where state = 'held'), 0)::bigint as held_amount, min(ready_on) as oldest_on
  from pending_item where state in ('open', 'held') group by 1, 2, 3;

-- The row is locked by its first update, so that the oldest item is looked for when nobody else moves one of the same.
create function pending_item_waits() returns trigger language plpgsql security definer set search_path = public as $$
declare
  moved record;
  in_group uuid;
begin
  for moved in
    select client_id, entity_id, currency, sum(items) as items, sum(moving.amount) as amount, sum(held) as held,
      sum(held * abs(moving.amount)) as held_amount, min(came) as came, min(went) as went
    from (
      select new.client_id, new.entity_id, new.currency, 1 as items, new.amount, (new.state = 'held')::int as held,
        new.ready_on as came, null::date as went
      where tg_op <> 'DELETE' and new.state in ('open', 'held')
      union all
      select old.client_id, old.entity_id, old.currency, -1, -old.amount, -(old.state = 'held')::int, null, old.ready_on
      where tg_op <> 'INSERT' and old.state in ('open', 'held')
    ) moving
    group by 1, 2, 3 order by 1, 2, 3
  loop
    update waiting_work work set items = work.items + moved.items, amount = work.amount + moved.amount,
        held_items = work.held_items + moved.held, held_amount = work.held_amount + moved.held_amount,
        oldest_on = least(work.oldest_on, moved.came)
      where (work.client_id, work.entity_id, work.currency) = (moved.client_id, moved.entity_id, moved.currency);
    if not found then
      -- Whoever moves the client to another group waits, or has moved it.
      select client.group_id into in_group from client where client.id = moved.client_id for key share;
      insert into waiting_work as work (client_id, entity_id, currency, group_id, items, amount, held_items, held_amount, oldest_on)
        values (moved.client_id, moved.entity_id, moved.currency, in_group, moved.items, moved.amount, moved.held,
          moved.held_amount, moved.came)
        on conflict (client_id, entity_id, currency) do update set items = work.items + excluded.items,
          amount = work.amount + excluded.amount, held_items = work.held_items + excluded.held_items,
          held_amount = work.held_amount + excluded.held_amount, oldest_on = least(work.oldest_on, excluded.oldest_on);
    end if;
    if moved.went is not null and moved.went is distinct from moved.came then
      delete from waiting_work work where work.items = 0
        and (work.client_id, work.entity_id, work.currency) = (moved.client_id, moved.entity_id, moved.currency);
      -- Of each state the first by the client's index; none is left when one statement takes all, whose other rows follow.
      update waiting_work work set oldest_on = coalesce(least(
          (select min(item.ready_on) from pending_item item where item.client_id = work.client_id and item.state = 'open'
            and item.entity_id = work.entity_id and item.currency = work.currency),
          (select min(item.ready_on) from pending_item item where item.client_id = work.client_id and item.state = 'held'
            and item.entity_id = work.entity_id and item.currency = work.currency)), work.oldest_on)
        where (work.client_id, work.entity_id, work.currency) = (moved.client_id, moved.entity_id, moved.currency)
          and work.oldest_on = moved.went;
    end if;
  end loop;
  return null;
end $$;
create trigger pending_item_waits after insert or delete or
  update of client_id, entity_id, currency, amount, state, ready_on on pending_item
  for each row execute function pending_item_waits();

create function client_takes_work_along() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update waiting_work set group_id = new.group_id where waiting_work.client_id = new.id;
  return null;
end $$;
create trigger client_takes_work_along after update of group_id on client for each row
  when (old.group_id is distinct from new.group_id) execute function client_takes_work_along();

insert into waiting_work (client_id, entity_id, currency, group_id, items, amount, held_items, held_amount, oldest_on)
  select client_id, entity_id, currency, (select client.group_id from client where client.id = client_id), items, amount,
    held_items, held_amount, oldest_on
  from waiting_of_items;
