-- A client is merged into another: what was kept and planned for it moves there, the client goes, and its code and address lead to the
-- one that stays (docs/rules.md#merged-clients).

create table merged_client (
  merged_id uuid primary key,
  client_id uuid not null references client on delete cascade,
  code text not null unique,
  name text not null,
  merged_at timestamptz not null default now(),
  merged_by uuid default daybook_actor(),
  -- The laws that keep a record with its client yield in the transaction of the merge only.
  xid xid8 not null default pg_current_xact_id(),
  check (merged_id <> client_id)
);
create index merged_client_into on merged_client (client_id);
create trigger audit after insert or update on merged_client for each row execute function audit_change('xid', 'merged_at', 'merged_by');

create function merges_now(goes uuid, stays uuid) returns boolean language sql stable as $$
  select exists (select from merged_client where merged_id = goes and client_id = stays and xid = pg_current_xact_id_if_assigned())
$$;

-- Whether a row changes only because its client is being merged into another.
create function moves_with_merge(old_row jsonb, new_row jsonb) returns boolean language sql stable as $$
  select merges_now((old_row ->> 'client_id')::uuid, (new_row ->> 'client_id')::uuid)
    and old_row - moved = new_row - moved
  -- The last two are generated, and not known yet.
  from (select array['client_id', 'version', 'updated_at', 'updated_by', 'search_grams', 'recoverable_tax'] as moved) columns
$$;

create function stays_unless_merged() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and moves_with_merge(to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  raise exception 'rows of % cannot be changed or deleted in this way', tg_table_name using errcode = 'DB001';
end $$;

drop trigger client_mail_append_only on client_mail;
create trigger client_mail_append_only before update or delete on client_mail for each row execute function stays_unless_merged();
drop trigger follow_up_step_append_only on follow_up_step;
create trigger follow_up_step_append_only before update or delete on follow_up_step
  for each row execute function stays_unless_merged();

-- These laws are as they were, but for a merge.
do $do$
declare
  law text;
  told text;
begin
  foreach law in array array['client_document_stays', 'client_file_stays', 'client_note_stays', 'follow_up_stays', 'expense_moves',
    'series_stays'] loop
    told := pg_get_functiondef(law::regproc);
    execute regexp_replace(told, '\nbegin\n', $$
begin
  if tg_op = 'UPDATE' and new.client_id <> old.client_id and moves_with_merge(to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
$$);
  end loop;
end $do$;

create or replace function enquiry_stays_won() returns trigger language plpgsql as $$
begin
  if old.status = 'won' and (new.status <> 'won' or (new.converted_client_id <> old.converted_client_id
      and not merges_now(old.converted_client_id, new.converted_client_id))) then
    raise exception 'a converted enquiry cannot change its status or its client' using errcode = 'DB001';
  end if;
  return new;
end $$;

create or replace function enquiry_stays_merged() returns trigger language plpgsql as $$
declare live text[] := array['merged_into_id', 'updated_at', 'updated_by', 'search_grams'];
begin
  if merges_now(old.referrer_client_id, new.referrer_client_id) then
    live := live || array['referrer_client_id', 'version'];
  end if;
  if old.merged_into_id is not null and (new.merged_into_id is null or to_jsonb(new) - live <> to_jsonb(old) - live) then
    raise exception 'a merged enquiry cannot be changed' using errcode = 'DB001';
  end if;
  if new.merged_into_id is distinct from old.merged_into_id
    and exists (select from enquiry where id = new.merged_into_id and deleted_at is not null) then
    raise exception 'an enquiry is merged into one that is not deleted' using errcode = 'DB001';
  end if;
  return new;
end $$;

create or replace function client_search_text(of_client uuid) returns text language sql stable as $$
  select search_normal(concat_ws(' ', code, client.name, nullif(sort_name, client.name), legal_name, old_code,
    (select string_agg(concat_ws(' ', contact.name, contact.email, contact.phone), ' ' order by link.no)
      from client_contact link join contact on contact.id = link.contact_id where link.client_id = client.id),
    (select string_agg(value, ' ' order by no) from client_registration where client_id = client.id),
    (select string_agg(code, ' ' order by code) from merged_client where client_id = client.id)))
  from client where id = of_client
$$;

-- The parts of a client that another may have as well: what the one that stays has already is left out.
create function merge_client_parts(goes uuid, stays uuid) returns void language plpgsql as $$
begin
  -- The same person twice, or two records of one person with the same name, e-mail and telephone.
  update client_contact kept set roles = array(select distinct unnest(kept.roles || other.roles) order by 1)
    from client_contact other join contact theirs on theirs.id = other.contact_id, contact mine
    where kept.client_id = stays and other.client_id = goes and mine.id = kept.contact_id
      and (mine.id = theirs.id or (lower(mine.name), lower(mine.email), mine.phone)
        is not distinct from (lower(theirs.name), lower(theirs.email), theirs.phone))
      and not other.roles <@ kept.roles;
  delete from client_contact other using contact theirs
    where other.client_id = goes and theirs.id = other.contact_id and exists (
      select from client_contact kept join contact mine on mine.id = kept.contact_id
      where kept.client_id = stays and (mine.id = theirs.id or (lower(mine.name), lower(mine.email), mine.phone)
        is not distinct from (lower(theirs.name), lower(theirs.email), theirs.phone)));
  update client_contact set client_id = stays, no = no + 1 + (
      select coalesce(max(kept.no), -1) from client_contact kept where kept.client_id = stays)
    where client_id = goes;

  delete from client_registration other where client_id = goes and exists (
    select from client_registration kept where kept.client_id = stays and (kept.scheme, kept.value) = (other.scheme, other.value));
  update client_registration set client_id = stays, no = no + 1 + (
      select coalesce(max(kept.no), -1) from client_registration kept where kept.client_id = stays)
    where client_id = goes;

  delete from client_address other where client_id = goes and exists (
    select from client_address kept where kept.client_id = stays
      and to_jsonb(kept) - array['client_id', 'no', 'kind'] = to_jsonb(other) - array['client_id', 'no', 'kind']);
  -- Invoices and letters name the address that the remaining client had.
  update client_address other set client_id = stays, no = no + 1 + (
      select coalesce(max(kept.no), -1) from client_address kept where kept.client_id = stays),
      kind = case when exists (select from client_address kept where kept.client_id = stays and kept.kind = other.kind)
        then 'other' else kind end
    where client_id = goes;

  update client_executive other set client_id = stays where client_id = goes and not exists (
    select from client_executive kept where kept.client_id = stays and kept.user_id = other.user_id);
  update client_department other set client_id = stays where client_id = goes and not exists (
    select from client_department kept where kept.client_id = stays and kept.department_id = other.department_id);
  update client_reminders other set client_id = stays where client_id = goes and not exists (
    select from client_reminders kept where kept.client_id = stays and kept.entity_id = other.entity_id);
  update client_follow_up other set client_id = stays where client_id = goes and not exists (
    select from client_follow_up kept where kept.client_id = stays);
end $$;

-- What belongs to one client only, and moves.
create function merge_client_records(goes uuid, stays uuid, of_code text) returns void language plpgsql as $$
begin
  update client_document set client_id = stays, version = version + 1 where client_id = goes;
  update client_file set client_id = stays, version = version + 1 where client_id = goes;
  update client_note set client_id = stays, version = version + 1 where client_id = goes;
  update series set client_id = stays, version = version + 1 where client_id = goes;
  -- Both clients may have the task of one period; the one that comes says why it is there twice.
  update task moved set duplicate_reason = of_code where client_id = goes and duplicate_reason is null and deleted_at is null
    and exists (select from task kept where kept.client_id = stays and kept.deleted_at is null and kept.duplicate_reason is null
      and ((kept.recurring_category_id, kept.period_key) = (moved.recurring_category_id, moved.period_key)
        or (kept.category_id, kept.period_from, kept.period_to) = (moved.category_id, moved.period_from, moved.period_to)));
  update task set client_id = stays, version = version + 1 where client_id = goes;
  update expense set client_id = stays, version = version + 1 where client_id = goes;
  update pending_item set client_id = stays, version = version + 1 where client_id = goes;
  delete from pending_total where client_id = goes and items = 0;
  update enquiry set converted_client_id = stays, version = version + 1 where converted_client_id = goes;
  update enquiry set referrer_client_id = stays, version = version + 1 where referrer_client_id = goes;
  update statement_schedule set client_id = stays, version = version + 1 where client_id = goes;
  update client_mail set client_id = stays where client_id = goes;
  update follow_up set client_id = stays where client_id = goes;
  update follow_up_step set client_id = stays where client_id = goes;
  update notification set record_id = stays where record_id = goes;
end $$;

/*
 * Merges one client into another. A client with a document of billing cannot go: their foreign keys refuse it. Both rows are locked in
 * the order of their ids, so that two merges of one pair do not wait for each other, and nobody adds to the one that goes.
 */
create function merge_clients(goes uuid, stays uuid) returns void language plpgsql security definer set search_path = public as $$
declare
  other client;
begin
  perform from client where id in (goes, stays) order by id for update;
  select * into other from client where id = goes;
  if not found or not exists (select from client where id = stays and status = 'active' and currency = other.currency) then
    raise exception 'a client is merged into an active client with the same currency' using errcode = 'DB001';
  end if;
  update merged_client set client_id = stays where client_id = goes;
  insert into merged_client (merged_id, client_id, code, name) values (goes, stays, other.code, other.name);
  perform merge_client_parts(goes, stays);
  perform merge_client_records(goes, stays, other.code);
  delete from client where id = goes;
  update client set version = version + 1, search_text = client_search_text(stays),
      legal_name = coalesce(legal_name, other.legal_name), old_code = coalesce(old_code, other.old_code),
      manager_id = coalesce(manager_id, other.manager_id), group_id = coalesce(group_id, (select id from client_group where id = other.group_id and active)),
      withholding_code_id = coalesce(withholding_code_id, other.withholding_code_id),
      notes = case when notes is null or other.notes is null then coalesce(notes, other.notes) else notes || e'\n\n' || other.notes end,
      tags = array(select distinct unnest(tags || other.tags) order by 1)
    where id = stays;
  perform client_facts_follow(array[stays]);
end $$;
