-- What a visitor sends goes to an enquiry that somebody reads: not to one in the bin, and not to one that was merged
-- (docs/rules.md#the-enquiry-form).
create or replace function enquiry_of_sender(own uuid, mail text, phone text, out enquiry_id uuid, out is_repeat boolean)
language plpgsql security definer set search_path = public as $$
declare senders text[] := array_remove(array['mail ' || mail, 'phone ' || phone], null);
begin
  delete from enquiry_sender where upper(during) < now() - interval '1 day';
  -- Nobody deletes or merges these enquiries until commit.
  perform from enquiry sent join enquiry_sender known on known.enquiry_id = sent.id
    where known.sender = any (senders) order by sent.id for update of sent;
  update enquiry_sender known set enquiry_id = sent.merged_into_id from enquiry sent
    where known.sender = any (senders) and sent.id = known.enquiry_id and sent.merged_into_id is not null;
  delete from enquiry_sender known using enquiry sent
    where known.sender = any (senders) and sent.id = known.enquiry_id and sent.deleted_at is not null;
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

-- A change of a person raises the versions of all their clients. Where an import makes it, its rows for the other clients count
-- the new versions as seen (docs/rules.md#imports).
create or replace function import_row_moves() returns trigger language plpgsql as $$
begin
  if old.outcome is not null and ((new.outcome, new.state, new.record_id, new.before, new.verdict)
        is distinct from (old.outcome, old.state, old.record_id, old.before, old.verdict)
      or num_nonnulls(new.made_version, old.made_version) > 0 and (new.made_version >= old.made_version) is not true)
    or old.undo is not null and (new.undo, new.undo_code, new.made_version)
      is distinct from (old.undo, old.undo_code, old.made_version) then
    raise exception 'the outcome of an imported row cannot be changed' using errcode = 'DB001';
  end if;
  return new;
end $$;

call also_allow('notification', 'notification_kind_check', $$ kind = 'enquiries_handed_over' $$);
