-- Whether a client was billed for a period of service is asked of each client.
create index invoice_by_service_period on invoice (client_id, service_to) where service_from is not null;
