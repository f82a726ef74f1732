-- The days on which subscriptions are to be invoiced, whether a series has come to them or not. What would come during a pause is left out.
create function subscription_bills(since date, until date)
  returns table (subscription_id uuid, client_id uuid, period_from date, due_on date) language sql stable as $$
  select own.id, own.client_id, period.starts, bill.due
  from subscription own join package_version sold on sold.id = own.version_id
  cross join lateral (select case sold.cycle when 'monthly' then 1 when 'quarterly' then 3 when 'half_yearly' then 6 when 'yearly' then 12
    else 0 end as length) months
  -- As far as the months of the span reach; a period more at each end is judged by its day below.
  cross join lateral (select
    12 * extract(year from since)::int + extract(month from since)::int - 12 * extract(year from own.billed_from)::int
      - extract(month from own.billed_from)::int as first,
    12 * extract(year from until)::int + extract(month from until)::int - 12 * extract(year from own.billed_from)::int
      - extract(month from own.billed_from)::int as last) reach
  cross join lateral generate_series(
    case months.length when 0 then 0 else greatest(reach.first / months.length - 2, 0) end,
    case months.length when 0 then 0 else reach.last / months.length + 1 end) as n
  cross join lateral (select (own.billed_from + make_interval(months => n * months.length))::date as starts) period
  cross join lateral (select case
    when own.billing = 'pre' then period.starts
    when months.length = 0 then period.starts + 1
    else (period.starts + make_interval(months => months.length))::date end as due) bill
  where own.starts_on <= until and bill.due between since and until and period.starts <= coalesce(own.ended_on, 'infinity')
    and not exists (select from subscription_pause pause where pause.subscription_id = own.id and pause.paused_on < bill.due
      and (pause.resumed_on is null or bill.due < pause.resumed_on))
$$;
