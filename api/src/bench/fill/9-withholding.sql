-- The register of tax withheld, by the function that follows each receipt; the table's own triggers find the quarter.
set session_replication_role = origin;
select withholding_follows_receipt(id) from receipt where withheld > 0 order by receipt_date, id;
set session_replication_role = replica;
