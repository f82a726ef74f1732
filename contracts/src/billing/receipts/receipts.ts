import { z } from 'zod';
import { anyOf, endpoint, forAdmins } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import {
  Amount,
  ById,
  Instant,
  LanguageCode,
  MinorUnits,
  OwnId,
  PlainDate,
  Reference,
  Uuid,
  Version,
  optionalText,
  requiredText,
} from '../../fields.ts';
import { MoneyTotal, listQuery } from '../../lists.ts';
import { createEndpoint, listEndpoints, openEndpoint } from '../../usual-endpoints.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { FxRate } from '../../money/decimal.ts';
import { NOTHING } from '../../money/money.ts';
import { ExchangeGain, ReceivedInBase } from '../documents/base-figures.ts';
import { WithheldBy } from '../invoices/invoice-record.ts';
import { PayableInvoice } from '../settlement/open-invoices.ts';
import { Allocation, AllocationInput, allocateFields, unallocateFields } from '../settlement/allocations.ts';
import { ReceiptRefund, refundFields, takeBackFields } from '../settlement/refunds.ts';
import { AdvanceBasis, AdvanceBasisQuery, HeldAdvance, advanceFields, voucherKinds } from './advances.ts';
import { BounceCharge, SameReference } from './receipt-parts.ts';

export const receiptModes = ['cash', 'cheque', 'bank', 'upi', 'card', 'gateway', 'adjustment'] as const;

/** The modes of stored receipts. `opening` is money held on the cut-over date; no form offers it. */
export const shownReceiptModes = [...receiptModes, 'opening'] as const;

/** A cheque is `posted` while it is in hand, then `deposited` and `cleared`. */
export const receiptStatuses = ['posted', 'deposited', 'cleared', 'bounced', 'reversed'] as const;

/** The statuses to filter by. `in_hand` separates cheques that are not deposited yet from other posted receipts. */
export const receiptDisplayStatuses = [
  'posted',
  'in_hand',
  'deposited',
  'cleared',
  'bounced',
  'reversed',
] as const;

const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

/** The remainder of the invoice may be written off with the payment, up to the billing entity's limit. */
const ReceiptAllocationInput = AllocationInput.extend({ writeOffRemainder: z.boolean().default(false) });

/** The amount received, the tax withheld and the bank charges settle invoices together. What is not allocated stays as the client's advance. */
export const receiptFields = {
  entityId: Uuid,
  clientId: Uuid,
  receiptDate: PlainDate,
  mode: z.enum(receiptModes),
  currency: CurrencyCode,
  /** Required if the currency is not the base currency; a rate of 1 is valid. */
  fxRate: absent(FxRate),
  amount: Amount,
  withheld: Amount.default(NOTHING),
  bankCharge: Amount.default(NOTHING),
  withholdingSection: optionalText(30),
  instrumentNo: optionalText(40),
  instrumentBank: optionalText(100),
  instrumentDate: absent(PlainDate),
  reference: optionalText(100),
  bankAccountId: absent(Uuid),
  /** The person who took the cash; the caller if absent. */
  receivedBy: absent(Uuid),
  narration: optionalText(1000),
  ...advanceFields,
  allocations: z.array(ReceiptAllocationInput).max(200).default([]),
};

export const ReceiptRow = z.object({
  id: Uuid,
  version: Version,
  number: z.string(),
  voucherKind: z.enum(voucherKinds),
  status: z.enum(receiptStatuses),
  entity: Reference,
  client: Reference,
  receiptDate: PlainDate,
  mode: z.enum(shownReceiptModes),
  reference: z.string().nullable(),
  currency: z.string(),
  amount: MinorUnits,
  withheld: MinorUnits,
  bankCharge: MinorUnits,
  allocated: MinorUnits,
  /** The amount refunded to the client. */
  refunded: MinorUnits,
  unallocated: MinorUnits,
});
export type ReceiptRow = z.infer<typeof ReceiptRow>;

export const Receipt = ReceiptRow.extend({
  /** Whether the client is erased: it takes nothing new. */
  clientErased: z.boolean(),
  fxRate: z.string(),
  baseCurrency: z.string(),
  /** Null if the currency is the base currency. */
  inBase: ReceivedInBase.nullable(),
  /** The exchange gain of all live allocations and refunds. */
  exchangeGain: ExchangeGain,
  withholdingSection: z.string().nullable(),
  instrumentNo: z.string().nullable(),
  instrumentBank: z.string().nullable(),
  instrumentDate: PlainDate.nullable(),
  /** The entity's bank account that received the money. */
  bankAccount: Reference.nullable(),
  receivedBy: Reference.nullable(),
  narration: z.string().nullable(),
  docLocale: LanguageCode,
  postedAt: Instant,
  reversal: z.object({ on: PlainDate, reason: z.string() }).nullable(),
  depositedOn: PlainDate.nullable(),
  clearedOn: PlainDate.nullable(),
  /** The receipt of the cheque's earlier, bounced deposit, and the receipt of its later one. */
  againOf: Reference.nullable(),
  depositedAgain: Reference.nullable(),
  bounceCharge: BounceCharge.nullable(),
  /** For an advance voucher: the advance at the time of receipt and what is left of it, each with its tax included. */
  advance: HeldAdvance.nullable(),
  allocations: z.array(
    Allocation.extend({
      /** The client of the invoice, if it is not the payer. */
      client: Reference.nullable(),
      withheldPart: MinorUnits,
      /** The basis of the withholding expected at settlement; null if no withholding code applied. */
      withheldBy: WithheldBy.extend({ section: z.string() }).nullable(),
      /** The remainder of the invoice that was written off with it. */
      writtenOff: MinorUnits,
      /** Admins may take back any live allocation; others only those that they made today. */
      mayUnallocate: z.boolean(),
    }),
  ),
  refunds: z.array(ReceiptRefund),
  warnings: z.array(SameReference),
});
export type Receipt = z.infer<typeof Receipt>;

/** What the form needs from the receiving billing entity. */
export const ReceiptBasis = z.object({
  /** Today in the entity's time zone: only a cheque may have a later date. */
  today: PlainDate,
  baseCurrency: z.string(),
  bankAccounts: z.array(Reference),
});

export const ReceiptListQuery = listQuery(['-receiptDate', 'receiptDate'], {
  clientId: Uuid,
  entityId: Uuid,
  currency: CurrencyCode,
  mode: z.enum(shownReceiptModes),
  status: z.enum(receiptDisplayStatuses),
  /** Only receipts with an unallocated amount. */
  inAdvance: z.stringbool(),
  from: PlainDate,
  to: PlainDate,
});

const view = { method: 'GET', allow: 'receipts.view' } as const;
const changed = { allow: 'receipts.add', output: Receipt } as const;

export const receipts = {
  ...listEndpoints('/receipts', 'receipts.view', {
    query: ReceiptListQuery,
    row: ReceiptRow,
    total: MoneyTotal,
  }),
  basis: endpoint({
    method: 'GET',
    path: '/receipts/basis',
    // A person who refunds a credit note chooses an account too.
    allow: anyOf('receipts.add', 'credit_notes.edit'),
    input: z.object({ entityId: Uuid }),
    output: ReceiptBasis,
  }),
  /** How an advance would be taxed on its day. */
  advanceBasis: endpoint({
    method: 'GET',
    path: '/receipts/advance-basis',
    allow: 'receipts.add',
    input: AdvanceBasisQuery,
    output: AdvanceBasis,
  }),
  /**
   * The open invoices of the client and of the clients it pays for, in one entity and currency, with a proposed
   * allocation of the amount (oldest due date first).
   */
  openInvoices: endpoint({
    method: 'GET',
    path: '/receipts/open-invoices',
    allow: 'receipts.add',
    input: z.object({
      clientId: Uuid,
      entityId: Uuid,
      currency: CurrencyCode,
      /** The date of the receipt; today if absent. */
      date: PlainDate.optional(),
      settling: z.coerce.number().int().min(0).default(0),
      /** `group` includes the clients that the client pays for. A taxed advance may settle the client's own invoices only. */
      whose: z.enum(['own', 'group']).default('group'),
    }),
    output: z.array(PayableInvoice),
  }),
  /** Possible duplicates: receipts of the same mode and reference in any billing entity, or the client's receipts of the same cheque. */
  sameReference: endpoint({
    method: 'GET',
    path: '/receipts/same-reference',
    allow: 'receipts.add',
    input: z.object({
      entityId: Uuid,
      clientId: Uuid,
      mode: z.enum(receiptModes),
      reference: requiredText(100),
    }),
    output: z.object({
      rows: z.array(
        ReceiptRow.pick({
          id: true,
          number: true,
          receiptDate: true,
          client: true,
          currency: true,
          amount: true,
        }),
      ),
      /** The client's post-dated cheques that have no receipt yet. */
      waiting: z.array(
        z.object({ id: Uuid, dueOn: PlainDate, client: Reference, currency: z.string(), amount: MinorUnits }),
      ),
    }),
  }),
  open: openEndpoint('/receipts', 'receipts.view', Receipt),
  /** Records and posts a receipt: number, entry and allocations in one transaction. */
  create: createEndpoint('/receipts', 'receipts.add', {
    input: z.object({ id: OwnId, ...receiptFields }),
    output: Receipt,
  }),
  /** Allocates the advance of a posted receipt, on the given day or on the first day on which both documents exist. */
  allocate: endpoint({
    ...changed,
    method: 'POST',
    path: '/receipts/:id/allocate',
    input: allocateFields(ReceiptAllocationInput),
  }),
  /** Takes one allocation back: the amount is outstanding on the invoice again, and an advance of the client. */
  unallocate: endpoint({
    ...changed,
    method: 'POST',
    path: '/receipts/:id/unallocate',
    input: unallocateFields,
  }),
  /** Refunds all or part of the advance to the client. */
  refund: endpoint({
    ...changed,
    method: 'POST',
    path: '/receipts/:id/refund',
    input: ById.extend(refundFields),
  }),
  /** Reverses a refund on a day; the amount is an advance again. */
  takeBackRefund: endpoint({
    ...changed,
    allow: forAdmins,
    method: 'POST',
    path: '/receipts/:id/refunds/:refundId/take-back',
    input: ById.extend(takeBackFields),
  }),
  /**
   * Reverses a posted receipt on a day, with its allocations and its entry. If a cheque bounced, the charge to the
   * client becomes a pending item.
   */
  reverse: endpoint({
    ...changed,
    allow: forAdmins,
    method: 'POST',
    path: '/receipts/:id/reverse',
    input: ById.extend({
      date: PlainDate,
      reason: requiredText(500),
      bounced: z.boolean().default(false),
      charge: Amount.default(NOTHING),
      chargeTaxCodeId: absent(Uuid),
    }),
  }),
  pdf: endpoint({ ...view, path: '/receipts/:id/pdf', file: true, input: ById, output: fileOutput }),
  /** The refund voucher of a taxed advance. */
  refundPdf: endpoint({
    ...view,
    path: '/receipts/:id/refunds/:refundId/pdf',
    file: true,
    input: ById.extend({ refundId: Uuid }),
    output: fileOutput,
  }),
};
