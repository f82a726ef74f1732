-- The draft that a series made was written by those who wrote the series: its maker, and who changed what it bills. To pause
-- it, or to leave a day out, is to write nothing.
create function series_authors(wanted uuid) returns setof uuid language sql stable security definer set search_path = public as $$
  select distinct actor_id from audit_event
  where entity_id = wanted and actor_id is not null and (
    entity in ('recurring_invoice', 'recurring_invoice_line', 'recurring_invoice_price')
    or entity = 'series' and coalesce(body -> 'after', '{}') - array['version', 'state', 'paused_for', 'state_reason'] <> '{}')
$$;

create or replace function approval_moves() returns trigger language plpgsql security definer set search_path = public as $$
declare document invoice; live invoice_state;
begin
  select * into document from invoice where id = new.invoice_id for update;
  select * into live from invoice_state where invoice_id = new.invoice_id for update;
  if live.status is distinct from 'draft' or document.doc_kind = 'proforma'
    or (new.step = 'asked' and live.stage is not null)
    or (new.step in ('approved', 'sent_back') and live.stage is distinct from 'pending_approval') then
    raise exception 'this step does not follow' using errcode = 'DB001';
  end if;
  new.created_by := daybook_actor();
  new.content := invoice_content(new.invoice_id);
  if new.step = 'approved' and (new.created_by is null or new.created_by in (document.created_by, document.updated_by)
    or new.created_by in (select series_authors(document.series_id))
    or new.created_by = (select created_by from approval_step where invoice_id = new.invoice_id and step = 'asked'
      order by seq desc limit 1)) then
    raise exception 'nobody approves their own draft' using errcode = 'DB040';
  end if;
  update invoice_state set stage = case new.step when 'asked' then 'pending_approval' when 'approved' then 'approved' end
    where invoice_id = new.invoice_id;
  return new;
end $$;
