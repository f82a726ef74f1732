-- Contacts are people whom several clients may share, and addresses that a mail server refused. Each existing contact stays a
-- person of its own: whether two are the same is for people to say.

-- Nobody is a contact of no client.
delete from contact where not exists (select from client_contact where client_contact.contact_id = contact.id);

-- Two spellings of one address are one address.
update contact set email = lower(email) where email <> lower(email);
alter table contact add constraint contact_email_folded check (email = lower(email));

alter table contact
  add version int not null default 1,
  add search_text text not null generated always as
    (search_normal(name || coalesce(' ' || email, '') || coalesce(' ' || phone, ''))) stored,
  add search_grams text[] generated always as
    (search_grams(search_normal(name || coalesce(' ' || email, '') || coalesce(' ' || phone, '')))) stored;
create index contact_by_name on contact (name collate "und-x-icu", id);
create index contact_search on contact using gin (search_grams);

-- An edit of a person raises the version, whichever record it is done on.
create function contact_edited() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger contact_edited before update on contact for each row
  when ((old.name, old.email, old.phone) is distinct from (new.name, new.email, new.phone)) execute function contact_edited();

alter table client_contact
  -- What the person is at this client, such as "Head of finance".
  add position text check (length(position) between 1 and 120),
  -- As the columns before; null means as for invoices.
  add send_receipts text check (send_receipts in ('to', 'cc', 'none')),
  add send_credit_notes text check (send_credit_notes in ('to', 'cc', 'none'));

-- A contact goes with its last client, whoever takes that away. At commit, because a command may give the contact to another
-- client later. The lock waits for whoever is giving it to a client, or is taking it from one.
create function contact_goes_with_last_client() returns trigger language plpgsql as $$
begin
  perform from contact where contact.id = old.contact_id for update;
  delete from contact where contact.id = old.contact_id
    and not exists (select from client_contact where client_contact.contact_id = old.contact_id);
  return null;
end $$;
create constraint trigger contact_goes_with_last_client after delete on client_contact deferrable initially deferred
  for each row execute function contact_goes_with_last_client();

-- Addresses that a mail server refused for good, in lower case, each once however many mails and contacts have it. The latest
-- refusal is kept. A mail that is accepted takes the mark off.
create table refused_address (
  address text primary key check (address = lower(address) and address <> ''),
  refused_at timestamptz not null default now(),
  -- The code of the mail server's reply, such as "550 5.1.1".
  reason text not null check (reason <> ''),
  message_id uuid not null references email_message
);
create index refused_address_message on refused_address (message_id);

-- An address that nobody has any more loses its mark, so that it is tried again if somebody gets it.
create function refused_address_left() returns trigger language plpgsql as $$
begin
  delete from refused_address where address = old.email
    and not exists (select from contact where contact.email = old.email);
  return null;
end $$;
create trigger refused_address_left after update of email or delete on contact for each row when (old.email is not null)
  execute function refused_address_left();
