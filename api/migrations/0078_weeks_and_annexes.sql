-- The weeks that await approval are listed by week.
create index time_week_list on time_week (week_on, id);

-- Whether new invoices of the client list their hours in an annex.
alter table client add column lists_hours boolean not null default false;
