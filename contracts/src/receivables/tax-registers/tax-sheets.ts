import type { Regime } from '../../settings/billing-entities/regimes.ts';
import type { TaxRegisterKind } from './tax-rows.ts';

/** Sheets of all registers. */
const everywhere = ['summary', 'documents', 'late', 'ledger'] as const;

/** The tables of form GSTR-1, by their numbers: 4A, 4B, 5, 6A, 6B, 7, 8, 9B (twice), 11A, 11B, 12 (twice), 13. */
const ofIndia = [
  'b2b',
  'b2b_reverse',
  'b2cl',
  'exports',
  'sez',
  'b2cs',
  'nil_rated',
  'cdnr',
  'cdnur',
  'advances_received',
  'advances_adjusted',
  'hsn_b2b',
  'hsn_b2c',
  'documents_issued',
] as const;

const ofUnion = ['domestic', 'reverse_charge', 'ec_sales', 'abroad'] as const;

export const taxSheets = [
  ...everywhere,
  ...ofIndia,
  ...ofUnion,
  'vat_boxes',
  'by_rate_jp',
  'returns_jp',
] as const;
export type TaxSheetId = (typeof taxSheets)[number];

const ofRegime: Readonly<Record<Regime, readonly TaxSheetId[]>> = {
  IN: ofIndia,
  EU: ofUnion,
  GB: ['vat_boxes', ...ofUnion.filter((sheet) => sheet !== 'ec_sales')],
  JP: ['by_rate_jp', 'returns_jp'],
  CN: [],
  US: [],
  NONE: [],
};

/** The sheets of a register, those of its return first. */
export const sheetsOf = (regime: Regime, register: TaxRegisterKind): readonly TaxSheetId[] => [
  ...(register === 'output' ? ofRegime[regime] : []),
  ...everywhere,
];
