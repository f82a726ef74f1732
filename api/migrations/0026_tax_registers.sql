-- The periods whose tax register was exported for a return: when, by whom and with what sums. Append-only; the last one of a day counts.
create table tax_export (
  id uuid primary key,
  seq bigint generated always as identity unique,
  entity_id uuid not null references billing_entity,
  register text not null check (register in ('output', 'input')),
  period_from date not null,
  period_to date not null,
  -- The tax of each component in the base currency: [{"name": "CGST", "tax": 4500}].
  taxes jsonb not null check (jsonb_typeof(taxes) = 'array'),
  created_at timestamptz not null default clock_timestamp(),
  created_by uuid default daybook_actor(),
  constraint tax_export_period check (period_from <= period_to)
);
create index tax_export_of on tax_export (entity_id, register, period_to);
create trigger audit after insert on tax_export for each row execute function audit_change();
create trigger tax_export_append_only before update or delete on tax_export for each row execute function refuse_change();
create trigger tax_export_no_truncate before truncate on tax_export for each statement execute function refuse_change();

-- A register reads the documents that were voided, and the expenses that were posted or reversed, in its period.
create index credit_note_state_voided on credit_note_state (void_date) where void_date is not null;
create index expense_posted_on on expense (entity_id, posted_on) where posted_on is not null;
create index expense_reversed_on on expense (entity_id, reversed_on) where reversed_on is not null;
