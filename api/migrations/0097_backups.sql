-- Backups by schedule and by hand, their retention, and the proof that they can be restored (docs/rules.md#backups).

-- The one row of the schedule.
create table backup_setting (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null default true unique check (is_only),
  is_on boolean not null default false,
  -- Since when the schedule is on: before that no backup was due.
  on_since timestamptz,
  -- In the time zone of the firm.
  at_time time not null default '02:00',
  -- On the server; null for the folder that its environment names.
  folder text check (folder ~ '^(/|[A-Za-z]:[/\\])' and length(folder) <= 500),
  -- Encrypted with the key from the environment, and never in the audit log; the log has the time at which it was set.
  passphrase bytea,
  passphrase_set_at timestamptz,
  keep_daily int not null default 7 check (keep_daily between 1 and 60),
  keep_weekly int not null default 5 check (keep_weekly between 0 and 60),
  keep_monthly int not null default 12 check (keep_monthly between 0 and 120),
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint backup_setting_passphrase check ((passphrase is null) = (passphrase_set_at is null)),
  constraint backup_setting_on check (is_on = (on_since is not null))
);
call keep_record('backup_setting', 'passphrase');
create trigger backup_setting_stays before delete on backup_setting for each row execute function refuse_change();
insert into backup_setting default values;

-- A backup that the schedule or a person requested; one of several servers makes it in the background.
create table backup (
  id uuid primary key,
  kind text not null check (kind in ('scheduled', 'by_hand')),
  -- The day of the firm on which a scheduled backup was due.
  night date,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  asked_at timestamptz not null default clock_timestamp(),
  asked_by uuid default daybook_actor() references app_user,
  started_at timestamptz,
  ended_at timestamptz,
  folder text,
  file text check (file !~ '[/\\]'),
  -- The size of the file, the rows of all tables, and the head of the audit log.
  bytes bigint check (bytes > 0),
  row_count bigint check (row_count >= 0),
  audit_seq bigint,
  audit_hash text,
  -- When the passphrase that encrypted it was set; null if it is not encrypted.
  passphrase_set_at timestamptz,
  -- Why it failed: a code of contracts/src/settings/backups/backups.ts, and the words of the system.
  fault text,
  detail text,
  -- When the retention deleted the file.
  removed_at timestamptz,
  -- The last proof: restored into a scratch database and checked, or only read as a whole.
  proof text check (proof in ('waiting', 'running', 'restored', 'read', 'failed')),
  proof_asked_by uuid references app_user,
  -- How often the proof began: the server may have been restarted on the way.
  proof_tries int not null default 0 check (proof_tries >= 0),
  proof_at timestamptz,
  -- What the ledger checks found in the restored firm.
  proof_found int check (proof_found >= 0),
  proof_fault text,
  proof_detail text,
  constraint backup_night check ((kind = 'scheduled') = (night is not null)),
  constraint backup_started check ((status = 'waiting') = (started_at is null)),
  constraint backup_ended check ((status in ('done', 'failed')) = (ended_at is not null)),
  constraint backup_done check (status <> 'done' or num_nulls(folder, file, bytes, row_count, audit_seq, audit_hash) = 0),
  constraint backup_fault check ((status = 'failed') = (fault is not null)),
  constraint backup_proof check ((status = 'done' or (proof is null and removed_at is null))
    and coalesce(proof in ('restored', 'read', 'failed'), false) <= (proof_at is not null)
    and coalesce(proof = 'failed', false) = (proof_fault is not null))
);
create index backup_asked on backup (asked_at desc);
create index backup_asked_by on backup (asked_by);
create index backup_proof_asked_by on backup (proof_asked_by) where proof_asked_by is not null;
-- Concurrent requests share one backup, and a night has one that did not fail.
create unique index backup_open on backup ((ended_at is null)) where ended_at is null;
create unique index backup_of_night on backup (night) where status <> 'failed';
create index backup_proof_open on backup (id) where proof in ('waiting', 'running');
-- Who requested a backup or its proof. How it went is in the row itself.
create trigger audit after insert or update of proof_asked_by on backup for each row execute function audit_change('asked_at', 'asked_by',
  'started_at', 'ended_at', 'bytes', 'row_count', 'audit_seq', 'audit_hash', 'passphrase_set_at', 'fault', 'detail', 'removed_at',
  'proof_asked_by', 'proof_tries', 'proof_at', 'proof_found', 'proof_fault', 'proof_detail');
create trigger backup_no_delete before delete on backup for each row execute function refuse_change();
create trigger backup_no_truncate before truncate on backup for each statement execute function refuse_change();

-- What was written where stays on record; only the proof and the end of the file may be noted later.
create function backup_moves() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.night, new.asked_at, new.asked_by) is distinct from (old.id, old.kind, old.night, old.asked_at, old.asked_by)
    or old.removed_at is not null
    or old.status in ('done', 'failed') and (new.status, new.started_at, new.ended_at, new.folder, new.file, new.bytes, new.row_count,
        new.audit_seq, new.audit_hash, new.passphrase_set_at, new.fault, new.detail)
      is distinct from (old.status, old.started_at, old.ended_at, old.folder, old.file, old.bytes, old.row_count,
        old.audit_seq, old.audit_hash, old.passphrase_set_at, old.fault, old.detail)
    or old.status = 'running' and new.status = 'waiting'
  then
    raise exception 'a backup stays as it was recorded' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger backup_moves before update on backup for each row execute function backup_moves();

-- Whether a backup can be relied on, as far as is known. What says nothing about the file, such as another passphrase, does not count.
create function is_good(backup) returns boolean language sql immutable
  return $1.status = 'done' and $1.proof_fault is distinct from 'ARCHIVE_REFUSED' and $1.proof_fault is distinct from 'FILE_MISSING';

-- Since when there has been no good backup, if that is too long; null while all is well, while the schedule is off, and while the firm
-- is held after a restore.
create function backup_overdue_since() returns timestamptz language sql stable
begin atomic
  select since
  from backup_setting, lateral (select greatest(on_since, (select max(ended_at) from backup
    where is_good(backup))) as since) as good
  where is_on and not is_held() and since < now() - interval '2 days';
end;

call also_allow('notification', 'notification_kind_check', $$ kind in ('backup_failed', 'backup_overdue') $$);

create function tell_of_failed_backup() returns trigger language plpgsql as $$
begin
  perform tell(app_user.id, 'backup_failed', '{}', 'backup', new.id)
    from app_user where user_type in ('super_admin', 'admin') and status = 'active';
  return null;
end $$;
create trigger tell_of_failed_backup after update on backup for each row
  when (old.status <> 'failed' and new.status = 'failed' or old.proof is distinct from new.proof and new.proof = 'failed')
  execute function tell_of_failed_backup();
