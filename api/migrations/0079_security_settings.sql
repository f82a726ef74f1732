-- The firm chooses how long a session may be idle, how long it lasts at most, and the networks from which people may work.

alter table sign_in_policy
  add column idle_minutes integer not null default 60 check (idle_minutes between 5 and 480),
  add column session_hours integer not null default 12 check (session_hours between 1 and 24),
  add column allowed_networks cidr[] not null default '{}',
  add check (array_position(allowed_networks, null) is null),
  add check (cardinality(allowed_networks) <= 50);

alter table sign_in drop constraint sign_in_outcome_check;
alter table sign_in add constraint sign_in_outcome_check
  check (outcome in ('signed_in', 'wrong_password', 'wrong_code', 'delayed', 'other_network'));

-- Whether people may work from this IP address. The server's own machine always may, so that a firm whose networks have changed
-- can be opened again from it.
create function may_work_from(address text) returns boolean
language sql stable
begin atomic
  select allowed_networks = '{}' or a.ip << '127.0.0.0/8' or a.ip = '::1' or a.ip <<= any (allowed_networks)
  from sign_in_policy, cast(regexp_replace(split_part(address, '%', 1), '^::ffff:(?=\d+\.)', '', 'i') as inet) as a (ip);
end;
