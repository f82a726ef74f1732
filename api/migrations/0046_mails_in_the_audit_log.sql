-- The audit log says that a mail was sent, to whom and about what. Its text is with the mail alone: what is in the log can never go.
drop trigger audit on invoice_mail;
create trigger audit after insert on invoice_mail for each row execute function audit_change('body');
drop trigger audit on client_mail;
create trigger audit after insert on client_mail for each row execute function audit_change('body', 'html');
