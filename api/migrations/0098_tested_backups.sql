-- A backup that failed its test stays untrusted while it is tested again, and a wrong clock does not silence the alarm. The columns called
-- proof are about that test.

alter table backup drop constraint backup_proof, add constraint backup_proof check ((status = 'done' or (proof is null and removed_at is null))
  and coalesce(proof in ('restored', 'read', 'failed'), false) <= (proof_at is not null)
  and case when proof = 'failed' then proof_fault is not null when proof in ('waiting', 'running') then true else proof_fault is null end) not valid;
alter table backup validate constraint backup_proof;

-- A backup from a time to come was made while the clock of the server was wrong; nobody knows how old it is.
create or replace function backup_overdue_since() returns timestamptz language sql stable
begin atomic
  select since
  from backup_setting, lateral (select greatest(on_since, (select max(ended_at) from backup
    where is_good(backup) and ended_at <= now())) as since) as good
  where is_on and not is_held() and since < now() - interval '2 days';
end;
