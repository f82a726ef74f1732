-- How alike two normalised names are, from 0 to 1: the pairs of letters that they share, of all their pairs (Sørensen–Dice).
create function likeness(one text, other text) returns float language sql immutable parallel safe as $$
  select 2.0 * count(*) filter (where shared) / greatest(count(*) + count(*) filter (where shared), 1) from (
    select a.gram is not null and b.gram is not null as shared
    from unnest(search_grams(one)) as a (gram) full join unnest(search_grams(other)) as b (gram) on b.gram = a.gram) pairs
$$;
