/** How rows of a table belong to a client: `column` names a row of the table `of`, by its id or by its column `its`. */
export interface Link {
  column: string;
  of: string;
  its?: string;
}

const client: Link = { column: 'client_id', of: 'client' };
const by = (of: string, column = `${of}_id`): Link => ({ column, of });

/**
 * What is held on a client, table by table. A table that refers to one of these is listed too, or is among `notHeld`; a test reads the
 * catalogue.
 */
export const heldTables: Readonly<Record<string, readonly Link[]>> = {
  client: [{ column: 'id', of: 'client' }],
  // The client itself.
  client_address: [client],
  client_contact: [client],
  client_department: [client],
  client_document: [client],
  client_document_notice: [by('client_document', 'document_id')],
  client_erasure: [client],
  client_executive: [client],
  client_file: [client],
  client_note: [client],
  client_registration: [client],
  client_reminders: [client],
  charge_rate: [client],
  merged_client: [client],
  contact: [{ column: 'id', of: 'client_contact', its: 'contact_id' }],
  // Work.
  series: [client],
  series_exception: [by('series')],
  series_run: [by('series')],
  recurring_invoice: [by('series')],
  recurring_invoice_line: [by('series')],
  recurring_invoice_price: [by('series')],
  price_rise_item: [by('series')],
  price_rise_letter: [by('client_mail', 'mail_id')],
  recurring_task: [by('series')],
  recurring_task_assignee: [by('series')],
  subscription: [client],
  subscription_pause: [by('subscription')],
  subscription_price: [by('subscription')],
  task: [client],
  task_assignee: [by('task')],
  task_checklist_item: [by('task')],
  task_note: [by('task')],
  time_entry: [by('task')],
  time_bill: [by('task')],
  time_bill_entry: [by('time_bill', 'bill_id')],
  due_override_task: [by('task')],
  // Documents of billing.
  invoice: [client],
  invoice_adjustment: [by('invoice')],
  invoice_due: [by('invoice')],
  invoice_hours: [by('invoice')],
  invoice_line: [by('invoice')],
  line_work: [by('invoice_line', 'line_id')],
  creditable_line: [by('invoice')],
  creditable_posting: [by('creditable_line', 'line_id')],
  invoice_state: [by('invoice')],
  approval_step: [by('invoice')],
  dispute: [by('invoice')],
  credit_note: [client],
  credit_note_invoice: [by('credit_note')],
  credit_note_line: [by('credit_note')],
  credit_note_posting: [by('credit_note_line', 'line_id')],
  credit_note_refund: [by('credit_note')],
  credit_note_state: [by('credit_note', 'id')],
  receipt: [client],
  receipt_refund: [by('receipt')],
  receipt_state: [by('receipt')],
  postdated_cheque: [client],
  allocation: [by('receipt'), by('credit_note'), by('invoice')],
  write_off: [by('invoice')],
  proforma: [client],
  proforma_file: [by('proforma')],
  pending_item: [client],
  expense: [client],
  opening_withheld: [client],
  withholding_entry: [client],
  withholding_change: [by('withholding_entry', 'entry_id')],
  withholding_certificate: [client],
  certificate_match: [by('withholding_certificate', 'certificate_id'), by('withholding_entry', 'entry_id')],
  withheld_write_off: [by('withholding_entry', 'entry_id')],
  journal_line: [client],
  document_attachment: [by('invoice'), by('receipt'), by('credit_note'), by('task'), by('enquiry')],
  // Follow-up.
  client_follow_up: [client],
  follow_up: [client],
  follow_up_step: [client],
  promise: [client],
  promise_change: [by('promise')],
  promise_instalment: [by('promise')],
  promise_invoice: [by('promise')],
  reminder: [client],
  statement_schedule: [client],
  statement_run: [by('statement_schedule', 'schedule_id')],
  // Mails.
  client_mail: [client],
  invoice_mail: [by('invoice'), by('proforma'), by('receipt'), by('credit_note')],
  email_message: [
    { column: 'id', of: 'client_mail', its: 'message_id' },
    { column: 'id', of: 'invoice_mail', its: 'message_id' },
    { column: 'file_of', of: 'invoice' },
  ],
  email_file: [by('email_message', 'message_id')],
  refused_address: [by('email_message', 'message_id')],
  // The enquiry that the client came from, with those merged into it.
  enquiry: [{ column: 'converted_client_id', of: 'client' }, by('enquiry', 'merged_into_id')],
  enquiry_move: [by('enquiry')],
  enquiry_note: [by('enquiry')],
  enquiry_sender: [by('enquiry')],
  enquiry_service: [by('enquiry')],
  // What no foreign key tells.
  import_row: ['client', 'invoice', 'receipt', 'opening_withheld'].map((of) => by(of, 'record_id')),
  job_item: [{ column: 'subject', of: 'client' }],
  notification: [{ column: 'record_id', of: 'client' }],
};

/** Tables that refer to what is held and say nothing more of the client, and why. */
export const notHeld: Readonly<Record<string, string>> = {
  client_change: 'what a bulk change can be undone to, kept for a short time; the audit log has it',
  client_facts: 'derived from addresses and registrations',
  client_group: 'a group is of several clients; the client names it',
  client_ledger_month: 'a stored total',
  client_owed: 'a stored total',
  client_year: 'a stored total',
  enquiry_former: 'what a bulk change can be undone to, kept for a short time; the audit log has it',
  import_made: 'only names the row of the file, which is in import_row while the file is kept',
  imported_subscription: 'only says which import began the subscription, while it can be undone',
  invoice_file: 'the PDF is among the files',
  pending_total: 'a stored total',
  promise_to_judge: 'a queue of the background work',
  recurring_letter: 'a queue of the background work',
  reminder_proposal: 'what the next run of reminders would send; made anew each day',
  series_progress: 'the next day of a series, computed from its rule',
  staff_voucher_expense: 'says how the firm paid its own staff',
  task_former: 'what a bulk change can be undone to, kept for a short time; the audit log has it',
  task_mention: 'names staff only; the note has the text',
};
