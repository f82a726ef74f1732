import { z } from 'zod';
import { endpoint, forAdmins } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import {
  Amount,
  ById,
  Instant,
  MinorUnits,
  OwnId,
  PlainDate,
  Reference,
  Uuid,
  Version,
  optionalText,
  requiredText,
} from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { listEndpoints, openEndpoint } from '../../usual-endpoints.ts';

export const staffVoucherKinds = ['advance', 'advance_return', 'settlement', 'hand_over'] as const;
export type StaffVoucherKind = (typeof staffVoucherKinds)[number];

/** A hand-over is offered first and posted by its confirmation; any other voucher is posted at once. */
export const staffVoucherStatuses = ['offered', 'withdrawn', 'posted', 'reversed'] as const;
export type StaffVoucherStatus = (typeof staffVoucherStatuses)[number];

/** Where the money comes from or goes to: the firm's money, or what the person already has of the firm's. */
export const staffMoney = ['bank', 'cash', 'advance', 'staff_cash'] as const;
export type StaffMoney = (typeof staffMoney)[number];

/** The most expenses that one settlement pays. */
export const mostExpenses = 100;

/** What the caller may do with the voucher now. */
export const staffVoucherSteps = ['confirm', 'withdraw', 'reverse'] as const;
export type StaffVoucherStep = (typeof staffVoucherSteps)[number];

export const StaffVoucherRow = z.object({
  id: Uuid,
  version: Version,
  kind: z.enum(staffVoucherKinds),
  status: z.enum(staffVoucherStatuses),
  /** Null until the voucher is posted. */
  number: z.string().nullable(),
  entity: Reference,
  date: PlainDate,
  /** Who gets the advance, is paid, or hands over cash. */
  person: Reference,
  account: z.enum(staffMoney),
  /** Who receives the cash of a hand-over; null if it goes to the bank. */
  receiver: Reference.nullable(),
  currency: z.string(),
  amount: MinorUnits,
});
export type StaffVoucherRow = z.infer<typeof StaffVoucherRow>;

export const StaffVoucher = StaffVoucherRow.extend({
  reference: z.string().nullable(),
  note: z.string().nullable(),
  /** Who entered the voucher, and who posted it. */
  by: z.string().nullable(),
  posting: z.object({ by: z.string(), at: Instant }).nullable(),
  reversal: z.object({ by: z.string(), on: PlainDate, reason: z.string() }).nullable(),
  /** The expenses that a settlement pays. */
  expenses: z.array(
    z.object({ id: Uuid, number: z.string(), date: PlainDate, description: z.string(), amount: MinorUnits }),
  ),
  /** The steps that the caller may take. */
  steps: z.array(z.enum(staffVoucherSteps)),
});
export type StaffVoucher = z.infer<typeof StaffVoucher>;

export const StaffVoucherListQuery = listQuery(['-date', 'date'], {
  status: z.enum(staffVoucherStatuses),
  kind: z.enum(staffVoucherKinds),
  entityId: Uuid,
  personId: Uuid,
  from: PlainDate,
  to: PlainDate,
  /** Only hand-overs that the caller may confirm. */
  forMe: z.stringbool(),
});

/** Today in the entity's time zone if absent (docs/rules.md#effective-dates). */
const date = PlainDate.nullish().transform((value) => value ?? null);
const given = {
  id: OwnId,
  entityId: Uuid,
  personId: Uuid,
  date,
  reference: optionalText(100),
  note: optionalText(500),
};
const ofFirm = z.enum(['bank', 'cash']);

/** Never for oneself. */
const command = { method: 'POST', allow: 'expenses.edit', output: StaffVoucher } as const;
/** The server checks on the record who the caller is. */
const step = { method: 'POST', allow: 'signedIn', versioned: true, output: StaffVoucher } as const;

/** The vouchers of one's own money are for everyone; those of others need a permission, and are limited by scope. */
export const staffVouchers = {
  ...listEndpoints('/staff-vouchers', 'signedIn', {
    query: StaffVoucherListQuery,
    row: StaffVoucherRow,
    total: ListTotal,
  }),
  open: openEndpoint('/staff-vouchers', 'signedIn', StaffVoucher),
  /** Gives the person money for expenses to come. */
  advance: endpoint({
    ...command,
    path: '/staff-vouchers/advances',
    input: z.object({ ...given, amount: Amount.min(1), account: ofFirm.default('bank') }),
  }),
  /** The person gives back what is left of the advance. */
  returnAdvance: endpoint({
    ...command,
    path: '/staff-vouchers/returns',
    input: z.object({ ...given, amount: Amount.min(1), account: ofFirm.default('bank') }),
  }),
  /** Pays approved expenses of one person and entity, each whole: from the firm's money, the person's advance, or the cash that the person holds. */
  settle: endpoint({
    ...command,
    path: '/staff-vouchers/settlements',
    input: z.object({
      ...given,
      expenseIds: z
        .array(Uuid)
        .min(1)
        .max(mostExpenses)
        .refine((ids) => new Set(ids).size === ids.length, 'TWICE'),
      account: z.enum(staffMoney).default('bank'),
    }),
  }),
  /** Offers cash to another person, or to the firm's bank; nothing is posted before it is confirmed. Own cash needs no permission. */
  handOver: endpoint({
    method: 'POST',
    path: '/staff-vouchers/hand-overs',
    allow: 'signedIn',
    input: z.object({
      ...given,
      currency: CurrencyCode,
      amount: Amount.min(1),
      /** Null: to the bank. */
      receiverId: Uuid.nullish().transform((value) => value ?? null),
    }),
    output: StaffVoucher,
  }),
  /** The receiver has the cash; cash for the bank is confirmed by someone with `expenses.edit` who did not hold it. */
  confirm: endpoint({ ...step, path: '/staff-vouchers/:id/confirm', input: ById }),
  withdraw: endpoint({ ...step, path: '/staff-vouchers/:id/withdraw', input: ById }),
  /** Posts the voucher backwards on a day. The expenses of a settlement are owed again. */
  reverse: endpoint({
    method: 'POST',
    path: '/staff-vouchers/:id/reverse',
    allow: forAdmins,
    versioned: true,
    input: ById.extend({ date, reason: requiredText(500) }),
    output: StaffVoucher,
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/staff-vouchers/:id/pdf',
    allow: 'signedIn',
    file: true,
    input: ById,
    output: fileOutput,
  }),
};
