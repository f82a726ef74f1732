-- The latest posting of an open invoice tells whether what is owed now was owed on a day. It is the latest issue date
-- (invoice_state_open_by_date), or the day of an opening invoice, which is posted after it was issued.
create index invoice_state_posted_later on invoice_state (posted_on) where outstanding > 0 and posted_on > issue_date;
