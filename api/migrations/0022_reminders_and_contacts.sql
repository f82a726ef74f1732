-- Whom reminders may go to, and which contact gets which document.

alter table client
  add column reminders text not null default 'on' check (reminders in ('on', 'off', 'paused')),
  -- The last day of the pause.
  add column reminders_paused_until date,
  add constraint client_reminders_pause check ((reminders = 'paused') = (reminders_paused_until is not null));
create index client_by_reminders on client (reminders, sort_name collate "und-x-icu", id);

-- An invoice's own flag stands beside its client's: reminders go out where both let them.
alter table invoice_state
  add column reminders text not null default 'on' check (reminders in ('on', 'off', 'paused')),
  add column reminders_paused_until date,
  add constraint invoice_state_reminders_pause check ((reminders = 'paused') = (reminders_paused_until is not null));
create index invoice_state_by_reminders on invoice_state (reminders, issue_date, invoice_id) where reminders <> 'on';
create index invoice_state_by_reminders_due on invoice_state (reminders, due_date, invoice_id) where reminders <> 'on';
create trigger audit_reminders after update on invoice_state for each row
  when ((old.reminders, old.reminders_paused_until) is distinct from (new.reminders, new.reminders_paused_until))
  execute function audit_change('outstanding', 'settled_on', 'paid', 'standing', 'tolerated');

create function void_invoice_reminds_nobody() returns trigger language plpgsql as $$
begin
  raise exception 'a void invoice reminds nobody' using errcode = 'DB001';
end $$;
create trigger void_invoice_reminds_nobody before update on invoice_state for each row
  when (old.status = 'void' and (old.reminders, old.reminders_paused_until) is distinct from
    (new.reminders, new.reminders_paused_until))
  execute function void_invoice_reminds_nobody();

-- How a contact is offered when a document goes out; null: by the contact's role.
alter table client_contact
  add column send_invoices text check (send_invoices in ('to', 'cc', 'none')),
  add column send_proformas text check (send_proformas in ('to', 'cc', 'none'));
