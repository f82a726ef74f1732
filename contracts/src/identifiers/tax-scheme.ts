import { z } from 'zod';

/** Apart from the checks, so that a form knows the schemes without loading the checksums of all countries. */
export const TaxScheme = z.enum([
  'IN:GSTIN',
  'IN:PAN',
  'IN:TAN',
  'EU:VAT',
  'FR:SIREN',
  'FR:SIRET',
  'JP:T',
  'CN:USCC',
  'GB:VAT',
  'US:EIN',
  'other',
]);
export type TaxScheme = z.infer<typeof TaxScheme>;
