-- A reminder to the payer of a group also names other clients of the group. Only people who see all of them can open it.
alter table reminder add other_client_ids uuid[] not null default '{}';

alter table reminder disable trigger reminder_append_only;
update reminder set other_client_ids = named.ids
from (select listing.id, array_agg(distinct invoice.client_id) as ids
  from reminder listing cross join jsonb_array_elements(listing.content -> 'rows') as listed
    join invoice_state invoice on invoice.invoice_id = (listed ->> 'invoiceId')::uuid
  where invoice.client_id <> listing.client_id group by listing.id) named
where named.id = reminder.id;
alter table reminder enable trigger reminder_append_only;
