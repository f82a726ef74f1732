-- The annex of an invoice lists the hours behind its lines, if its author asks for it.

alter table invoice add column lists_hours boolean not null default false;

-- The hours behind the lines of a draft, in order. A line that bills no hours has none.
create function hours_of_draft(document uuid)
  returns table (line_no smallint, no int, worked_on date, person text, note text, minutes int, amount bigint)
  language sql stable as $$
  select line.no, (row_number() over (partition by line.no order by entry.worked_on, entry.id))::int,
      entry.worked_on, person.name, entry.note, billed.minutes, billed.amount
    from invoice_line line
    join pending_item item on item.id = line.pending_item_id and item.source = 'time'
    join time_bill_entry billed on billed.bill_id = item.source_id and billed.live
    join time_entry entry on entry.id = billed.entry_id
    join app_user person on person.id = entry.user_id
    where line.invoice_id = document
$$;

-- What the annex of an issued invoice says. It stays, whatever becomes of the hours.
create table invoice_hours (
  invoice_id uuid not null references invoice,
  line_no smallint not null,
  no int not null,
  worked_on date not null,
  person text not null,
  note text,
  minutes int not null check (minutes > 0),
  amount bigint not null check (amount >= 0),
  primary key (invoice_id, line_no, no)
);
create trigger invoice_hours_stay before update or delete on invoice_hours for each row execute function refuse_change();
create trigger invoice_hours_no_truncate before truncate on invoice_hours for each statement execute function refuse_change();

create function keep_invoice_hours() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into invoice_hours select new.id, * from hours_of_draft(new.id);
  return null;
end $$;
create trigger keep_invoice_hours after update on invoice for each row
  when (old.issued_at is null and new.issued_at is not null and new.lists_hours) execute function keep_invoice_hours();

-- An approval covers the annex. Approvals of invoices without one stand.
create or replace function invoice_content(document uuid) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    (select to_jsonb(head) || case when invoice.lists_hours then '{"lists_hours": true}'::jsonb else '{}' end
      from invoice cross join lateral (select entity_id, client_id, issue_date, due_date, service_from, service_to, supply_date,
      currency, fx_rate, doc_locale, reverse_charge, po_no, terms, notes, net, tax, rounding, total, prepaid, payable, advances) head
      where id = document),
    (select jsonb_agg(to_jsonb(line) - array['id', 'income_account_id', 'own_department_id']
        || jsonb_build_object('department_id', own_department_id) order by no)
      from invoice_line line where invoice_id = document),
    (select jsonb_agg(to_jsonb(part) - 'id' order by no) from invoice_adjustment part where invoice_id = document))::text, 'UTF8'))
$$;

-- Hours are proposed, as pending items, when their task is completed, and if the firm wants it at the end of each month.

alter table firm add column proposes_hours boolean not null default false;

-- Reopening the task releases what its completion proposed.
alter table time_bill add column at_completion boolean not null default false;

-- The months whose hours were proposed, once each: hours that are recorded later wait for the next month.
create table hours_proposal (
  entity_id uuid not null references billing_entity,
  month_on date not null check (extract(day from month_on) = 1),
  proposed_at timestamptz not null default now(),
  primary key (entity_id, month_on)
);
