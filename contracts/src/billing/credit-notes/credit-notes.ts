import { z } from 'zod';
import { voidFields } from '../documents/void-fields.ts';
import { anyOf, endpoint, forAdmins } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { ById, OwnId, PlainDate, Uuid } from '../../fields.ts';
import { MoneyTotal, listQuery, several } from '../../lists.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { AllocationInput, allocateFields, unallocateFields } from '../settlement/allocations.ts';
import { OpenInvoice } from '../settlement/open-invoices.ts';
import { refundFields, takeBackFields } from '../settlement/refunds.ts';
import {
  BeforeIssue,
  CreditNote,
  CreditNoteBasis,
  CreditNoteRow,
  WorkNext,
  creditNoteFields,
  creditNoteStatuses,
} from './credit-note-record.ts';

export const CreditNoteListQuery = listQuery(['-issueDate', 'issueDate'], {
  status: several(z.enum(creditNoteStatuses)),
  clientId: Uuid,
  entityId: Uuid,
  currency: CurrencyCode,
  from: PlainDate,
  to: PlainDate,
});

/** The group has no `view` permission: any of its permissions allows reading (docs/rules.md#reading-a-group). */
const view = { method: 'GET', allow: anyOf('credit_notes.add', 'credit_notes.edit') } as const;
const add = { allow: 'credit_notes.add', output: CreditNote } as const;
const edit = { allow: 'credit_notes.edit', output: CreditNote } as const;

export const creditNotes = {
  ...listEndpoints('/credit-notes', view.allow, {
    query: CreditNoteListQuery,
    row: CreditNoteRow,
    total: MoneyTotal,
  }),
  /** What the form needs to compute. With `creditNoteId`, the result includes the invoices of that draft. */
  basis: endpoint({
    ...view,
    path: '/credit-notes/basis',
    input: z.object({
      clientId: Uuid,
      entityId: Uuid,
      currency: CurrencyCode,
      creditNoteId: Uuid.optional(),
      invoiceId: Uuid.optional(),
    }),
    output: CreditNoteBasis,
  }),
  open: openEndpoint('/credit-notes', view.allow, CreditNote),
  /** The client's open invoices with a proposed allocation of the available amount: first the credited invoices, then the oldest due date. */
  openInvoices: endpoint({
    ...view,
    path: '/credit-notes/:id/open-invoices',
    input: ById,
    output: z.array(OpenInvoice),
  }),
  /** What a person has to decide before a draft is issued; empty for an issued credit note. */
  beforeIssue: endpoint({
    ...view,
    path: '/credit-notes/:id/before-issue',
    input: ById,
    output: BeforeIssue,
  }),
  create: createEndpoint('/credit-notes', 'credit_notes.add', {
    input: z.object({ id: OwnId, ...creditNoteFields }),
    output: CreditNote,
  }),
  edit: editEndpoint('/credit-notes', 'credit_notes.edit', {
    input: ById.extend(creditNoteFields),
    output: CreditNote,
  }),
  /** Removes a draft. */
  remove: removeEndpoint('/credit-notes', 'credit_notes.edit'),
  /**
   * Numbers and posts the credit note and applies the given allocations, in one transaction. `work` overrides the
   * draft's `billAgain` for a line.
   */
  issue: endpoint({
    ...add,
    method: 'POST',
    path: '/credit-notes/:id/issue',
    versioned: true,
    input: ById.extend({
      allocations: z.array(AllocationInput).max(200).default([]),
      work: z
        .array(z.strictObject({ invoiceLineId: Uuid, next: WorkNext }))
        .max(100)
        .default([]),
    }),
  }),
  /** Settles invoices with the available amount, on the given day or on the first day on which both documents exist. */
  allocate: endpoint({
    ...edit,
    method: 'POST',
    path: '/credit-notes/:id/allocate',
    input: allocateFields(AllocationInput),
  }),
  /** Takes one application back. The amount is outstanding on the invoice again. */
  unallocate: endpoint({
    ...edit,
    method: 'POST',
    path: '/credit-notes/:id/unallocate',
    input: unallocateFields,
  }),
  /** Refunds the available amount to the client. */
  refund: endpoint({
    ...edit,
    method: 'POST',
    path: '/credit-notes/:id/refund',
    input: ById.extend(refundFields),
  }),
  /** Reverses a refund on a day; the amount is available again. */
  takeBackRefund: endpoint({
    ...edit,
    allow: forAdmins,
    method: 'POST',
    path: '/credit-notes/:id/refunds/:refundId/take-back',
    input: ById.extend(takeBackFields),
  }),
  /** Voids a credit note of which nothing is applied or refunded. It keeps its number, and its entry is reversed. */
  void: endpoint({
    method: 'POST',
    path: '/credit-notes/:id/void',
    allow: forAdmins,
    versioned: true,
    input: ById.extend(voidFields),
    output: CreditNote,
  }),
  pdf: endpoint({ ...view, path: '/credit-notes/:id/pdf', file: true, input: ById, output: fileOutput }),
};
