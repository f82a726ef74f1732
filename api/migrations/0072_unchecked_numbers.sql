-- A tax number whose checksum does not fit is kept where a person says why it is right all the same.
alter table client_registration add column note text check (note <> '');
