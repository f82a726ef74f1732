import { z } from 'zod';
import { MAX_AMOUNT, Minor } from './money/money.ts';

/** The field types that all records are made of. The refusal codes are those that forms have texts for (`fieldErrors`). */
export const Uuid = z.uuid();

/**
 * The id that a client of the API chose for a new document, so that a resend after a lost answer cannot create a second one
 * (docs/rules.md#documents-named-by-the-client).
 */
export const OwnId = Uuid.optional();

// Excludes control characters, lone surrogates, and characters that change the direction of the text after them.
const printable = /^(?:[\n\r\t]|[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069])*$/u;

export const isPrintable = (value: string): boolean => printable.test(value);

export const text = (max: number) => z.string().trim().regex(printable, 'TEXT_NOT_PRINTABLE').max(max);
export const requiredText = (max: number) => text(max).min(1);
/** Optional text: empty counts as absent. */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value || null);

/** The date of a document: no time, no zone. */
export const PlainDate = z.iso
  .date()
  // Text that is no date at all gets only its own code, not DATE_RANGE as well.
  .refine((value) => !/^\d{4}-/.test(value) || (value >= '1900-01-01' && value < '2200-01-01'), 'DATE_RANGE');

export const Email = z
  .string()
  .trim()
  .max(254)
  .transform((value) => value.toLowerCase())
  .pipe(z.email());

/** Separators that people type between digits, and the zero that is not dialled from abroad: "+33 (0)1 23-45.67". */
const betweenDigits = /\(0\)|[\s().\-\u2010-\u2015]/g;

/** A telephone number, typed in any usual spelling and stored as E.164. */
export const Phone = z
  .string()
  .max(40)
  .transform((value) => value.normalize('NFKC').replaceAll(betweenDigits, ''))
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, 'PHONE_E164'));

export const CountryCode = z.string().regex(/^[A-Z]{2}$/);
export const RegionCode = z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/);

export const languages = ['en', 'zh', 'fr', 'ja'] as const;
export type Language = (typeof languages)[number];
export const LanguageCode = z.enum(languages);

export const Version = z.int().min(1);
export const Instant = z.iso.datetime({ offset: true });

/** A chosen record: its id and the text that people read. */
export const Reference = z.object({ id: Uuid, label: z.string() });
export type Reference = z.infer<typeof Reference>;

export const ById = z.object({ id: Uuid });

/** An amount in JSON. */
export const MinorUnits = Minor;
/** An amount that a person enters. Text that could not be parsed arrives as typed, to be refused. */
export const Amount = z
  .int({ error: ({ input }) => (typeof input === 'string' && input !== '' ? 'AMOUNT_FORMAT' : undefined) })
  .min(0)
  .max(MAX_AMOUNT)
  .brand<'Minor'>();
