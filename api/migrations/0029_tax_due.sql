-- When the tax of a billing entity's documents falls due: with the invoice, or share by share with its payment. Documents keep what
-- applied on their date. The ledger posts the tax at the issue either way; only the register differs.
alter table billing_entity
  add tax_due text not null default 'invoice' check (tax_due in ('invoice', 'payment')),
  -- [{from, due}]: what applies from a day on, in the order of the days.
  add tax_due_changes jsonb not null default '[]';

create function tax_due_changes_are_sound(changes jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(changes) = 'array' and coalesce((
    select bool_and(coalesce(one ->> 'from' = (one ->> 'from')::date::text and one ->> 'due' in ('invoice', 'payment')
        and (no = 1 or changes -> (no::int - 2) ->> 'from' < one ->> 'from'), false))
    from jsonb_array_elements(changes) with ordinality as part (one, no)), true)
$$;
alter table billing_entity add constraint billing_entity_tax_due_changes check (tax_due_changes_are_sound(tax_due_changes));

-- When the tax of a document of this day falls due.
create function tax_due_on(before_changes text, changes jsonb, day date) returns text language sql immutable as $$
  select coalesce((select one ->> 'due' from jsonb_array_elements(changes) with ordinality as part (one, no)
    where (one ->> 'from')::date <= day order by no desc limit 1), before_changes)
$$;

-- What a return was made from does not change afterwards: the setting changes only for days after the last exported one. A document of an
-- earlier day may fall due in an exported period even if it is not of that period.
create function tax_due_after_exports() returns trigger language plpgsql as $$
declare exported date := (select max(period_to) from tax_export where entity_id = new.id and register = 'output');
begin
  if exported is not null and exists (
    select from (
      select date '-infinity' as day
      union all
      select (one ->> 'from')::date from jsonb_array_elements(old.tax_due_changes || new.tax_due_changes) as one) bound
    where bound.day <= exported
      and tax_due_on(old.tax_due, old.tax_due_changes, bound.day) <> tax_due_on(new.tax_due, new.tax_due_changes, bound.day)) then
    raise exception 'when tax falls due can change only after the last exported day' using errcode = 'DB110',
      constraint = 'billing_entity_tax_due';
  end if;
  return new;
end $$;
create trigger tax_due_after_exports before update on billing_entity for each row
  when ((old.tax_due, old.tax_due_changes) is distinct from (new.tax_due, new.tax_due_changes))
  execute function tax_due_after_exports();

-- An export waits for a change of the setting that is not committed yet, and the other way round.
create function tax_export_holds_entity() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform from billing_entity where id = new.entity_id for share;
  return new;
end $$;
create trigger tax_export_holds_entity before insert on tax_export for each row execute function tax_export_holds_entity();
