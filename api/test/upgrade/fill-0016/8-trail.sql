-- Lines and pending items were loaded separately; this connects them.
update invoice_line line set pending_item_id = item.id from pending_item item
where item.invoice_id = line.invoice_id and line.no = 1;

-- What the audit triggers would have written (the issue of each invoice, each receipt, credit note and allocation), then
-- sealed.
create function fill.event(no bigint, day date, actor uuid, action text, entity text, record uuid, after jsonb) returns audit_event
  language sql stable as $$
  select row(no, pg_current_xact_id(), day + interval '10 hours', actor, null, action, entity, record,
    jsonb_build_object('before', '{}'::jsonb, 'after', after), ''::bytea)::audit_event
$$;

insert into audit_event (id, xid, at, actor_id, action, entity, entity_id, body, hash) overriding system value
select (event).id, (event).xid, (event).at, (event).actor_id, (event).action, (event).entity, (event).entity_id, (event).body, audit_hash(event)
from (
  select fill.event((select coalesce(max(id), 0) from audit_event) + row_number() over (order by day, record), day, actor, action, entity, record, after) as event
  from (
    select issue_date as day, crm_id as actor, 'invoices.issue' as action, 'invoice' as entity, id as record,
      jsonb_build_object('total', net + tax, 'currency', currency, 'issue_date', issue_date) as after from fill.invoice
    union all
    select receipt_date, crm_id, 'receipts.create', 'receipt', id, jsonb_build_object('number', number, 'amount', amount) from fill.receipt
    union all
    select receipt_date, crm_id, 'receipts.create', 'allocation', fill.id(19, receipt_date, n), jsonb_build_object('amount', allocated) from fill.receipt
    union all
    select issue_date, crm_id, 'creditNotes.issue', 'credit_note', id, jsonb_build_object('number', number, 'total', net + tax) from fill.credit
  ) happened
  offset 0
) made;
select setval(pg_get_serial_sequence('audit_event', 'id'), (select max(id) from audit_event));

-- The same chain as in api/src/audit/seal.ts, in one pass.
create function fill.chain() returns table (seq bigint, event_id bigint, hash bytea) language plpgsql as $$
declare event record;
begin
  select s.seq, s.hash into seq, hash from audit_seal s order by s.seq desc limit 1;
  seq := coalesce(seq, 0);
  hash := coalesce(hash, ''::bytea);
  for event in select e.id, e.hash as own from audit_event e
      where not exists (select from audit_seal s where s.event_id = e.id) order by e.xid, e.id loop
    seq := seq + 1;
    event_id := event.id;
    hash := sha256(hash || event.own);
    return next;
  end loop;
end $$;
insert into audit_seal (seq, event_id, hash) select * from fill.chain();

-- The number series continue after their last number.
insert into number_series (entity_id, doc_kind, fy, start_seq, next_seq, last_date)
select taken.entity_id, taken.doc_kind, taken.fy, 1, max(taken.seq) + 1, least(frame.last, current_setting('fill.today')::date)
from document_number taken join fill.frame frame using (entity_id, doc_kind, fy)
group by taken.entity_id, taken.doc_kind, taken.fy, frame.last
on conflict (entity_id, doc_kind, fy) do update set next_seq = excluded.next_seq;

-- The monthly balances, which the entries’ own trigger would have queued.
insert into ledger_month (entity_id, account_id, currency, month, debit, credit, base_debit, base_credit)
select entity_id, account_id, currency, date_trunc('month', entry_date)::date, sum(debit), sum(credit), sum(base_debit),
  sum(base_credit)
from journal_line group by 1, 2, 3, 4;
-- The monthly money totals of each client, by the same roll-up that adds up what the documents’ triggers record.
insert into money_delta (client_id, entity_id, currency, month, billed, collected, owed, invoices)
select client_id, entity_id, currency, month, sum(billed), sum(collected), sum(owed), sum(invoices) from money_of_documents
group by 1, 2, 3, 4;
select fold_money(2147483647);
truncate money_delta;
insert into pending_total (client_id, entity_id, currency, group_id, items, amount, held_items, held_amount, oldest_on)
select client_id, entity_id, currency, (select group_id from client where client.id = client_id), items, amount, held_items, held_amount,
  oldest_on
from waiting_of_items;
