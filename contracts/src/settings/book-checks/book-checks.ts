import { z } from 'zod';
import { endpoint, forAdmins } from '../../endpoint.ts';
import { Instant, MinorUnits, Uuid } from '../../fields.ts';

/** The rules of the ledger checks. Each is checked separately. */
export const bookRules = [
  'entry_balances',
  'trial_balance_is_zero',
  'client_lines_have_clients',
  'ledger_is_ageing',
  'invoice_is_settled_as_allocated',
  'receipt_is_used_as_allocated',
  'invoice_is_posted',
  'payments_are_posted',
  'refunds_and_write_offs_are_posted',
  'withheld_tax_is_posted',
  'withholding_register_is_ledger',
  'base_is_of_documents',
  'settled_without_rest',
  'months_are_ledger',
  'owed_is_invoices',
  'pending_totals_are_items',
  'client_facts_are_records',
  'work_is_billed_once',
  'hours_are_billed_once',
  'annexes_are_hours',
  'ageing_is_posted',
  'outstanding_is_ledger',
  'advances_hold_their_tax',
  'staff_accounts_are_documents',
  'output_tax_is_documents',
  'tax_due_is_ledger',
  'input_tax_is_expenses',
  'numbers_without_gap',
  'numbers_in_date_order',
  'entries_after_cut_over',
  'files_are_as_stored',
  'audit_is_sealed',
] as const;
export type BookRule = (typeof bookRules)[number];

export const BookFinding = z.object({
  rule: z.enum(bookRules),
  entity: z.string().nullable(),
  /** The number of the document, the code of the client, the name and hash of the file, or the row of the seal. */
  document: z.string(),
  /** The currency of the figures; null if they are counts or bytes. */
  currency: z.string().nullable(),
  expected: MinorUnits.nullable(),
  actual: MinorUnits.nullable(),
});
export type BookFinding = z.infer<typeof BookFinding>;

/** The number of records that a run checked for one rule, and how many were wrong. */
const LookedAt = z.object({ rule: z.enum(bookRules), records: z.int(), found: z.int() });
export type LookedAt = z.infer<typeof LookedAt>;

export const BookCheck = z.object({
  id: Uuid,
  kind: z.enum(['nightly', 'by_hand']),
  at: Instant,
  found: z.int(),
  /** The first two hundred findings. */
  findings: z.array(BookFinding),
  /** By rule; empty in runs from before this was stored. */
  looked: z.array(LookedAt),
});
export type BookCheck = z.infer<typeof BookCheck>;

/** A check that somebody requested; it runs in the background. */
export const BookCheckRun = z.object({
  askedAt: Instant,
  by: z.string().nullable(),
  /** `failed`: it was interrupted repeatedly. */
  status: z.enum(['running', 'done', 'failed']),
  /** The number of rules already checked. */
  done: z.int(),
});
export type BookCheckRun = z.infer<typeof BookCheckRun>;

export const bookChecks = {
  /** The last thirty runs, newest first, and the last request. */
  list: endpoint({
    method: 'GET',
    path: '/book-checks',
    allow: forAdmins,
    input: z.object({}),
    output: z.object({ rows: z.array(BookCheck), run: BookCheckRun.nullable() }),
  }),
  /** If a check is already running, the answer is that one. */
  run: endpoint({
    method: 'POST',
    path: '/book-checks',
    allow: forAdmins,
    input: z.object({}),
    output: BookCheckRun,
  }),
};
