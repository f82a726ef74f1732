-- How the firm presents itself, and the mail server that it sends by.

-- The one row of the firm.
create table firm (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null default true unique check (is_only),
  -- Null for the name of the program.
  name text check (length(name) between 1 and 120),
  logo bytea check (length(logo) <= 307200),
  logo_type text,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint firm_logo check ((logo is null) = (logo_type is null))
);
call keep_record('firm', 'logo');
create trigger firm_stays before delete on firm for each row execute function refuse_change();
insert into firm default values;

-- The one row of the mail settings. What the environment of the server names wins over it.
create table mail_setting (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null default true unique check (is_only),
  host text check (host ~ '^[0-9A-Za-z]([0-9A-Za-z.:-]{0,251}[0-9A-Za-z])?$'),
  port int check (port between 1 and 65535),
  -- TLS from the first byte, TLS after STARTTLS, or none.
  security text check (security in ('tls', 'starttls', 'none')),
  username text check (length(username) between 1 and 200),
  -- Encrypted with the key from the environment, and never in the audit log; the log has the time at which it was set.
  password bytea,
  password_set_at timestamptz,
  sender text check (length(sender) between 3 and 254),
  reply_to text check (length(reply_to) between 3 and 254),
  -- The end of letters to clients, by language; a language without one is null or absent.
  signatures jsonb not null default '{}' check (jsonb_typeof(signatures) = 'object'),
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint mail_setting_server check ((host is null) = (port is null) and (host is null) = (security is null)
    and (host is not null or username is null)),
  constraint mail_setting_password check ((username is null) = (password is null) and (password is null) = (password_set_at is null))
);
call keep_record('mail_setting', 'password');
create trigger mail_setting_stays before delete on mail_setting for each row execute function refuse_change();
insert into mail_setting default values;
