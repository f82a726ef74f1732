import { z } from 'zod';
import { RegionCode, optionalText, text } from '../fields.ts';
import { presentState, stateOfRegion } from '../money/indian-states.ts';
import { checkIdentifier, normaliseIdentifier } from './identifiers.ts';
import { TaxScheme } from './tax-scheme.ts';

/** A number is kept that is right, or of which a person says why it is though its checksum does not fit. */
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

/** A number under which a tax office knows someone, checked by checksum and stored in one spelling. */
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
  /** Absent of what was stored before there were any. */
  note: z.string().nullish(),
});
export type Registration = z.infer<typeof Registration>;

/** Whether a GSTIN is of the state; a state that was merged is the one it went into. */
export function isGstinOfRegion(gstin: string, regionCode: string): boolean {
  const state = stateOfRegion(regionCode);
  return state !== undefined && presentState(gstin.slice(0, 2)) === presentState(state);
}
