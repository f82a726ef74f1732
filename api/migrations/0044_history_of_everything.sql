-- The history of a record is read from the audit log; what it could not tell until now is written there.

-- As in 0038; a change of a row without an id of its own says which row it is.
create or replace function audit_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  old_row jsonb := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  new_row jsonb := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  hidden text[] := array['search_text', 'search_grams', 'updated_at', 'updated_by', 'created_at', 'created_by'] || tg_argv;
  -- The live part of a document belongs to the document's trail, not to its client's.
  own_id text := case when tg_table_name like '%\_state' then replace(tg_table_name, '_state', '_id') end;
  which jsonb := '{}';
  before jsonb;
  after jsonb;
begin
  select coalesce(jsonb_object_agg(key, value), '{}') into before from jsonb_each(old_row)
    where not key = any (hidden) and value is distinct from new_row -> key;
  select coalesce(jsonb_object_agg(key, value), '{}') into after from jsonb_each(new_row)
    where not key = any (hidden) and value is distinct from old_row -> key;
  if before <> '{}' or after <> '{}' then
    if tg_op = 'UPDATE' and own_id is null and not new_row ? 'id' then
      select jsonb_build_object('of', jsonb_object_agg(key, value)) into which from jsonb_each(old_row)
        where key in ('no', 'kind', 'line1', 'contact_id', 'attachment_id');
    end if;
    -- A part of a client or a person without an id of its own belongs to their trail.
    insert into audit_event (actor_id, request_id, action, entity, entity_id, body, hash)
    values (daybook_actor(), nullif(current_setting('daybook.request', true), ''),
      coalesce(nullif(current_setting('daybook.action', true), ''), lower(tg_op)), tg_table_name,
      (coalesce(new_row ->> own_id, new_row ->> 'id', old_row ->> 'id', new_row ->> 'client_id', old_row ->> 'client_id',
        new_row ->> 'user_id', old_row ->> 'user_id', new_row ->> 'tax_code_id', old_row ->> 'tax_code_id',
        new_row ->> 'withholding_code_id', old_row ->> 'withholding_code_id',
        new_row ->> 'receipt_id', new_row ->> 'invoice_id', new_row ->> 'credit_note_id',
        old_row ->> 'receipt_id', old_row ->> 'invoice_id', old_row ->> 'credit_note_id'))::uuid,
      jsonb_build_object('before', before, 'after', after) || which, '');
  end if;
  return null;
end $$;

-- What people typed in the lines of a document; figures follow from it.
create function invoice_lines_typed(document uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'lines', (select jsonb_agg(jsonb_strip_nulls(to_jsonb(line) - array['id', 'invoice_id', 'amount', 'net', 'tax', 'components', 'category', 'rate'])
      order by line.no) from invoice_line line where line.invoice_id = document),
    'adjustments', coalesce((select jsonb_agg(jsonb_strip_nulls(to_jsonb(adjustment) - array['invoice_id', 'net', 'tax', 'category', 'rate'])
      order by adjustment.no) from invoice_adjustment adjustment where adjustment.invoice_id = document), '[]'))
$$;
create function credit_note_lines_typed(document uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('lines', jsonb_agg(jsonb_strip_nulls(jsonb_build_object('no', line.no, 'line', line.invoice_line_id,
    'description', credited.description, 'qty', line.qty, 'net', line.net)) order by line.no))
  from credit_note_line line join invoice_line credited on credited.id = line.invoice_line_id
  where line.credit_note_id = document
$$;

-- Lines are replaced as a whole, and last of all that a draft is made of: one row tells the whole before and after, and
-- none is written where nobody typed anything, as at the issue.
create function audit_lines() returns trigger language plpgsql security definer set search_path = public as $$
declare document uuid; earlier jsonb; typed jsonb;
begin
  for document in select distinct (to_jsonb(written) ->> tg_argv[0])::uuid from written loop
    if tg_table_name = 'invoice_line' then typed := invoice_lines_typed(document);
    else typed := credit_note_lines_typed(document);
    end if;
    select body -> 'after' into earlier from audit_event
      where entity = tg_table_name and entity_id = document order by id desc limit 1;
    if typed is distinct from earlier then
      insert into audit_event (actor_id, request_id, action, entity, entity_id, body, hash)
      values (daybook_actor(), nullif(current_setting('daybook.request', true), ''),
        coalesce(nullif(current_setting('daybook.action', true), ''), 'insert'), tg_table_name, document,
        jsonb_build_object('before', coalesce(earlier, '{}'), 'after', typed), '');
    end if;
  end loop;
  return null;
end $$;
create trigger audit after insert on invoice_line referencing new table as written
  for each statement execute function audit_lines('invoice_id');
create trigger audit after insert on credit_note_line referencing new table as written
  for each statement execute function audit_lines('credit_note_id');

-- A cheque's steps have their own words.
drop trigger audit on receipt_state;
create trigger audit after update on receipt_state for each row execute function audit_change('allocated');

-- That something was noted is told, never what; why a draft was sent back is.
create trigger audit after insert on task_note for each row execute function audit_change('body');
create trigger audit after insert on enquiry_note for each row execute function audit_change('body');
create trigger audit after insert on approval_step for each row execute function audit_change('content', 'seq');
