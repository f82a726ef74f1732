-- What clients are filtered by, which triggers would have kept.
insert into client_facts (client_id, has_email, country, missing)
select client_id, has_email, country, missing from facts_of_clients;
