import { z } from 'zod';
import { Uuid } from '../../fields.ts';
import { importEndpoints } from '../../imports/imports.ts';
import { TaxScheme } from '../../identifiers/tax-scheme.ts';
import { clientKinds } from './clients.ts';
import { taxTreatments } from './tax-treatments.ts';

export const mostImportedContacts = 3;
export const mostImportedAddresses = 2;
export const mostImportedRegistrations = 4;

const numbered = (block: string, most: number, parts: readonly string[]): string[] =>
  Array.from({ length: most }, (_none, at) => parts.map((part) => `${block}${at + 1}.${part}`)).flat();

export const contactParts = ['name', 'email', 'phone', 'roles'] as const;
export const addressParts = ['kind', 'line1', 'line2', 'city', 'regionCode', 'postal', 'country'] as const;
export const registrationParts = ['scheme', 'value', 'region', 'note'] as const;
/** Schemes that have a column of their own. */
export const schemesWithColumn = TaxScheme.options.filter((scheme) => scheme !== 'other');

/** The fields of a client that a column of a file can be. `code` is the client's, or its code in a previous system. */
export const clientImportFields: readonly string[] = [
  'code',
  'name',
  'kind',
  'legalName',
  'sortName',
  'group',
  'crm',
  'manager',
  'executives',
  'departments',
  ...numbered('contact', mostImportedContacts, contactParts),
  ...numbered('address', mostImportedAddresses, addressParts),
  ...schemesWithColumn.map((scheme) => `registration.${scheme}`),
  ...numbered('registration', mostImportedRegistrations, registrationParts),
  'defaultEntity',
  'taxTreatment',
  'currency',
  'docLocale',
  'paymentTermsDays',
  'creditLimit',
  'withholdingCode',
  'withholdingRate',
  'billable',
  'reminders',
  'remindersPausedUntil',
  'tags',
  'notes',
  'package',
  'packageStart',
  'packageBilling',
];

const nullable = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => value ?? null);

/** What an import may do, and what a new client has if its row says nothing. */
export const ClientImportRules = z.strictObject({
  does: z.enum(['new', 'update', 'both']).default('both'),
  /** By what a row finds its client. */
  by: z.enum(['code', 'registration', 'email']).default('code'),
  /** What an empty cell does to a client that exists. */
  empty: z.enum(['keep', 'clear']).default('keep'),
  kind: nullable(z.enum(clientKinds)),
  taxTreatment: nullable(z.enum(taxTreatments)),
  crmId: nullable(Uuid),
  defaultEntityId: nullable(Uuid),
});
export type ClientImportRules = z.infer<typeof ClientImportRules>;

export const clientImports = importEndpoints('/client-imports', 'clients.import', ClientImportRules);
