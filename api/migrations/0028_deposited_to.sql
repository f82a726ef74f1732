-- Into which of the billing entity's bank accounts a cheque was deposited: a receipt is written before that is known.
alter table receipt_state
  add column deposited_to uuid,
  add constraint receipt_state_deposited_to check (deposited_to is null or deposited_on is not null);
create trigger receipt_state_deposited_to_stays before update on receipt_state for each row
  when (old.deposited_on is not null and new.deposited_to is distinct from old.deposited_to) execute function refuse_change();
