import { z } from 'zod';
import { Address, addressFields, addressRefusals } from '../../address.ts';
import { CreditLimitRule } from '../../billing/documents/credit-limit.ts';
import { anyOf, endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import {
  Amount,
  ById,
  CountryCode,
  LanguageCode,
  MinorUnits,
  OwnId,
  PlainDate,
  Uuid,
  Version,
  optionalText,
  requiredText,
} from '../../fields.ts';
import { checkIdentifier } from '../../identifiers/identifiers.ts';
import { Registration, RegistrationInput, isGstinOfRegion } from '../../identifiers/registration.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { NOTHING } from '../../money/money.ts';
import { addDays } from '../../plain-date.ts';
import { BankAccount, BankAccountInput } from './bank-accounts.ts';
import {
  NumberFormat,
  NumberFormatInput,
  numberFormatFields,
  docKinds,
  numberFormatRefusal,
} from './number-formats.ts';
import { Regime } from './regimes.ts';
import { TaxDue, TaxDueChange } from './tax-due.ts';
import { isTimezone } from './timezones.ts';

export const TaxStatus = z.enum(['registered', 'composition', 'unregistered']);
export const Chronology = z.enum(['off', 'warn', 'block']);

// An invalid day aborts, because the number formats are checked against it.
const FiscalYearStart = z
  .string()
  .regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, { abort: true })
  // A fiscal year cannot begin on 29 February.
  .refine((value) => new Date(`2025-${value}T00:00:00Z`).toISOString().slice(5, 10) === value, {
    abort: true,
  });

const common = {
  name: z.string(),
  legalName: z.string(),
  country: z.string(),
  /** The base currency cannot change after the first posting. */
  baseCurrency: z.string(),
  fyStart: z.string(),
  timezone: z.string(),
  regime: Regime,
  taxStatus: TaxStatus,
  /** Totals are rounded to a multiple of these minor units; 0 means no rounding. */
  roundTotalTo: z.int(),
  roundingMode: z.enum(['document_rate', 'line']),
  roundingDir: z.enum(['half_up', 'floor']),
  /** The first day of the current rounding rule; null if it has always applied. A document is rounded by the rule of its own day. */
  roundingFrom: PlainDate.nullable(),
  paymentTermsDays: z.int(),
  defaultTerms: z.string().nullable(),
  footer: z.string().nullable(),
  docLocale: LanguageCode,
  chronology: Chronology,
  /** Whether an invoice needs another person's approval before it is issued. */
  invoiceApproval: z.boolean(),
  /** What happens to an invoice above the client's credit limit. */
  creditLimit: CreditLimitRule,
  /** An expense above this amount needs a file; null: no expense does. */
  expenseFileLimit: MinorUnits.nullable(),
  /** The largest part of an invoice that may be written off when a payment falls short, in the base currency; 0: nothing. */
  writeOffLimit: MinorUnits,
  /** Whether cash stays, in the books, with the person who received it, until it is handed over. */
  keepsStaffCash: z.boolean(),
  /** The most cash that one person should hold, in the base currency; null: no limit. */
  staffCashLimit: MinorUnits.nullable(),
  /** Days after a quarter from which a missing certificate of tax withheld is late; null: never. */
  certificateDays: z.int().nullable(),
  /** When the tax of documents falls due, before the first change. */
  taxDue: TaxDue,
  taxDueChanges: z.array(TaxDueChange),
};

/** A legal entity that issues documents, with its numbers, taxes and bank accounts. */
export const BillingEntity = z.object({
  id: Uuid,
  version: Version,
  ...common,
  address: Address,
  registrations: z.array(Registration),
  bankAccounts: z.array(BankAccount),
  numberFormats: z.array(NumberFormat),
  hasLogo: z.boolean(),
  active: z.boolean(),
});
export type BillingEntity = z.infer<typeof BillingEntity>;

export const BillingEntityRow = BillingEntity.pick({
  id: true,
  version: true,
  name: true,
  legalName: true,
  country: true,
  baseCurrency: true,
  regime: true,
  hasLogo: true,
  active: true,
});
export type BillingEntityRow = z.infer<typeof BillingEntityRow>;

const fields = {
  name: requiredText(120),
  legalName: requiredText(200),
  country: CountryCode,
  baseCurrency: CurrencyCode,
  fyStart: FiscalYearStart,
  timezone: z.string().refine(isTimezone, 'NOT_A_CHOICE'),
  regime: Regime,
  taxStatus: TaxStatus.default('registered'),
  address: z.strictObject(addressFields),
  registrations: z.array(RegistrationInput).max(20).default([]),
  bankAccounts: z.array(BankAccountInput).max(20).default([]),
  roundTotalTo: z.int().min(0).max(1_000_000).default(0),
  roundingMode: common.roundingMode.default('document_rate'),
  roundingDir: common.roundingDir.default('half_up'),
  /** Required if the rounding changes after documents have been issued; otherwise unchanged. */
  roundingFrom: PlainDate.nullish().transform((value) => value ?? null),
  paymentTermsDays: z.int().min(0).max(365).default(30),
  defaultTerms: optionalText(4000),
  footer: optionalText(1000),
  docLocale: LanguageCode.default('en'),
  chronology: Chronology.default('warn'),
  invoiceApproval: z.boolean().default(false),
  creditLimit: CreditLimitRule.default('warn'),
  expenseFileLimit: Amount.nullish().transform((value) => value ?? null),
  writeOffLimit: Amount.nullish().transform((value) => value ?? NOTHING),
  /** Absent, as in a page of an earlier version: unchanged. */
  keepsStaffCash: z.boolean().optional(),
  staffCashLimit: Amount.nullish(),
  certificateDays: z.int().min(0).max(999).nullish(),
  taxDue: TaxDue.optional(),
  taxDueChanges: z.array(z.strictObject(TaxDueChange.shape)).max(20).optional(),
};

type Checked = {
  country: string;
  fyStart: string;
  address: Address;
  registrations: Registration[];
  numberFormats?: NumberFormatInput[] | undefined;
  taxDueChanges?: TaxDueChange[] | undefined;
};

/** Each change is later than the one before. */
function checkTaxDueChanges(changes: readonly TaxDueChange[], context: z.RefinementCtx): void {
  for (const [index, { from }] of changes.entries()) {
    const before = changes[index - 1];
    if (before !== undefined && from <= before.from)
      context.addIssue({
        code: 'custom',
        path: ['taxDueChanges', index, 'from'],
        message: 'DATE_TOO_EARLY',
        params: { earliest: addDays(before.from, 1) },
      });
  }
}

/** Checks the rules between fields. */
function checkTogether(entity: Checked, context: z.RefinementCtx): void {
  const refuse = (message: string, ...path: (string | number)[]) =>
    context.addIssue({ code: 'custom', path, message });
  for (const { field, code } of addressRefusals(entity.country, entity.address))
    refuse(code, 'address', field);
  const seen = new Set<string>();
  for (const [index, { scheme, value, region }] of entity.registrations.entries()) {
    if (seen.has(scheme + value)) refuse('TWICE', 'registrations', index, 'value');
    seen.add(scheme + value);
    const regionCode = region ?? entity.address.regionCode;
    const isGstin = scheme === 'IN:GSTIN' && checkIdentifier(scheme, value).ok;
    if (isGstin && regionCode !== null && !isGstinOfRegion(value, regionCode))
      refuse('GSTIN_OF_OTHER_STATE', 'registrations', index, 'value');
  }
  checkTaxDueChanges(entity.taxDueChanges ?? [], context);
  const kinds = new Set<string>();
  for (const [index, format] of (entity.numberFormats ?? []).entries()) {
    if (kinds.has(format.docKind)) refuse('TWICE', 'numberFormats', index, 'docKind');
    kinds.add(format.docKind);
    const code = numberFormatRefusal(format, entity);
    if (code) refuse(code, 'numberFormats', index, 'format');
  }
}

const NumberPreview = z
  .object({
    ...numberFormatFields,
    /** Continues the series of this entity; absent for a new entity. */
    entityId: Uuid.optional(),
    country: CountryCode,
    fyStart: FiscalYearStart,
    /** Decides the fiscal year; today if absent. */
    issueDate: PlainDate.optional(),
  })
  .superRefine((given, context) => {
    const code = numberFormatRefusal(given, given);
    if (code) context.addIssue({ code: 'custom', path: ['format'], message: code });
  });

export const BillingEntityListQuery = listQuery(['name', '-name'], { active: z.stringbool() });

/** The group has no `view` permission: any of its permissions allows reading (docs/rules.md#reading-a-group). */
const read = anyOf('billing_entity.add', 'billing_entity.edit', 'billing_entity.delete');

export const billingEntities = {
  ...listEndpoints('/billing-entities', read, {
    query: BillingEntityListQuery,
    row: BillingEntityRow,
    total: ListTotal,
  }),
  open: openEndpoint('/billing-entities', read, BillingEntity),
  /** Creates an entity. Missing number formats get their defaults. The usual tax codes of the regime are created as well. */
  create: createEndpoint('/billing-entities', 'billing_entity.add', {
    input: z
      .object({
        id: OwnId,
        ...fields,
        numberFormats: z.array(NumberFormatInput).max(docKinds.length).default([]),
      })
      .superRefine(checkTogether),
    output: BillingEntity,
  }),
  /** Changes an entity. A kind of document without a given number format keeps the format that it has. */
  edit: editEndpoint('/billing-entities', 'billing_entity.edit', {
    input: ById.extend({
      ...fields,
      numberFormats: z.array(NumberFormatInput).max(docKinds.length).default([]),
    }).superRefine(checkTogether),
    output: BillingEntity,
  }),
  /** Deactivates an entity without drafts. It stays in reports and on its issued documents. */
  deactivate: endpoint({
    method: 'POST',
    path: '/billing-entities/:id/deactivate',
    allow: 'billing_entity.delete',
    versioned: true,
    input: ById,
    output: BillingEntity,
  }),
  reactivate: endpoint({
    method: 'POST',
    path: '/billing-entities/:id/reactivate',
    allow: 'billing_entity.delete',
    versioned: true,
    input: ById,
    output: BillingEntity,
  }),
  /** Deletes an entity that nothing uses. */
  remove: removeEndpoint('/billing-entities', 'billing_entity.delete'),
  /** The numbers of the next documents. */
  numberPreview: endpoint({
    method: 'POST',
    path: '/billing-entities/number-preview',
    allow: read,
    reads: true,
    input: NumberPreview,
    output: z.object({ numbers: z.array(z.string()) }),
  }),
  logo: endpoint({
    method: 'GET',
    path: '/billing-entities/:id/logo',
    allow: read,
    file: true,
    input: ById,
    output: fileOutput,
  }),
  /**
   * Sets the logo: PNG or JPEG, at most 300 KB; null removes it. There is no version, because the logo is not part of the form and must
   * not make an open form stale.
   */
  putLogo: endpoint({
    method: 'PUT',
    path: '/billing-entities/:id/logo',
    allow: anyOf('billing_entity.add', 'billing_entity.edit'),
    input: ById.extend({ image: z.base64().max(409_600, 'IMAGE_TOO_LARGE').nullable() }),
    output: z.object({ hasLogo: z.boolean() }),
  }),
};
