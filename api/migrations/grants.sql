-- The permissions of the application's role; run after every migration. The role owns nothing, so it cannot alter or truncate
-- a table or disable a trigger, and it may not write what only the functions of the database may write.
grant usage on schema public to :app;
grant select, insert, update, delete on all tables in schema public to :app;
grant usage, select on all sequences in schema public to :app;
revoke insert, update, delete on number_series, document_number, schema_migration from :app;
revoke update, delete on audit_event, audit_seal, journal_entry, journal_line, receipt, enquiry_note, task_note,
  period_lock, book_check from :app;
revoke insert, update, delete on ledger_account from :app;
grant insert (id, code, name, type), update (code, name, type, active, version) on ledger_account to :app;
revoke update, delete on credit_note_refund, receipt_refund from :app;
grant update (body, level, version, edited_at, withdrawn_at) on task_note to :app;
revoke update, delete on client_note from :app;
grant update (body, level, pinned_at, pinned_by, version, edited_at, withdrawn_at) on client_note to :app;
revoke update, delete on client_document_notice from :app;
revoke insert, update, delete on enquiry_move from :app;
revoke delete on time_entry from :app;
revoke delete on time_week from :app;
revoke update, delete on time_bill, time_bill_entry from :app;
revoke insert, update, delete on invoice_hours, line_work from :app;
revoke update, delete on hours_proposal from :app;
grant update (released_at, released_by) on time_bill to :app;
grant update (reversed_on, reversed_at, reversed_by, reversal_reason) on credit_note_refund, receipt_refund to :app;
revoke insert, update, delete on advance_taxing_regime, job_kind, installation from :app;
grant update (held) on installation to :app;
revoke insert, update, delete on invoice_state, receipt_state, credit_note_state from :app;
grant update (sent_at, status, outstanding, voided_at, voided_by, void_date, void_reason, reminders, reminders_paused_until)
  on invoice_state to :app;
grant update (status, reversed_at, reversed_by, reversed_on, reversal_reason, deposited_on, deposited_to, cleared_on) on receipt_state to :app;
grant update (status, available, voided_at, voided_by, void_date, void_reason) on credit_note_state to :app;
revoke delete on allocation, period_lock_exception, book_check_run, backup, backup_setting from :app;
revoke update, delete on invoice_file, invoice_mail, client_mail, reminder, approval_step from :app;
revoke delete on reminder_run from :app;
revoke delete on write_off from :app;
revoke update on attachment, file_piece, document_attachment from :app;
grant update (removed_at, removed_by, removal_reason) on document_attachment to :app;
revoke insert, update, delete on ledger_month, ledger_delta, money_month, money_delta, client_year, client_owed, pending_total,
  client_facts
  from :app;
revoke insert, update, delete on client_ledger_month from :app;
revoke update, delete on statement_run, tax_export from :app;
revoke update, delete on proforma, proforma_file, email_file from :app;
grant update (sent_at, invoice_id) on proforma to :app;
revoke insert, update, delete on client_follow_up from :app;
revoke update, delete on follow_up, follow_up_step, promise, promise_instalment, promise_invoice, promise_change, dispute from :app;
grant update (received, due_on, paid_late_on) on promise to :app;
grant update (to_on, ended_at, ended_by, end_note) on dispute to :app;
revoke delete on staff_voucher from :app;
revoke update, delete on staff_voucher_expense from :app;
revoke insert, update, delete on withholding_entry, withholding_change from :app;
grant update (deducted_on, matched_on, disputed_on, note, version, updated_at, updated_by) on withholding_entry to :app;
revoke update, delete on withholding_certificate, certificate_match, withheld_write_off from :app;
grant update (attachment_id, withdrawn_at, withdrawn_by, withdrawal_reason, version, updated_at, updated_by)
  on withholding_certificate to :app;
grant update (released_at, released_by) on certificate_match to :app;
grant update (reversed_on, reversed_at, reversed_by) on withheld_write_off to :app;
revoke update, delete on client_change from :app;
revoke insert, update, delete on merged_client from :app;
revoke update, delete on opening_withheld from :app;
grant update (taken_back_at, taken_back_by, taken_back_reason) on opening_withheld to :app;
revoke insert, update, delete on enquiry_sender from :app;
revoke insert, update, delete on client_erasure from :app;
revoke delete on audit_check from :app;
revoke update, delete on manual_journal from :app;
revoke update, delete on document_template from :app;
revoke update, delete on price_rise_item, price_rise_letter from :app;
grant update (done_at, undone_at, undone_by) on price_rise_item to :app;
