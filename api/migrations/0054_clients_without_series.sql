-- The list of clients without recurring work: for twenty thousand clients, all series were read.
create index series_not_ended on series (client_id) where status in ('active', 'paused');
