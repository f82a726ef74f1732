-- What open tabs have seen of the remotes: how long one took to load, or why it did not. Nobody is named; kept for a month.
create table remote_load (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  remote text not null check (remote ~ '^[a-z]{1,30}$'),
  version text not null check (length(version) between 1 and 60),
  outcome text not null check (outcome in ('loaded', 'rolled_back', 'failed')),
  code text,
  ms integer not null check (ms between 0 and 600000),
  check ((outcome = 'loaded') = (code is null))
);
create index remote_load_by_time on remote_load (at);
