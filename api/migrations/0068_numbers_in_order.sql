-- Name of the fiscal year a day falls in: the year it starts in, and the one it ends in where they differ.
create function fiscal_year_name(day date, fy_start text) returns text language sql immutable as $$
  select case when fy_start = '01-01' then first::text else first || '-' || lpad(((first + 1) % 100)::text, 2, '0') end
  from (select extract(year from day)::int - (to_char(day, 'MM-DD') < fy_start)::int as first) year
$$;

-- Where a firm comes from another program, the first number that it says is of the fiscal year in which it says so; the
-- documents of any other year begin with 1. It stays open while that year has no number.
alter table number_format add column start_fy text not null default '';
update number_format set start_fy = fiscal_year_name(current_date, entity.fy_start)
  from billing_entity entity where entity.id = entity_id;

drop trigger fix_series_start on number_format;
drop function fix_series_start();
create function series_starts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.start_seq = old.start_seq then
    new.start_fy := old.start_fy;
    return new;
  end if;
  select fiscal_year_name((now() at time zone timezone)::date, fy_start) into new.start_fy
    from billing_entity where id = new.entity_id;
  if exists (select from number_series where entity_id = new.entity_id and doc_kind = new.doc_kind and fy = new.start_fy) then
    raise exception 'the series has begun' using errcode = 'DB020';
  end if;
  return new;
end $$;
create trigger series_starts before insert or update on number_format for each row execute function series_starts();

-- The series is locked before its last date is looked at: of three who wait the third sees what the second did.
create or replace function take_number(entity uuid, kind text, year text, document uuid, issue date, before text, width int, after text,
  in_order boolean) returns table (taken_seq bigint, taken_number text) language plpgsql security definer set search_path = public as $$
declare last_issued date;
begin
  insert into number_series (entity_id, doc_kind, fy, start_seq, next_seq)
    select f.entity_id, f.doc_kind, year, first.seq, first.seq
      from number_format f cross join lateral (select case when f.start_fy = year then f.start_seq else 1 end as seq) first
      where f.entity_id = entity and f.doc_kind = kind
    on conflict do nothing;
  if in_order then
    select s.last_date into last_issued from number_series s
      where s.entity_id = entity and s.doc_kind = kind and s.fy = year for update;
    if last_issued > issue then
      raise exception 'a later document is already issued' using errcode = 'DB010';
    end if;
  end if;
  update number_series s set next_seq = s.next_seq + 1, last_date = greatest(s.last_date, issue)
    where s.entity_id = entity and s.doc_kind = kind and s.fy = year
    returning s.next_seq - 1 into taken_seq;
  if taken_seq is null then
    raise exception 'no number format for %', kind using errcode = 'DB003';
  end if;
  taken_number := before || case when length(taken_seq::text) >= width then taken_seq::text
    else lpad(taken_seq::text, width, '0') end || after;
  insert into document_number values (entity, kind, year, taken_seq, taken_number, document);
  return next;
end $$;
