import { z } from 'zod';

/** The schemes of tax numbers. They are in a file of their own, so that a form can list the schemes without loading the checksum code of all countries. */
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
