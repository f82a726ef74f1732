import { z } from 'zod';
import { addressFields, addressRefusals } from '../../address.ts';
import { CountryCode, PlainDate, optionalText, requiredText } from '../../fields.ts';
import { TaxScheme } from '../../identifiers/tax-scheme.ts';

export const addressKinds = ['billing', 'registered', 'other'] as const;

const nullable = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => value ?? null);

/** Checks a rule of several fields even if others are invalid, so that all faults are shown at once. */
export const atOnce = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null;

export const AddressInput = z
  .strictObject({ kind: z.enum(addressKinds), ...addressFields, country: CountryCode })
  .superRefine(
    (address, context) => {
      for (const { field, code } of addressRefusals(address.country, address)) {
        context.addIssue({ code: 'custom', path: [field], message: code });
      }
    },
    { when: ({ value }) => CountryCode.safeParse((value as { country?: unknown } | null)?.country).success },
  );

/**
 * `value` in any spelling. The server checks it and stores it without separators. `note` explains why a number is right
 * although its checksum does not match. The first and the last day of validity are absent if unknown or open.
 */
export const RegistrationInput = z
  .strictObject({
    scheme: TaxScheme,
    value: requiredText(40),
    region: optionalText(10),
    note: optionalText(200),
    validFrom: nullable(PlainDate),
    validTo: nullable(PlainDate),
  })
  .refine(({ validFrom, validTo }) => !validFrom || !validTo || validTo >= validFrom, {
    path: ['validTo'],
    message: 'DATE_ORDER',
    when: atOnce,
  });
