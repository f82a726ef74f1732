-- The books of a billing entity begin on its cut-over date: what was posted here before it would count twice.
create function cut_over_before_postings() returns trigger language plpgsql as $$
declare earliest date;
begin
  -- Postings hold the entity (journal_entry_in_open_period); those under way are waited for.
  perform from billing_entity where id = new.id for update;
  select min(entry.entry_date) into earliest from journal_entry entry
    where entry.entity_id = new.id and entry.entry_date < new.cut_over_on
      -- Opening balances that were taken back.
      and not exists (select from journal_line line join ledger_account account on account.id = line.account_id
        where line.entry_id = entry.id and account.system_key = 'opening_equity');
  if earliest is not null then
    raise exception 'entries are posted before %', new.cut_over_on using errcode = 'DB072',
      constraint = 'billing_entity_cut_over_on', detail = json_build_object('latest', earliest);
  end if;
  return new;
end $$;
create trigger cut_over_before_postings before update of cut_over_on on billing_entity for each row
  when (new.cut_over_on is not null and old.cut_over_on is distinct from new.cut_over_on)
  execute function cut_over_before_postings();
