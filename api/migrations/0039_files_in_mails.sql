-- Files beside a document go out with it, by reference; what went stays named.
alter table email_file add column attachment_id uuid references attachment;
create index email_file_attachment on email_file (attachment_id) where attachment_id is not null;
