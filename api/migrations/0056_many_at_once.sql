-- What many documents on one day ask of the database, in a firm that is still young.

-- A session keeps the plan of a statement. One made while the tables were all but empty read them from end to end, and went on
-- doing so until they were next analysed: a thousand documents later each asked for milliseconds.
alter function invoice_part_frozen() set enable_seqscan = off;

-- From the entries of the sources to their lines, whatever the planner thinks of the account: its lines are a fifth of the ledger.
create or replace function receivable_of(types text[], sources uuid[]) returns bigint language sql stable as $$
  select coalesce(sum(line.debit - line.credit), 0)::bigint
  from (select id from journal_entry where source_type = any (types) and source_id = any (sources) offset 0) entry
  cross join lateral (select account_id, debit, credit from journal_line where entry_id = entry.id offset 0) line
  join ledger_account account on account.id = line.account_id
  where account.system_key = 'receivable'
$$ set enable_seqscan = off;

-- Each hash covers the one before it: what the audit rows are chained with, in one pass over them.
create function hash_onto(chained bytea, own bytea, start bytea) returns bytea language sql immutable parallel safe
  return sha256(coalesce(chained, start) || own);
create aggregate hash_chain(own bytea, start bytea) (sfunc = hash_onto, stype = bytea);
