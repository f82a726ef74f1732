-- Imports of opening balances, by the engine that imports clients and enquiries.

call also_allow('import', 'import_kind_check', $$kind = 'openings'$$);
call also_allow('notification', 'notification_kind_check', $$kind in ('openings_imported', 'opening_import_undone')$$);

insert into job_kind values
  ('opening_import', 'openings_imported', 'opening_import'),
  ('opening_import_undo', 'opening_import_undone', 'opening_import');

-- What was copied from the client elsewhere: by the ids of what was held, by its names, and by what nobody else has: addresses,
-- telephone and tax numbers. A file of opening balances names the client in each row.
create or replace function erase_copies(of_client uuid, known uuid[], names text[], own text[]) returns void language plpgsql as $$
begin
  delete from client_change where client_id = of_client;
  delete from import_row where record_id = any (known) or cells && own
    or record_id in (select id from opening_withheld where client_id = of_client);
  delete from import_row part using import, client own_client
    where import.id = part.import_id and import.kind = 'openings' and own_client.id = of_client
      and exists (select from unnest(part.cells) as cell, unnest(own_client.code || names) as text where lower(cell) = lower(text));
  update job_item set payload = '{}', refusal = case when refusal is not null then jsonb_build_object('code', refusal -> 'code') end,
    sha256 = null, file_name = null where subject = any (known) and status <> 'waiting';
  delete from notification where record_id = any (known)
    or exists (select from jsonb_each_text(params) as param where param.value = any (names || own));
  delete from saved_view where exists (select from unnest(of_client::text || own) as text where strpos(address_text(query), text) > 0)
    or exists (select from unnest(names) as text where strpos(' ' || lower(name || ' ' ||
      coalesce(address_text(substring(query from '(?:^|&)q=([^&]*)')), '')) || ' ', ' ' || lower(text) || ' ') > 0);
  -- A request that is sent again is refused instead of being done again.
  update idempotency_key set reply = 'null' where exists (
    select from regexp_matches(reply::text, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') as found (id)
      where found.id[1]::uuid = any (known));
end $$;
