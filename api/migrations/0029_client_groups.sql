-- Clients that belong together, such as a family or a group of companies. One of them may pay for all.

create table client_group (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  payer_client_id uuid,
  active boolean not null default true,
  -- A group that once had a client stays on record: what it was billed with names it.
  had_member boolean not null default false,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor()
);
create unique index client_group_name on client_group (lower(name));
create index client_group_list on client_group (name collate "und-x-icu", id);
create index client_group_search on client_group using gin (search_grams);
call keep_record('client_group');

alter table client add column group_id uuid references client_group;
create index client_by_group on client (group_id, sort_name collate "und-x-icu", id) where group_id is not null;

-- Who pays for a group is in it; both are written in one transaction, in any order.
alter table client add constraint client_in_group unique (id, group_id);
alter table client_group add constraint client_group_payer foreign key (payer_client_id, id)
  references client (id, group_id) deferrable initially deferred;

-- No client at work is in a group that is not: asked on both sides, each waiting for the other.
create function client_joins_group() returns trigger language plpgsql as $$
begin
  update client_group set had_member = true where client_group.id = new.group_id and not client_group.had_member;
  perform from client_group where client_group.id = new.group_id and client_group.active for share;
  if not found and new.status = 'active' then
    raise exception 'the group is not in use' using errcode = 'DB080', constraint = 'client_group_active';
  end if;
  return null;
end $$;
create trigger client_joins_group after insert or update of group_id, status on client
  for each row when (new.group_id is not null) execute function client_joins_group();

create function client_group_keeps() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.had_member then
      raise exception 'the group had clients' using errcode = 'DB082';
    end if;
    return old;
  end if;
  if old.had_member and not new.had_member then
    raise exception 'the group had clients' using errcode = 'DB001';
  end if;
  if old.active and not new.active
    and exists (select from client where client.group_id = new.id and client.status = 'active') then
    raise exception 'the group has active clients' using errcode = 'DB081';
  end if;
  return new;
end $$;
create trigger client_group_stays before delete on client_group for each row execute function client_group_keeps();
create trigger client_group_keeps after update on client_group for each row execute function client_group_keeps();

-- At commit an invoice bills the work of its client, or of another client of that one's group: asked when it takes the
-- work, since groups change.
create function pending_item_billed_to() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.invoice_id is not null then
    return null;
  end if;
  if exists (select from invoice
        join client billed on billed.id = invoice.client_id
        join client worked_for on worked_for.id = new.client_id
      where invoice.id = new.invoice_id
        and ((invoice.entity_id, invoice.currency) <> (new.entity_id, new.currency)
          or (billed.id <> worked_for.id and coalesce(billed.group_id <> worked_for.group_id, true)))) then
    raise exception 'item % is not its client''s nor of their group', new.id using errcode = 'DB008';
  end if;
  return null;
end $$;
create constraint trigger pending_item_billed_to after insert or update of invoice_id on pending_item
  deferrable initially deferred for each row when (new.invoice_id is not null) execute function pending_item_billed_to();
