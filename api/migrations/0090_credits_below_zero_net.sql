-- An invoice may take back more without tax than it charges with tax, so that its net is below zero and its total is
-- not. Its credit note gives back the same. Only a credit note that gives back neither net nor tax is refused.

alter table credit_note drop constraint credit_note_issued_whole, add constraint credit_note_issued_whole
  check (issued_at is null or (total >= 0 and (net <> 0 or tax <> 0) and supplier is not null)) not valid;
alter table credit_note validate constraint credit_note_issued_whole;
