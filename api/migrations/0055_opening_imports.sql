-- Imports of opening balances, by the engine that imports clients and enquiries.

call also_allow('import', 'import_kind_check', $$kind = 'openings'$$);
call also_allow('notification', 'notification_kind_check', $$kind in ('openings_imported', 'opening_import_undone')$$);

insert into job_kind values
  ('opening_import', 'openings_imported', 'opening_import'),
  ('opening_import_undo', 'opening_import_undone', 'opening_import');
