-- A refund says from which of the billing entity's accounts it was paid, and is taken back by naming the day: its entry is
-- mirrored and the credit is open again. It is never deleted.

alter table receipt_refund
  add column paid_from uuid,
  add column reversed_on date,
  add column reversed_at timestamptz,
  add column reversed_by uuid references app_user,
  add column reversal_reason text,
  add constraint receipt_refund_reversed_after check (reversed_on >= refunded_on),
  add constraint receipt_refund_reversed_whole
    check (num_nonnulls(reversed_on, reversed_at, reversed_by, nullif(reversal_reason, '')) in (0, 4));
alter table credit_note_refund
  add column paid_from uuid,
  add column reversed_on date,
  add column reversed_at timestamptz,
  add column reversed_by uuid references app_user,
  add column reversal_reason text,
  add constraint credit_note_refund_reversed_after check (reversed_on >= refunded_on),
  add constraint credit_note_refund_reversed_whole
    check (num_nonnulls(reversed_on, reversed_at, reversed_by, nullif(reversal_reason, '')) in (0, 4));

create function refund_only_reversed() returns trigger language plpgsql as $$
declare named text[] := array['reversed_on', 'reversed_at', 'reversed_by', 'reversal_reason'];
begin
  if old.reversed_at is not null or new.reversed_at is null or to_jsonb(new) - named <> to_jsonb(old) - named then
    raise exception 'a refund is only ever taken back, once' using errcode = 'DB001';
  end if;
  return new;
end $$;
drop trigger receipt_refund_append_only on receipt_refund;
create trigger receipt_refund_no_delete before delete on receipt_refund for each row execute function refuse_change();
create trigger receipt_refund_only_reversed before update on receipt_refund
  for each row execute function refund_only_reversed();
drop trigger audit on receipt_refund;
create trigger audit after insert or update on receipt_refund for each row execute function audit_change();
drop trigger credit_note_refund_append_only on credit_note_refund;
create trigger credit_note_refund_no_delete before delete on credit_note_refund for each row execute function refuse_change();
create trigger credit_note_refund_only_reversed before update on credit_note_refund
  for each row execute function refund_only_reversed();
drop trigger credit_note_refund_audit on credit_note_refund;
create trigger credit_note_refund_audit after insert or update on credit_note_refund
  for each row execute function audit_change();

create or replace function receipt_refund_moves() returns trigger language plpgsql security definer set search_path = public as $$
declare moved bigint := case when tg_op = 'INSERT' then new.amount else -new.amount end;
begin
  update receipt_state set refunded = refunded + moved
    where receipt_id = new.receipt_id and state = 'posted' and allocated + refunded + moved <= available;
  if not found then
    raise exception 'more than the receipt still holds' using errcode = 'DB009';
  end if;
  if tg_op = 'UPDATE' then
    return null;
  end if;
  -- What may still bounce does not go back.
  if (select mode from receipt where id = new.receipt_id) = 'cheque'
    and (select cleared_on from receipt_state where receipt_id = new.receipt_id) is null then
    raise exception 'the cheque has not cleared' using errcode = 'DB001';
  end if;
  if new.refunded_on < (select receipt_date from receipt where id = new.receipt_id) then
    raise exception 'a refund comes after its receipt' using errcode = '23514';
  end if;
  return null;
end $$;
drop trigger receipt_refund_moves on receipt_refund;
create trigger receipt_refund_moves after insert or update on receipt_refund
  for each row execute function receipt_refund_moves();

create or replace function refund_moves_balance() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform credit_note_moves(new.credit_note_id, 0, case when tg_op = 'INSERT' then new.amount else -new.amount end);
  return null;
end $$;
drop trigger refund_moves_balance on credit_note_refund;
create trigger refund_moves_balance after insert or update on credit_note_refund
  for each row execute function refund_moves_balance();
