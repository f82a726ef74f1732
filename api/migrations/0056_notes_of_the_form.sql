-- What the enquiry form writes has the form as its author, and is read in each reader's language: the message is the text of the
-- note, and what it came with is data (docs/rules.md#the-enquiry-form).
alter table enquiry_note
  add column form jsonb check (jsonb_typeof(form) = 'object'),
  add constraint enquiry_note_author check (form is null or created_by is null);

-- The audit log never says what was written.
drop trigger audit on enquiry_note;
create trigger audit after insert on enquiry_note for each row execute function audit_change('body', 'form');
