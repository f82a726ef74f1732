import { z } from 'zod';
import { RegionCode, optionalText, text } from '../fields.ts';
import { presentState, stateOfRegion } from '../money/indian-states.ts';
import { checkIdentifier, normaliseIdentifier } from './identifiers.ts';
import { TaxScheme } from './tax-scheme.ts';

/** Whether a number may be stored: it is valid, or only its checksum does not match and a note explains why. */
export function isKept({
  scheme,
  value,
  note,
}: {
  scheme: TaxScheme;
  value: string;
  note: string | null;
}): boolean {
  const check = checkIdentifier(scheme, value);
  return check.ok || (check.reason === 'checksum' && note !== null);
}

/** A tax registration number, with its checksum checked and its spelling normalised. */
export const RegistrationInput = z
  .strictObject({
    scheme: TaxScheme,
    value: text(40).min(1),
    region: RegionCode.nullish().transform((value) => value ?? null),
    note: optionalText(200),
  })
  .superRefine((given, context) => {
    if (!isKept(given)) context.addIssue({ code: 'custom', path: ['value'], message: 'TAX_ID_CHECKSUM' });
  })
  .transform((given) => ({ ...given, value: normaliseIdentifier(given.scheme, given.value) }));

export const Registration = z.object({
  scheme: TaxScheme,
  value: z.string(),
  region: z.string().nullable(),
  /** Absent in records from before notes existed. */
  note: z.string().nullish(),
});
export type Registration = z.infer<typeof Registration>;

/** Whether a GSTIN belongs to the state. A merged state counts as the state that it became part of. */
export function isGstinOfRegion(gstin: string, regionCode: string): boolean {
  const state = stateOfRegion(regionCode);
  return state !== undefined && presentState(gstin.slice(0, 2)) === presentState(state);
}
