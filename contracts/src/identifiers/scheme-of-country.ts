import { EU_COUNTRIES } from '../settings/billing-entities/regimes.ts';
import type { TaxScheme } from './tax-scheme.ts';

const schemes: Readonly<Record<string, TaxScheme>> = {
  IN: 'IN:GSTIN',
  GB: 'GB:VAT',
  JP: 'JP:T',
  CN: 'CN:USCC',
  US: 'US:EIN',
};

/** The scheme of the tax number by which businesses of a country are registered; `other` if none is known. */
export const schemeOfCountry = (country: string): TaxScheme =>
  EU_COUNTRIES.has(country) ? 'EU:VAT' : (schemes[country] ?? 'other');
