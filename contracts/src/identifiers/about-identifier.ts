import { INDIAN_REGIONS, stateOfRegion } from '../money/indian-states.ts';
import { checkIdentifier, normaliseIdentifier } from './identifiers.ts';
import { schemeOf } from './scheme-of.ts';
import type { TaxScheme } from './tax-scheme.ts';

export interface AboutIdentifier {
  verdict: 'ok' | 'format' | 'checksum';
  /** The state (ISO 3166-2) or the country of a correct number that names it. */
  place?: string;
  /** The PAN within a correct GSTIN. */
  pan?: string;
  /** The only other kind that a number in the wrong format would fit. */
  fits?: TaxScheme;
}

/** VAT numbers name Greece and Northern Ireland by codes of their own. */
const countryOfVat: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' };

function saidBy(scheme: TaxScheme, number: string): Pick<AboutIdentifier, 'place' | 'pan'> {
  if (scheme === 'EU:VAT') {
    const prefix = number.slice(0, 2);
    return { place: countryOfVat[prefix] ?? prefix };
  }
  if (scheme !== 'IN:GSTIN') return {};
  const state = INDIAN_REGIONS.find(({ regionCode }) => stateOfRegion(regionCode) === number.slice(0, 2));
  const pan = number.slice(2, 12);
  return {
    ...(state && { place: state.regionCode }),
    ...(checkIdentifier('IN:PAN', pan).ok && { pan }),
  };
}

/** Whether a tax number is correct, and what it says of its owner or of its own kind. */
export function aboutIdentifier(scheme: TaxScheme, value: string): AboutIdentifier {
  const check = checkIdentifier(scheme, value);
  if (check.ok) return { verdict: 'ok', ...saidBy(scheme, normaliseIdentifier(scheme, value)) };
  const fits = check.reason === 'format' ? schemeOf(value, []) : null;
  return { verdict: check.reason, ...(fits !== null && { fits }) };
}
