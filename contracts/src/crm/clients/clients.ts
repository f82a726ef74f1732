import { z } from 'zod';
import { BillingRule, usualBillingRule } from '../../tasks/tasks/billing-rules.ts';
import { Address } from '../../address.ts';
import { mailRoles } from '../../billing/invoices/invoice-mails.ts';
import { RefusedMail } from '../contacts/refused-addresses.ts';
import { endpoint } from '../../endpoint.ts';
import {
  Amount,
  ById,
  CountryCode,
  Email,
  Instant,
  LanguageCode,
  MinorUnits,
  OwnId,
  Phone,
  PlainDate,
  Reference,
  Uuid,
  Version,
  optionalText,
  requiredText,
} from '../../fields.ts';
import { AddressInput, RegistrationInput, addressKinds, atOnce } from './client-parts.ts';
import { ClientWarning } from './client-warnings.ts';
import { TaxScheme } from '../../identifiers/tax-scheme.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { Percentage } from '../../money/decimal.ts';
import { Reminders, reminderFields, reminderModes } from '../../reminders.ts';
import { ClientSeries, ClientSummary, RestingSeries } from './client-summary.ts';
import { taxTreatments } from './tax-treatments.ts';
import { mostOfClient } from './most-of-client.ts';

export const clientKinds = [
  'individual',
  'proprietor',
  'partnership',
  'llp',
  'company',
  'trust',
  'huf',
  'aop',
  'government',
  'other',
] as const;

export const clientStatuses = ['active', 'inactive'] as const;
/** What a tax invoice may require of its buyer. */
export const missingForInvoice = ['address', 'tax_number'] as const;
/** `owes`: an invoice is outstanding. `credit`: something of a receipt or a credit note can still be allocated. */
export const clientBalances = ['owes', 'credit'] as const;
export const contactRoles = ['billing', 'tax', 'signatory', 'portal'] as const;

const nullable = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => value ?? null);
const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .array(item)
    .max(max)
    .nullish()
    .transform((value) => value ?? []);

/** What a contact may be sent. */
export const contactMails = [
  'sendInvoices',
  'sendProformas',
  'sendReceipts',
  'sendCreditNotes',
  'sendReminders',
  'sendStatements',
] as const;

/** How the contact is addressed when it is mailed. Null: invoices and proformas go by its role, everything else as invoices do. */
const sendFields = {
  sendInvoices: nullable(z.enum(mailRoles)),
  sendProformas: nullable(z.enum(mailRoles)),
  sendReceipts: nullable(z.enum(mailRoles)),
  sendCreditNotes: nullable(z.enum(mailRoles)),
  sendReminders: nullable(z.enum(mailRoles)),
  sendStatements: nullable(z.enum(mailRoles)),
} satisfies Record<(typeof contactMails)[number], z.ZodType>;

/**
 * Needs an e-mail address or a telephone number. An existing contact may be one of another client too: its name, e-mail and
 * telephone are then changed for all its clients, by people who see all of them, or for this client alone (`asCopy`).
 */
export const ContactInput = z
  .strictObject({
    /** The id of an existing contact, of this client or another one; a new contact has none. */
    id: OwnId,
    /** The version of the contact that the caller saw, for one that the client does not have yet. */
    seenVersion: Version.optional(),
    /** Whether a change makes a new contact, which this client has instead. */
    asCopy: z.boolean().optional(),
    name: requiredText(120),
    email: nullable(Email),
    phone: nullable(Phone),
    roles: listOf(z.enum(contactRoles), contactRoles.length),
    /** What the person is at this client, such as "Head of finance". */
    position: optionalText(120),
    ...sendFields,
  })
  .refine(({ email, phone }) => email !== null || phone !== null, {
    path: ['email'],
    message: 'EMAIL_OR_PHONE',
    when: atOnce,
  });

export const clientFields = {
  name: requiredText(200),
  /** The reading that names are sorted by, such as kana; the name if absent. */
  sortName: optionalText(200),
  legalName: optionalText(200),
  /** The client's code in a previous system, by which it is still found. */
  oldCode: optionalText(40),
  kind: z.enum(clientKinds),
  /** A new client of a relationship manager is that person's, whoever is named. */
  crmId: Uuid,
  managerId: nullable(Uuid),
  /** The family or group of companies that the client belongs to. */
  groupId: nullable(Uuid),
  executiveIds: listOf(Uuid, mostOfClient.executiveIds),
  departmentIds: listOf(Uuid, mostOfClient.departmentIds),
  defaultEntityId: Uuid,
  /** If absent, this and the next two come from the billing entity. */
  currency: nullable(CurrencyCode),
  docLocale: nullable(LanguageCode),
  paymentTermsDays: nullable(z.int().min(0).max(365)),
  /** Minor units of `currency`. Unchanged if the caller may not see amounts. */
  creditLimit: nullable(Amount),
  taxTreatment: z.enum(taxTreatments),
  /** The client's withholding code, and its own rate if it has one. */
  withholdingCodeId: nullable(Uuid),
  withholdingRate: nullable(Percentage),
  billable: z.boolean().default(true),
  billingRule: usualBillingRule,
  /** Whether new invoices list their hours in an annex. */
  listsHours: z.boolean().default(false),
  ...reminderFields,
  tags: listOf(requiredText(40), mostOfClient.tags),
  notes: optionalText(mostOfClient.notes),
  contacts: listOf(ContactInput, mostOfClient.contacts),
  addresses: listOf(AddressInput, mostOfClient.addresses),
  registrations: listOf(RegistrationInput, mostOfClient.registrations),
};

/** What a contact is at one client, and how it is addressed in each kind of mail. */
export const ContactLink = z.object({
  roles: z.array(z.enum(contactRoles)),
  position: z.string().nullable(),
  sendInvoices: z.enum(mailRoles).nullable(),
  sendProformas: z.enum(mailRoles).nullable(),
  sendReceipts: z.enum(mailRoles).nullable(),
  sendCreditNotes: z.enum(mailRoles).nullable(),
  sendReminders: z.enum(mailRoles).nullable(),
  sendStatements: z.enum(mailRoles).nullable(),
});
export type ContactLink = z.infer<typeof ContactLink>;

const Contact = ContactLink.extend({
  id: Uuid,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});

/** What is known of a contact beyond the client. */
const ContactFacts = z.object({
  id: Uuid,
  version: Version,
  refused: RefusedMail.nullable(),
  /** Other clients of the contact within the caller's scope, at most five. */
  clients: z.array(Reference),
  /** The number of other clients that are not listed. */
  others: z.int(),
  /** Whether the caller sees all clients of the contact, and so may change its name, e-mail and telephone. */
  mayEdit: z.boolean(),
});

const Registration = z.object({
  scheme: TaxScheme,
  value: z.string(),
  region: z.string().nullable(),
  note: z.string().nullable(),
  validFrom: PlainDate.nullable(),
  validTo: PlainDate.nullable(),
});

export const ClientRow = z.object({
  id: Uuid,
  version: Version,
  code: z.string(),
  name: z.string(),
  kind: z.enum(clientKinds),
  status: z.enum(clientStatuses),
  crm: Reference,
  manager: Reference.nullable(),
  group: Reference.nullable(),
  /** The client's first contact. */
  contact: Contact.pick({ name: true, email: true, phone: true }).nullable(),
  /** The billing entity that usually bills the client. */
  entity: Reference,
  /** The country of the address that invoices name. */
  country: z.string().nullable(),
  tags: z.array(z.string()),
  /** What a tax invoice of the billing entity requires and the client does not have. */
  missing: z.array(z.enum(missingForInvoice)),
  isErased: z.boolean(),
});
export type ClientRow = z.infer<typeof ClientRow>;

export const Client = ClientRow.omit({
  contact: true,
  entity: true,
  country: true,
  missing: true,
  isErased: true,
}).extend({
  sortName: z.string().nullable(),
  legalName: z.string().nullable(),
  oldCode: z.string().nullable(),
  inactiveOn: z.string().nullable(),
  /** When the client was erased: it then has its code for a name, and takes nothing new. */
  erasedAt: Instant.nullable(),
  /** The reason of the last deactivation or reactivation. */
  statusReason: z.string().nullable(),
  executives: z.array(Reference),
  departments: z.array(Reference),
  defaultEntity: Reference,
  currency: z.string(),
  docLocale: LanguageCode,
  paymentTermsDays: z.int(),
  /** Null without a credit limit, and if the caller may not see amounts. */
  creditLimit: MinorUnits.nullable(),
  taxTreatment: z.enum(taxTreatments),
  withholdingCode: Reference.nullable(),
  withholdingRate: z.string().nullable(),
  billable: z.boolean(),
  billingRule: BillingRule.nullable(),
  listsHours: z.boolean(),
  ...Reminders.shape,
  tags: z.array(z.string()),
  notes: z.string().nullable(),
  contacts: z.array(Contact),
  /** One for each of the contacts. */
  contactFacts: z.array(ContactFacts),
  /** The clients that were merged into this one; it is still found by their codes. */
  merged: z.array(z.object({ code: z.string(), name: z.string() })),
  addresses: z.array(Address.extend({ kind: z.enum(addressKinds), country: z.string() })),
  registrations: z.array(Registration),
});
export type Client = z.infer<typeof Client>;

const SavedClient = Client.extend({ warnings: z.array(ClientWarning) });
export type SavedClient = z.infer<typeof SavedClient>;

export const ClientListQuery = listQuery(['name', '-name', 'code', '-code'], {
  status: z.enum(clientStatuses),
  crm: Uuid,
  manager: Uuid,
  kind: z.enum(clientKinds),
  reminders: z.enum(reminderModes),
  groupId: Uuid,
  executiveId: Uuid,
  departmentId: Uuid,
  entityId: Uuid,
  tag: requiredText(40),
  country: CountryCode,
  /** A scheme of tax numbers: clients that have such a number. */
  scheme: TaxScheme,
  /** Only for callers who may see amounts; others are refused with PERM_DENIED on `filter.balance`. */
  balance: z.enum(clientBalances),
  /** Without a recurring task or recurring invoice that has not ended; with `false`, clients that have one. */
  noSeries: z.stringbool(),
  /** Without an e-mail address. */
  noEmail: z.stringbool(),
  /** Where a tax invoice would lack something; see `missing`. */
  incomplete: z.stringbool(),
});

export const clients = {
  ...listEndpoints('/clients', 'clients.view', { query: ClientListQuery, row: ClientRow, total: ListTotal }),
  /** The tags of the clients that the caller sees, in alphabetical order. */
  tags: endpoint({
    method: 'GET',
    path: '/clients/tags',
    allow: 'clients.view',
    input: z.object({}),
    output: z.object({ tags: z.array(z.string()) }),
  }),
  /** A client that was merged opens as the one that it was merged into. */
  open: openEndpoint('/clients', 'clients.view', Client),
  summary: endpoint({
    method: 'GET',
    path: '/clients/:id/summary',
    allow: 'clients.view',
    input: ById,
    output: ClientSummary,
  }),
  create: createEndpoint('/clients', 'clients.add', {
    input: z.object({ id: OwnId, ...clientFields }),
    output: SavedClient,
  }),
  edit: editEndpoint('/clients', 'clients.edit', { input: ById.extend(clientFields), output: SavedClient }),
  /** The client's series: shown before a deactivation, which pauses them, and after a reactivation. */
  series: endpoint({
    method: 'GET',
    path: '/clients/:id/series',
    allow: 'clients.deactivate',
    input: ById,
    output: z.object({ series: z.array(ClientSeries) }),
  }),
  /** Deletes a client without tasks, documents and ledger lines; others are deactivated. */
  remove: removeEndpoint('/clients', 'clients.delete'),
  /** Deactivates a client: it disappears from pickers but stays in reports, and can still pay. */
  deactivate: endpoint({
    method: 'POST',
    path: '/clients/:id/deactivate',
    allow: 'clients.deactivate',
    versioned: true,
    input: ById.extend({
      reason: requiredText(500),
      /** The day of the deactivation: today in the billing entity's time zone if absent, and never a future date. */
      effectiveOn: nullable(PlainDate),
    }),
    output: Client,
  }),
  /** Reactivates a client. Its series stay paused until somebody resumes them; `restingSeries` counts them. */
  reactivate: endpoint({
    method: 'POST',
    path: '/clients/:id/reactivate',
    allow: 'clients.deactivate',
    versioned: true,
    input: ById.extend({ reason: requiredText(500) }),
    output: Client.extend({ restingSeries: RestingSeries }),
  }),
};
