-- How an entity rounds is dated: a document is rounded as its entity did on the document's day. Once something is issued, a
-- change begins after the last day that has a document.
create table entity_rounding (
  entity_id uuid not null references billing_entity on delete cascade,
  valid_from date not null,
  rounding_mode text not null,
  rounding_dir text not null,
  round_total_to bigint not null,
  primary key (entity_id, valid_from)
);
insert into entity_rounding select id, '0001-01-01', rounding_mode, rounding_dir, round_total_to from billing_entity;

alter table billing_entity add column rounding_from date;

create function rounding_is_dated() returns trigger language plpgsql security definer set search_path = public as $$
declare last_issued date;
begin
  if tg_op = 'UPDATE' and (new.rounding_mode, new.rounding_dir, new.round_total_to)
    is not distinct from (old.rounding_mode, old.rounding_dir, old.round_total_to) then
    new.rounding_from := old.rounding_from;
    return new;
  end if;
  select max(issue_date) into last_issued from invoice_state where entity_id = new.id and status <> 'draft';
  if last_issued is null then
    new.rounding_from := null;
  elsif new.rounding_from is null or new.rounding_from <= last_issued then
    raise exception 'documents are rounded otherwise until %', last_issued using errcode = 'DB014',
      constraint = 'billing_entity_rounding_from', detail = json_build_object('earliest', last_issued + 1)::text;
  end if;
  return new;
end $$;
create trigger rounding_is_dated before insert or update on billing_entity for each row execute function rounding_is_dated();

create function rounding_is_kept() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'UPDATE' and (new.rounding_mode, new.rounding_dir, new.round_total_to)
    is not distinct from (old.rounding_mode, old.rounding_dir, old.round_total_to) then
    return null;
  end if;
  -- What was planned for a later day is planned no more.
  delete from entity_rounding where entity_id = new.id and valid_from >= coalesce(new.rounding_from, '0001-01-01');
  insert into entity_rounding values
    (new.id, coalesce(new.rounding_from, '0001-01-01'), new.rounding_mode, new.rounding_dir, new.round_total_to);
  return null;
end $$;
create trigger rounding_is_kept after insert or update on billing_entity for each row execute function rounding_is_kept();

create function rounding_on(entity uuid, day date) returns entity_rounding language sql stable as $$
  select * from entity_rounding where entity_id = entity and valid_from <= day order by valid_from desc limit 1
$$;
