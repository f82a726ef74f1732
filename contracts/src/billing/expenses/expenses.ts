import { z } from 'zod';
import { Percentage } from '../../money/decimal.ts';
import { NOTHING, subtract } from '../../money/money.ts';
import type { Minor } from '../../money/money.ts';
import { anyOf, endpoint, forAdmins } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import {
  Amount,
  ById,
  CountryCode,
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
import { Attachment } from '../../files.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';
import { staffMoney } from '../staff-accounts/staff-vouchers.ts';
import { expenseStatuses, paidByChoices } from './expense-machine.ts';
import { InputTaxRow, InputTaxRowInput, checkInputTax } from './input-tax.ts';

const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

const fields = {
  entityId: Uuid,
  expenseDate: PlainDate,
  categoryId: Uuid,
  description: requiredText(300),
  supplier: optionalText(200),
  supplierCountry: absent(CountryCode),
  /** The supplier's tax number, checked by the scheme of its country. */
  supplierTaxId: optionalText(40),
  /** The number on the supplier's document. */
  reference: optionalText(100),
  /** The amount paid, in the entity's base currency; the net is this amount less the tax. */
  gross: Amount.min(1),
  taxAmount: Amount.default(NOTHING),
  taxRecoverable: z.boolean().default(true),
  /** The net and tax by rate. If absent, one row is proposed where a usual rate explains the tax. */
  inputTax: absent(z.array(InputTaxRowInput).max(20)),
  /** The firm owes the tax instead of the supplier, who charges none. */
  reverseCharge: z.boolean().default(false),
  /** Whether the supplier issues qualified invoices; kept in Japan alone. */
  qualifiedIssuer: absent(z.boolean()),
  /** How much of the tax may be reclaimed without a qualified invoice, in per cent; the share of its date if absent. */
  recoverablePct: absent(Percentage),
  paidBy: z.enum(paidByChoices),
  /** The claimant; the caller if absent. Claiming for somebody else needs `expenses.edit`. */
  claimantId: absent(Uuid),
  clientId: absent(Uuid),
  taskId: absent(Uuid),
  /** The department that spends it; the one of the task, or else the client's only one, if absent. */
  departmentId: absent(Uuid),
  billable: z.boolean().default(false),
  /** Whether the expense was paid in the client's name. It is then charged exactly as it was paid, without tax. */
  pureAgent: z.boolean().default(false),
  /** The amount charged to the client, which may differ from the cost; the net if absent. */
  chargeAmount: absent(Amount),
  taxCodeId: absent(Uuid),
  /** A file that the caller has already uploaded. */
  attachmentId: absent(Uuid),
};

type Checked = {
  gross: Minor;
  taxAmount: Minor;
  billable: boolean;
  pureAgent: boolean;
  clientId: string | null;
  taxCodeId: string | null;
  supplierCountry: string | null;
  supplierTaxId: string | null;
  inputTax: z.infer<typeof InputTaxRowInput>[] | null;
  reverseCharge: boolean;
};

/** Checks the rules between fields. */
function checkTogether(expense: Checked, context: z.RefinementCtx): void {
  const { gross, taxAmount, inputTax, reverseCharge } = expense;
  const refuse = (message: string, ...path: (string | number)[]) =>
    context.addIssue({ code: 'custom', path, message });
  if (taxAmount > gross) refuse('TAX_EXCEEDS_GROSS', 'taxAmount');
  if (expense.billable && expense.clientId === null) refuse('REQUIRED', 'clientId');
  if (expense.billable && !expense.pureAgent && expense.taxCodeId === null) refuse('REQUIRED', 'taxCodeId');
  if (expense.pureAgent && !expense.billable) refuse('BILLABLE_ONLY', 'pureAgent');
  if (expense.supplierTaxId !== null && expense.supplierCountry === null)
    refuse('REQUIRED', 'supplierCountry');
  if (reverseCharge && taxAmount > 0) refuse('REVERSE_CHARGE', 'taxAmount');
  if (reverseCharge && expense.pureAgent) refuse('REVERSE_CHARGE', 'pureAgent');
  if (inputTax !== null && inputTax.length > 0) {
    const whole = { net: subtract(gross, taxAmount), tax: taxAmount, reverseCharge };
    checkInputTax(inputTax, whole, refuse);
  } else if (reverseCharge) refuse('REQUIRED', 'inputTax');
}

export const ExpenseRow = z.object({
  id: Uuid,
  version: Version,
  status: z.enum(expenseStatuses),
  /** The voucher number, from approval on. */
  number: z.string().nullable(),
  entity: Reference,
  expenseDate: PlainDate,
  category: Reference,
  description: z.string(),
  supplier: z.string().nullable(),
  claimant: Reference,
  client: Reference.nullable(),
  /** The department that it is posted to. */
  department: Reference.nullable(),
  paidBy: z.enum(paidByChoices),
  currency: z.string(),
  net: MinorUnits,
  tax: MinorUnits,
  gross: MinorUnits,
  billable: z.boolean(),
  hasFile: z.boolean(),
});
export type ExpenseRow = z.infer<typeof ExpenseRow>;

export const Expense = ExpenseRow.extend({
  reference: z.string().nullable(),
  supplierCountry: z.string().nullable(),
  supplierTaxId: z.string().nullable(),
  taxRecoverable: z.boolean(),
  /** Null if the expense does not state its rates. Under reverse charge the tax of the rows is what the firm owes. */
  inputTax: z.array(InputTaxRow).nullable(),
  reverseCharge: z.boolean(),
  qualifiedIssuer: z.boolean().nullable(),
  recoverablePct: z.string(),
  /** What the firm reclaims of the tax, or of what it owes under reverse charge. */
  recoverableTax: MinorUnits,
  task: Reference.nullable(),
  /** The department that a person chose. */
  ownDepartment: Reference.nullable(),
  pureAgent: z.boolean(),
  chargeAmount: MinorUnits.nullable(),
  taxCode: Reference.nullable(),
  attachment: Attachment.nullable(),
  rejectionReason: z.string().nullable(),
  approval: z.object({ by: z.string(), at: Instant, postedOn: PlainDate }).nullable(),
  reimbursement: z
    .object({
      by: z.string(),
      on: PlainDate,
      from: z.enum(staffMoney),
      /** The staff voucher that pays the expense; null for a reimbursement of before there were any. */
      voucher: Reference.nullable(),
    })
    .nullable(),
  reversal: z.object({ by: z.string(), on: PlainDate, reason: z.string() }).nullable(),
});
export type Expense = z.infer<typeof Expense>;

export const ExpenseListQuery = listQuery(['-expenseDate', 'expenseDate'], {
  status: z.enum(expenseStatuses),
  categoryId: Uuid,
  entityId: Uuid,
  claimantId: Uuid,
  clientId: Uuid,
  departmentId: Uuid,
  from: PlainDate,
  to: PlainDate,
  paidBy: z.enum(paidByChoices),
});

/** Each sum is of one currency. There are no sums above the cap. */
export const ExpenseTotal = ListTotal.extend({
  sums: z.array(z.object({ currency: z.string(), net: MinorUnits, tax: MinorUnits, gross: MinorUnits })),
});
export type ExpenseTotal = z.infer<typeof ExpenseTotal>;

/** The result of one expense of many: its number, or why it was refused. */
export const ApproveResult = z.object({
  id: Uuid,
  number: z.string().optional(),
  refused: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type ApproveResult = z.infer<typeof ApproveResult>;

/** Reading expenses and their categories. */
export const read = {
  method: 'GET',
  allow: anyOf('expenses.add', 'expenses.edit', 'expenses.delete'),
} as const;
/** The server checks on the record whether it is the caller's own. */
const write = { allow: anyOf('expenses.add', 'expenses.edit'), output: Expense } as const;
const decide = { method: 'POST', allow: 'expenses.edit', versioned: true, output: Expense } as const;
/** Today in the entity's time zone if absent (docs/rules.md#effective-dates). */
const date = absent(PlainDate);

export const expenses = {
  ...listEndpoints('/expenses', read.allow, {
    query: ExpenseListQuery,
    row: ExpenseRow,
    total: ExpenseTotal,
  }),
  open: openEndpoint('/expenses', read.allow, Expense),
  create: createEndpoint('/expenses', 'expenses.add', {
    input: z.object({ id: OwnId, ...fields }).superRefine(checkTogether),
    output: Expense,
  }),
  edit: editEndpoint('/expenses', write.allow, {
    input: ById.extend(fields).superRefine(checkTogether),
    output: Expense,
  }),
  remove: removeEndpoint('/expenses', 'expenses.delete'),
  submit: endpoint({ ...write, method: 'POST', path: '/expenses/:id/submit', versioned: true, input: ById }),
  /** The claimant takes the expense back before a decision. */
  withdraw: endpoint({
    ...write,
    method: 'POST',
    path: '/expenses/:id/withdraw',
    versioned: true,
    input: ById,
  }),
  /** Posts the expense on a day, numbers it, and makes the amount charged to a client pending. */
  approve: endpoint({ ...decide, path: '/expenses/:id/approve', input: ById.extend({ date }) }),
  /** Approves many expenses; each gets its own result. */
  approveMany: endpoint({
    method: 'POST',
    path: '/expenses/approve',
    allow: 'expenses.edit',
    input: z.object({
      expenses: z
        .array(z.strictObject({ id: Uuid, version: Version }))
        .min(1)
        .max(100),
      date,
    }),
    output: z.object({ results: z.array(ApproveResult) }),
  }),
  reject: endpoint({
    ...decide,
    path: '/expenses/:id/reject',
    input: ById.extend({ reason: requiredText(500) }),
  }),
  /** Records that the person has been paid back: a settlement of this one expense. */
  reimburse: endpoint({
    ...decide,
    path: '/expenses/:id/reimburse',
    input: ById.extend({ date, from: z.enum(staffMoney).default('bank') }),
  }),
  /** Takes the reimbursement back on a day, by reversing the voucher that pays the expense and no other. Only admins. */
  takeBack: endpoint({
    ...decide,
    path: '/expenses/:id/take-back',
    allow: forAdmins,
    input: ById.extend({ date, reason: requiredText(500) }),
  }),
  /** Reverses an approval: the entry is reversed on a day, and nothing of the expense is pending any more. */
  reverse: endpoint({
    ...decide,
    path: '/expenses/:id/reverse',
    input: ById.extend({ date, reason: requiredText(500) }),
  }),
  /** The voucher of an approved expense. */
  pdf: endpoint({ ...read, path: '/expenses/:id/pdf', file: true, input: ById, output: fileOutput }),
  file: endpoint({ ...read, path: '/expenses/:id/file', file: true, input: ById, output: fileOutput }),
  /** A photo or a PDF, uploaded before the expense that refers to it. */
  upload: endpoint({
    method: 'POST',
    path: '/expenses/files',
    allow: anyOf('expenses.add', 'expenses.edit'),
    upload: true,
    input: z.object({ name: requiredText(200) }),
    output: Attachment,
  }),
};
