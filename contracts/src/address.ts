import { z } from 'zod';
import { RegionCode, optionalText, requiredText } from './fields.ts';
import { isPostalCode, normalisePostalCode } from './identifiers/postal-code.ts';
import { needsRegion } from './regions.ts';

/** The parts of an address except the country. A client's address has a country of its own; a billing entity has one country. */
export const addressFields = {
  line1: requiredText(200),
  line2: optionalText(200),
  city: optionalText(100),
  regionCode: RegionCode.nullish().transform((value) => value ?? null),
  postal: optionalText(12).transform((value) => value && normalisePostalCode(value)),
};

export const Address = z.object({
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string().nullable(),
  regionCode: z.string().nullable(),
  postal: z.string().nullable(),
});
export type Address = z.infer<typeof Address>;

/** Checks an address against its country: the form of the postal code, and the region if taxes depend on it. */
export function addressRefusals(
  country: string,
  { regionCode, postal }: Pick<Address, 'regionCode' | 'postal'>,
): { field: 'regionCode' | 'postal'; code: string }[] {
  const refused: ReturnType<typeof addressRefusals> = [];
  if (postal !== null && !isPostalCode(country, postal))
    refused.push({ field: 'postal', code: 'POSTAL_CODE' });
  if (needsRegion(country) && regionCode === null) refused.push({ field: 'regionCode', code: 'REQUIRED' });
  if (regionCode !== null && !regionCode.startsWith(`${country}-`)) {
    refused.push({ field: 'regionCode', code: 'NOT_A_CHOICE' });
  }
  return refused;
}
