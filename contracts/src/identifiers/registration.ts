import { z } from 'zod';
import { RegionCode, text } from '../fields.ts';
import { presentState, stateOfRegion } from '../money/indian-states.ts';
import { checkIdentifier, normaliseIdentifier } from './identifiers.ts';
import { TaxScheme } from './tax-scheme.ts';

/** A number under which a tax office knows someone, checked by checksum and stored in one spelling. */
export const RegistrationInput = z
  .strictObject({
    scheme: TaxScheme,
    value: text(40).min(1),
    region: RegionCode.nullish().transform((value) => value ?? null),
  })
  .superRefine(({ scheme, value }, context) => {
    if (!checkIdentifier(scheme, value).ok)
      context.addIssue({ code: 'custom', path: ['value'], message: 'TAX_ID_CHECKSUM' });
  })
  .transform((given) => ({ ...given, value: normaliseIdentifier(given.scheme, given.value) }));

export const Registration = z.object({
  scheme: TaxScheme,
  value: z.string(),
  region: z.string().nullable(),
});
export type Registration = z.infer<typeof Registration>;

/** Whether a GSTIN is of the state; a state that was merged is the one it went into. */
export function isGstinOfRegion(gstin: string, regionCode: string): boolean {
  const state = stateOfRegion(regionCode);
  return state !== undefined && presentState(gstin.slice(0, 2)) === presentState(state);
}
