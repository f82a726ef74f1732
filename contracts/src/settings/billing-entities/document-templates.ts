import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { ById, LanguageCode, Reference, Version, optionalText } from '../../fields.ts';
import type { Language } from '../../fields.ts';
import { contrast } from '../../readable-on.ts';

/** Where the logo is: above the name of the issuer, above the title at the end of the line, or nowhere. */
export const logoPlaces = ['start', 'end', 'none'] as const;

/**
 * Columns of the lines that a firm may leave out: their numbers, their codes (never where GST requires them), and quantity with unit
 * price where every line has one piece.
 */
export const templateColumns = ['number', 'code', 'quantity'] as const;

/** White text on it, and it on white paper, has to be readable (WCAG 2.2). */
const leastContrast = 4.5;

const Accent = z
  .string()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/)
  .refine((colour) => contrast(colour, '#ffffff') >= leastContrast, 'COLOUR_TOO_LIGHT');

const Footers = z.strictObject({
  en: optionalText(500),
  zh: optionalText(500),
  fr: optionalText(500),
  ja: optionalText(500),
} satisfies Record<Language, z.ZodType>);

const look = {
  logoPlace: z.enum(logoPlaces),
  hiddenColumns: z.array(z.enum(templateColumns)).max(templateColumns.length),
  accent: Accent,
  footers: Footers,
};

const edited = {
  ...look,
  /** PNG or JPEG, at most 300 KB, in base64; null removes it, and without the field it stays. */
  signature: z.base64().max(409_600, 'IMAGE_TOO_LARGE').nullish(),
};

export const DocumentTemplate = z.object({
  version: Version,
  entity: Reference,
  /** The language of the entity’s documents. */
  docLocale: LanguageCode,
  ...look,
  hasSignature: z.boolean(),
});
export type DocumentTemplate = z.infer<typeof DocumentTemplate>;

/** How a document looks before anybody has chosen. */
export const usualLook = {
  logoPlace: 'start',
  hiddenColumns: [] as (typeof templateColumns)[number][],
  accent: '#1d4f80',
  footers: { en: null, zh: null, fr: null, ja: null },
} as const;

export const documentTemplates = {
  open: endpoint({
    method: 'GET',
    path: '/billing-entities/:id/template',
    allow: 'billing_entity.edit',
    input: ById,
    output: DocumentTemplate,
  }),
  /** Makes a new version, which only documents issued from now on have. */
  save: endpoint({
    method: 'PUT',
    path: '/billing-entities/:id/template',
    allow: 'billing_entity.edit',
    versioned: true,
    input: ById.extend(edited),
    output: DocumentTemplate,
  }),
  /** A sample of an invoice as it would look. */
  preview: endpoint({
    method: 'POST',
    path: '/billing-entities/:id/template/preview',
    allow: 'billing_entity.edit',
    reads: true,
    file: true,
    input: ById.extend({ ...edited, language: LanguageCode }),
    output: fileOutput,
  }),
};
