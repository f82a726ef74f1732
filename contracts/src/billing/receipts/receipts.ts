import { z } from 'zod';
import { anyOf, endpoint, fileOutput, userTypeOf } from '../../endpoint.ts';
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

/** What a receipt may be of; money that was held before the firm began here comes by no form. */
export const shownReceiptModes = [...receiptModes, 'opening'] as const;

/** A cheque is posted while it is in hand, then deposited and cleared. */
export const receiptStatuses = ['posted', 'deposited', 'cleared', 'bounced', 'reversed'] as const;

/** As they are looked for: a cheque in hand is told from money that came. */
export const receiptDisplayStatuses = [
  'posted',
  'in_hand',
  'deposited',
  'cleared',
  'bounced',
  'reversed',
] as const;

const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

/** What the payment leaves of the invoice may be given up with it, as far as the billing entity allows. */
const ReceiptAllocationInput = AllocationInput.extend({ writeOffRemainder: z.boolean().default(false) });

/** Money in, tax the client withheld and what the bank kept settle together; what is not allocated stays as the client's advance. */
export const receiptFields = {
  entityId: Uuid,
  clientId: Uuid,
  receiptDate: PlainDate,
  mode: z.enum(receiptModes),
  currency: CurrencyCode,
  /** Required of another currency than the base; 1 is a rate as any other. */
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
  /** Who took the cash; the caller when not named. */
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
  /** What went back to the client. */
  refunded: MinorUnits,
  unallocated: MinorUnits,
});
export type ReceiptRow = z.infer<typeof ReceiptRow>;

export const Receipt = ReceiptRow.extend({
  fxRate: z.string(),
  baseCurrency: z.string(),
  /** Null in the base currency itself. */
  inBase: ReceivedInBase.nullable(),
  /** Of all that stands of it: what it settled, and what was paid back. */
  exchangeGain: ExchangeGain,
  withholdingSection: z.string().nullable(),
  instrumentNo: z.string().nullable(),
  instrumentBank: z.string().nullable(),
  instrumentDate: PlainDate.nullable(),
  /** Which of the entity's bank accounts it came to. */
  bankAccount: Reference.nullable(),
  receivedBy: Reference.nullable(),
  narration: z.string().nullable(),
  docLocale: LanguageCode,
  postedAt: Instant,
  reversal: z.object({ on: PlainDate, reason: z.string() }).nullable(),
  depositedOn: PlainDate.nullable(),
  clearedOn: PlainDate.nullable(),
  /** The receipt whose cheque bounced before, and the one with which it was deposited again. */
  againOf: Reference.nullable(),
  depositedAgain: Reference.nullable(),
  bounceCharge: BounceCharge.nullable(),
  /** Of an advance voucher: what was an advance when it came, and what of it is left, each with the tax inside. */
  advance: HeldAdvance.nullable(),
  allocations: z.array(
    Allocation.extend({
      /** Whose invoice it is, where it is not the payer's own. */
      client: Reference.nullable(),
      withheldPart: MinorUnits,
      /** What was expected to be withheld when it was settled; null where no code said so. */
      withheldBy: WithheldBy.extend({ section: z.string() }).nullable(),
      /** The rest of the invoice that was given up with it. */
      writtenOff: MinorUnits,
      /** Admins any live one; others what they allocated themselves today. */
      mayUnallocate: z.boolean(),
    }),
  ),
  refunds: z.array(ReceiptRefund),
  warnings: z.array(SameReference),
});
export type Receipt = z.infer<typeof Receipt>;

/** What the form needs to know of the billing entity that receives. */
export const ReceiptBasis = z.object({
  /** Today where the entity is: only a cheque may be of a later day. */
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
  /** Something of it settles nothing yet. */
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
    // Who pays a credit note back chooses an account too.
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
  /** The open invoices of the client and of who it pays for, of one entity and currency, with a proposal (oldest due first) for the amount in hand. */
  openInvoices: endpoint({
    method: 'GET',
    path: '/receipts/open-invoices',
    allow: 'receipts.add',
    input: z.object({
      clientId: Uuid,
      entityId: Uuid,
      currency: CurrencyCode,
      /** The receipt's; today where it is not said. */
      date: PlainDate.optional(),
      settling: z.coerce.number().int().min(0).default(0),
      /** Of the client and who it pays for, or the client's own alone: an advance with tax settles no others. */
      whose: z.enum(['own', 'group']).default('group'),
    }),
    output: z.array(PayableInvoice),
  }),
  /** Receipts of the same entity, mode and reference, or the client's of the same cheque: the money may be entered already. */
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
      /** The client's cheques of later days that have no receipt yet. */
      waiting: z.array(
        z.object({ id: Uuid, dueOn: PlainDate, client: Reference, currency: z.string(), amount: MinorUnits }),
      ),
    }),
  }),
  open: openEndpoint('/receipts', 'receipts.view', Receipt),
  /** Posts at once: number, entry and allocations in one transaction. */
  create: createEndpoint('/receipts', 'receipts.add', {
    input: z.object({ id: OwnId, ...receiptFields }),
    output: Receipt,
  }),
  /** Allocates the rest of a posted receipt, on the day named or the first on which both documents stand. */
  allocate: endpoint({
    ...changed,
    method: 'POST',
    path: '/receipts/:id/allocate',
    input: allocateFields(ReceiptAllocationInput),
  }),
  /** Takes one allocation back; the invoice owes again and the amount is the client's advance. */
  unallocate: endpoint({
    ...changed,
    method: 'POST',
    path: '/receipts/:id/unallocate',
    input: unallocateFields,
  }),
  /** Pays the rest, or a part of it, back to the client. */
  refund: endpoint({
    ...changed,
    method: 'POST',
    path: '/receipts/:id/refund',
    input: ById.extend(refundFields),
  }),
  /** Mirrors a refund on a day; what went back may be used again. */
  takeBackRefund: endpoint({
    ...changed,
    allow: userTypeOf('super_admin', 'admin'),
    method: 'POST',
    path: '/receipts/:id/refunds/:refundId/take-back',
    input: ById.extend(takeBackFields),
  }),
  /**
   * Undoes a posted receipt on a day: its allocations are reversed and its entry mirrored. A cheque may have bounced, and
   * what that costs the client waits to be billed.
   */
  reverse: endpoint({
    ...changed,
    allow: userTypeOf('super_admin', 'admin'),
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
  /** The refund voucher of what went back of a taxed advance. */
  refundPdf: endpoint({
    ...view,
    path: '/receipts/:id/refunds/:refundId/pdf',
    file: true,
    input: ById.extend({ refundId: Uuid }),
    output: fileOutput,
  }),
};
