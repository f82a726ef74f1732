-- Backups may be encrypted for public keys, whose private keys the server never has. Such a file is tested by what was on record of its bytes.

alter table backup_setting
  -- Public keys of age; null unless backups are encrypted for them.
  add column recipients text[],
  add constraint backup_setting_recipients check (recipients is null or passphrase is null and cardinality(recipients) between 1 and 10
    and recipients::text ~ '^\{age1[0-9a-z]+(,age1[0-9a-z]+)*\}$') not valid;
alter table backup_setting validate constraint backup_setting_recipients;

alter table backup
  -- The public keys for which it was encrypted.
  add column recipients text[],
  -- Of the file; backups of earlier releases have none.
  add column sha256 text,
  add constraint backup_sha256_check check (sha256 ~ '^[0-9a-f]{64}$') not valid,
  add constraint backup_encryption check (recipients is null or passphrase_set_at is null) not valid,
  drop constraint backup_proof_check,
  -- `compared`: the file has the bytes that were written, but the server cannot open it.
  add constraint backup_proof_check check (proof in ('waiting', 'running', 'restored', 'read', 'compared', 'failed')) not valid,
  drop constraint backup_proof,
  add constraint backup_proof check ((status = 'done' or (proof is null and removed_at is null))
    and coalesce(proof in ('restored', 'read', 'compared', 'failed'), false) <= (proof_at is not null)
    and case when proof = 'failed' then proof_fault is not null when proof in ('waiting', 'running') then true else proof_fault is null end) not valid;
alter table backup validate constraint backup_sha256_check;
alter table backup validate constraint backup_encryption;
alter table backup validate constraint backup_proof_check;
alter table backup validate constraint backup_proof;

drop trigger audit on backup;
create trigger audit after insert or update of proof_asked_by on backup for each row execute function audit_change('asked_at', 'asked_by',
  'started_at', 'ended_at', 'bytes', 'row_count', 'audit_seq', 'audit_hash', 'passphrase_set_at', 'recipients', 'sha256', 'fault', 'detail',
  'removed_at', 'proof_asked_by', 'proof_tries', 'proof_at', 'proof_found', 'proof_fault', 'proof_detail');

create or replace function backup_moves() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.night, new.asked_at, new.asked_by) is distinct from (old.id, old.kind, old.night, old.asked_at, old.asked_by)
    or old.removed_at is not null
    or old.status in ('done', 'failed') and (new.status, new.started_at, new.ended_at, new.folder, new.file, new.bytes, new.row_count,
        new.audit_seq, new.audit_hash, new.passphrase_set_at, new.recipients, new.sha256, new.fault, new.detail)
      is distinct from (old.status, old.started_at, old.ended_at, old.folder, old.file, old.bytes, old.row_count,
        old.audit_seq, old.audit_hash, old.passphrase_set_at, old.recipients, old.sha256, old.fault, old.detail)
    or old.status = 'running' and new.status = 'waiting'
  then
    raise exception 'a backup stays as it was recorded' using errcode = 'DB001';
  end if;
  return new;
end $$;
