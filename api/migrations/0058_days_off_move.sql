-- Days off move the due day of work that nobody has begun, also of a series that rests or has come to its end, and also when a day off
-- is moved or the weekend is another.
create or replace function holidays_move_series() returns trigger language plpgsql as $$
begin
  update series_progress progress set stale = true from series
  where series.id = progress.series_id and series.calendar_id in (select distinct calendar_id from changed)
    and (progress.next_on is not null
      or exists (select from task where task.series_id = series.id and task.status = 'todo' and task.deleted_at is null));
  return null;
end $$;
create trigger series_by_moved after update on holiday referencing new table as changed
  for each statement execute function holidays_move_series();

create function weekend_moves_series() returns trigger language plpgsql as $$
begin
  update series_progress progress set stale = true from series
  where series.id = progress.series_id and series.calendar_id = new.id
    and (progress.next_on is not null
      or exists (select from task where task.series_id = series.id and task.status = 'todo' and task.deleted_at is null));
  return null;
end $$;
create trigger series_by_weekend after update of weekend on holiday_calendar for each row
  when (old.weekend is distinct from new.weekend) execute function weekend_moves_series();
