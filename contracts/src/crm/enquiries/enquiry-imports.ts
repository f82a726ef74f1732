import { z } from 'zod';
import { PlainDate, Uuid } from '../../fields.ts';
import { importEndpoints } from '../../imports/imports.ts';

/** The fields of an enquiry that a column of a file can be. `country` says how its phone number is read; it is not stored. */
export const enquiryImportFields: readonly string[] = [
  'no',
  'enquiryDate',
  'name',
  'company',
  'email',
  'phone',
  'country',
  'taxId',
  'source',
  'referrer',
  'owner',
  'status',
  'statusSince',
  'lostReason',
  'lostNote',
  'nextActionOn',
  'services',
  'expectedValue',
  'currency',
  'notes',
];

const nullable = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => value ?? null);

/** What an import may do, and what a new enquiry has if its row says nothing. */
export const EnquiryImportRules = z.strictObject({
  does: z.enum(['new', 'update', 'both']).default('both'),
  /** By what a row finds its enquiry. */
  by: z.enum(['number', 'email']).default('number'),
  /** What an empty cell does to an enquiry that exists. */
  empty: z.enum(['keep', 'clear']).default('keep'),
  sourceId: nullable(Uuid),
  /** The importer if absent. */
  ownerId: nullable(Uuid),
  nextActionOn: nullable(PlainDate),
});
export type EnquiryImportRules = z.infer<typeof EnquiryImportRules>;

export const enquiryImports = importEndpoints('/enquiry-imports', 'enquiries.add', EnquiryImportRules);
