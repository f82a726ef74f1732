-- What the law counts by the calendar, such as the income tax of individuals, keeps its years, halves and quarters whatever the fiscal
-- year of the billing entity.

alter table series add column calendar_year boolean not null default false;

-- Like the other days of a series, it changes only with the subscription that the series belongs to.
do $do$
declare
  told text := pg_get_functiondef('series_follows_subscription()'::regprocedure);
  before text := '''period_offset'', ''starts_on''';
begin
  if strpos(told, before) = 0 then
    raise exception 'the text of series_follows_subscription is not as expected';
  end if;
  execute replace(told, before, '''period_offset'', ''calendar_year'', ''starts_on''');
end $do$;
