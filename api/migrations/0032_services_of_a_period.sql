-- Which invoices are of services of a period is asked for all clients at once.
create index invoice_by_service_end on invoice (service_to) where service_from is not null;
