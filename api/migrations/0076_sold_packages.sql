-- What was sold stays: a package that a client has keeps the billing entity that invoices it.

create function sold_package_keeps_entity() returns trigger language plpgsql as $$
begin
  if exists (select from subscription where package_id = new.id) then
    raise exception 'the billing entity of a package that was sold stays' using errcode = 'DB150', constraint = 'package_entity';
  end if;
  return new;
end $$;
create trigger sold_package_keeps_entity before update of entity_id on package for each row
  when (new.entity_id <> old.entity_id) execute function sold_package_keeps_entity();

-- Whoever edits the package meanwhile waits, and then finds the subscription.
create function subscription_holds_package() returns trigger language plpgsql as $$
begin
  perform from package where id = new.package_id for share;
  return new;
end $$;
create trigger subscription_holds_package before insert on subscription
  for each row execute function subscription_holds_package();

create function subscription_keeps_entity() returns trigger language plpgsql as $$
begin
  if exists (select from series join subscription own on own.id = series.subscription_id join package on package.id = own.package_id
      where series.id = new.series_id and package.entity_id <> new.entity_id) then
    raise exception 'a subscription is invoiced by the billing entity of its package' using errcode = 'DB008';
  end if;
  return new;
end $$;
create trigger subscription_keeps_entity before insert or update of entity_id on recurring_invoice
  for each row execute function subscription_keeps_entity();
