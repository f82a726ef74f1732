import { z } from 'zod';
import { Address, addressFields, addressRefusals } from '../../address.ts';
import { anyOf, endpoint, fileOutput } from '../../endpoint.ts';
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
import { BankAccount, BankAccountInput } from './bank-accounts.ts';
import {
  NumberFormat,
  NumberFormatInput,
  numberFormatFields,
  numberFormatRefusal,
} from './number-formats.ts';
import { Regime } from './regimes.ts';
import { isTimezone } from './timezones.ts';

export const TaxStatus = z.enum(['registered', 'composition', 'unregistered']);
export const Chronology = z.enum(['off', 'warn', 'block']);

// What is no day at all aborts: the formats of numbers are checked against it.
const FiscalYearStart = z
  .string()
  .regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, { abort: true })
  // A year cannot begin on a day that not every year has.
  .refine((value) => new Date(`2025-${value}T00:00:00Z`).toISOString().slice(5, 10) === value, {
    abort: true,
  });

const common = {
  name: z.string(),
  legalName: z.string(),
  country: z.string(),
  /** Fixed by the first posting. */
  baseCurrency: z.string(),
  fyStart: z.string(),
  timezone: z.string(),
  regime: Regime,
  taxStatus: TaxStatus,
  /** A multiple of minor units that totals are rounded to; 0 leaves them. */
  roundTotalTo: z.int(),
  roundingMode: z.enum(['document_rate', 'line']),
  roundingDir: z.enum(['half_up', 'floor']),
  /** The first day on which it rounds so; null where it always did. A document is rounded as on its own day. */
  roundingFrom: PlainDate.nullable(),
  paymentTermsDays: z.int(),
  defaultTerms: z.string().nullable(),
  footer: z.string().nullable(),
  docLocale: LanguageCode,
  chronology: Chronology,
  /** Its invoices are issued when another person has approved them. */
  invoiceApproval: z.boolean(),
  /** An expense of more needs a file; null: none does. */
  expenseFileLimit: MinorUnits.nullable(),
  /** The most of an invoice that is written off with a payment that falls short, in the base currency; 0: nothing. */
  writeOffLimit: MinorUnits,
};

/** Who bills: a firm's own company or branch, with its numbers, its tax and its banks. */
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
  /** Asked for where the rounding changes and documents are issued already; else it is as it was. */
  roundingFrom: PlainDate.nullish().transform((value) => value ?? null),
  paymentTermsDays: z.int().min(0).max(365).default(30),
  defaultTerms: optionalText(4000),
  footer: optionalText(1000),
  docLocale: LanguageCode.default('en'),
  chronology: Chronology.default('warn'),
  invoiceApproval: z.boolean().default(false),
  expenseFileLimit: Amount.nullish().transform((value) => value ?? null),
  writeOffLimit: Amount.nullish().transform((value) => value ?? NOTHING),
};

type Checked = {
  country: string;
  fyStart: string;
  address: Address;
  registrations: Registration[];
  numberFormats?: NumberFormatInput[] | undefined;
};

/** What one field says about another. */
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
    /** Continues this entity's series; absent while it is being made. */
    entityId: Uuid.optional(),
    country: CountryCode,
    fyStart: FiscalYearStart,
    /** Decides the fiscal year; today when absent. */
    issueDate: PlainDate.optional(),
  })
  .superRefine((given, context) => {
    const code = numberFormatRefusal(given, given);
    if (code) context.addIssue({ code: 'custom', path: ['format'], message: code });
  });

export const BillingEntityListQuery = listQuery(['name', '-name'], { active: z.stringbool() });

/** Any leaf reads: the group has no `view` (docs/rules.md#reading-a-group). */
const read = anyOf('billing_entity.add', 'billing_entity.edit', 'billing_entity.delete');

export const billingEntities = {
  ...listEndpoints('/billing-entities', read, {
    query: BillingEntityListQuery,
    row: BillingEntityRow,
    total: ListTotal,
  }),
  open: openEndpoint('/billing-entities', read, BillingEntity),
  /** Number formats that are not given take their defaults; the regime's usual tax codes are made with it. */
  create: createEndpoint('/billing-entities', 'billing_entity.add', {
    input: z
      .object({ id: OwnId, ...fields, numberFormats: z.array(NumberFormatInput).max(9).default([]) })
      .superRefine(checkTogether),
    output: BillingEntity,
  }),
  /** A kind whose number format is not given keeps it. */
  edit: editEndpoint('/billing-entities', 'billing_entity.edit', {
    input: ById.extend({
      ...fields,
      numberFormats: z.array(NumberFormatInput).max(9).default([]),
    }).superRefine(checkTogether),
    output: BillingEntity,
  }),
  /** Only without drafts. It stays in reports, and in what it has issued. */
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
  /** Only one that nothing uses. */
  remove: removeEndpoint('/billing-entities', 'billing_entity.delete'),
  /** What the next documents would be called. */
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
  /** PNG or JPEG, at most 300 KB; null removes it. No version: it stands beside the form and makes no open one stale. */
  putLogo: endpoint({
    method: 'PUT',
    path: '/billing-entities/:id/logo',
    allow: anyOf('billing_entity.add', 'billing_entity.edit'),
    input: ById.extend({ image: z.base64().max(409_600, 'IMAGE_TOO_LARGE').nullable() }),
    output: z.object({ hasLogo: z.boolean() }),
  }),
};
