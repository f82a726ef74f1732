-- Backups may go to a bucket of S3-compatible storage instead of a folder. The column `folder` of a backup is then the address of the bucket.

alter table backup_setting
  add column destination text not null default 'folder',
  add column bucket_endpoint text,
  -- Null for the usual one.
  add column bucket_region text,
  add column bucket_name text,
  -- Before the names of the files.
  add column bucket_prefix text,
  add column bucket_key_id text,
  -- Encrypted with the key from the environment, and never in the audit log; the log has the time at which it was set.
  add column bucket_secret bytea,
  add column bucket_secret_set_at timestamptz,
  add constraint backup_setting_destination check (destination in ('folder', 'bucket')) not valid,
  add constraint backup_setting_bucket check (num_nulls(bucket_endpoint, bucket_name, bucket_key_id, bucket_secret, bucket_secret_set_at) in (0, 5)
    and (destination <> 'bucket' or bucket_endpoint is not null) and (bucket_endpoint is not null or num_nonnulls(bucket_region, bucket_prefix) = 0)) not valid,
  add constraint backup_setting_address check (bucket_endpoint ~ '^https?://[^/@\s]+$' and bucket_name ~ '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$'
    and coalesce(bucket_prefix, 'x') ~ '^[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*$') not valid;
alter table backup_setting validate constraint backup_setting_destination;
alter table backup_setting validate constraint backup_setting_bucket;
alter table backup_setting validate constraint backup_setting_address;

drop trigger audit on backup_setting;
create trigger audit after insert or update or delete on backup_setting for each row
  execute function audit_change('passphrase', 'bucket_secret');

-- The upload under way, so that whoever finds the backup interrupted can end it.
alter table backup add column upload text;
drop trigger audit on backup;
create trigger audit after insert or update of proof_asked_by on backup for each row execute function audit_change('asked_at', 'asked_by',
  'started_at', 'ended_at', 'bytes', 'row_count', 'audit_seq', 'audit_hash', 'passphrase_set_at', 'recipients', 'sha256', 'upload', 'fault',
  'detail', 'removed_at', 'proof_asked_by', 'proof_tries', 'proof_at', 'proof_found', 'proof_fault', 'proof_detail');
