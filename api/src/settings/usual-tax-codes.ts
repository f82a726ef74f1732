import type { TaxCategory } from '@daybook/contracts/money/tax-split';
import type { Regime } from '@daybook/contracts/settings/regimes';
import type { TaxKind, TaxRate } from '@daybook/contracts/settings/tax-codes';

// What a new billing entity starts with. Every name and rate may be changed in the settings; later only the usual code is looked for.
// [K]: not checked against the law of the day.

export interface UsualTaxCode {
  code: string;
  name: string;
  kind: TaxKind;
  category: TaxCategory;
  rates: TaxRate[];
}

/** A rate without a date of its own held on this day and holds still; older documents are not issued here. */
const longSince = '2021-01-01';

const taxed = (
  code: string,
  name: string,
  kind: TaxKind,
  ...rates: (string | readonly [rate: string, validFrom: string])[]
): UsualTaxCode => ({
  code,
  name,
  kind,
  category: 'S',
  rates: rates.map((given) =>
    typeof given === 'string'
      ? { rate: given, validFrom: longSince }
      : { rate: given[0], validFrom: given[1] },
  ),
});

const untaxed = (code: string, name: string, kind: TaxKind, category: TaxCategory): UsualTaxCode => ({
  code,
  name,
  kind,
  category,
  rates: [{ rate: '0', validFrom: longSince }],
});

type Rates = (string | readonly [rate: string, validFrom: string])[];

/** European Commission, Taxes in Europe Database, VAT: the standard rate, then the reduced ones from the top. */
const EU_VAT: Readonly<Record<string, Rates[]>> = {
  AT: [['20'], ['13'], ['10']],
  BE: [['21'], ['12'], ['6']],
  BG: [['20'], ['9']],
  CY: [['19'], ['9'], ['5'], ['3']],
  CZ: [['21'], ['15', ['12', '2024-01-01']]],
  DE: [['19'], ['7']],
  DK: [['25']],
  EE: [
    ['20', ['22', '2024-01-01'], ['24', '2025-07-01']],
    ['9', ['13', '2025-01-01']],
    ['5', ['9', '2025-01-01']],
  ],
  ES: [['21'], ['10'], ['4']],
  FI: [['24', ['25.5', '2024-09-01']], ['14', ['13.5', '2026-01-01']], ['10']],
  FR: [['20'], ['10'], ['5.5'], ['2.1']],
  GR: [['24'], ['13'], ['6']],
  HR: [['25'], ['13'], ['5']],
  HU: [['27'], ['18'], ['5']],
  IE: [[['23', '2021-03-01']], ['13.5'], ['9'], ['4.8']],
  IT: [['22'], ['10'], ['5'], ['4']],
  LT: [['21'], ['9', ['12', '2026-01-01']], ['5']],
  LU: [
    ['17', ['16', '2023-01-01'], ['17', '2024-01-01']],
    ['14', ['13', '2023-01-01'], ['14', '2024-01-01']],
    ['8', ['7', '2023-01-01'], ['8', '2024-01-01']],
    ['3'],
  ],
  LV: [['21'], ['12'], ['5']],
  MT: [['18'], [['12', '2024-01-01']], ['7'], ['5']],
  NL: [['21'], ['9']],
  PL: [['23'], ['8'], ['5']],
  PT: [['23'], ['13'], ['6']],
  RO: [
    ['19', ['21', '2025-08-01']],
    ['9', ['11', '2025-08-01']],
  ],
  SE: [['25'], ['12'], ['6']],
  SI: [['22'], ['9.5'], ['5']],
  SK: [['20', ['23', '2025-01-01']], ['10', ['19', '2025-01-01']], [['5', '2023-01-01']]],
};

function euVat(country: string): UsualTaxCode[] {
  const byRate = (EU_VAT[country] ?? []).map((rates, index) =>
    index === 0
      ? taxed(`${country}-S`, `VAT standard rate (${country})`, 'VAT', ...rates)
      : taxed(`${country}-R${index}`, `VAT reduced rate ${index} (${country})`, 'VAT', ...rates),
  );
  return [
    ...byRate,
    untaxed('EU-Z', 'VAT zero rate', 'VAT', 'Z'),
    untaxed('EU-E', 'VAT exempt', 'VAT', 'E'),
    untaxed('EU-AE', 'VAT reverse charge', 'VAT', 'AE'),
    untaxed('EU-K', 'VAT intra-Community supply', 'VAT', 'K'),
    untaxed('EU-G', 'Export outside the EU', 'VAT', 'G'),
    untaxed('EU-O', 'Outside the scope of VAT', 'VAT', 'O'),
  ];
}

const BY_REGIME: Readonly<Record<Exclude<Regime, 'EU'>, UsualTaxCode[]>> = {
  // CGST Act 2017, rate notifications 1/2017 and 11/2017; 40 % and the end of most of 12 % and 28 % by those of September 2025.
  IN: [
    taxed('GST5', 'GST 5 %', 'GST', ['5', '2017-07-01']),
    taxed('GST12', 'GST 12 %', 'GST', ['12', '2017-07-01']),
    taxed('GST18', 'GST 18 %', 'GST', ['18', '2017-07-01']),
    taxed('GST28', 'GST 28 %', 'GST', ['28', '2017-07-01']),
    taxed('GST40', 'GST 40 %', 'GST', ['40', '2025-09-22']),
    untaxed('GST0', 'GST 0 %', 'GST', 'Z'),
    untaxed('EXEMPT', 'GST exempt', 'GST', 'E'),
    untaxed('NON-GST', 'Outside GST', 'GST', 'O'),
  ],
  // VAT Act 1994, HMRC "VAT rates".
  GB: [
    taxed('GB-S', 'VAT standard rate', 'VAT', '20'),
    taxed('GB-R1', 'VAT reduced rate', 'VAT', '5'),
    untaxed('GB-Z', 'VAT zero rate', 'VAT', 'Z'),
    untaxed('GB-E', 'VAT exempt', 'VAT', 'E'),
    untaxed('GB-AE', 'VAT reverse charge', 'VAT', 'AE'),
    untaxed('GB-O', 'Outside the scope of VAT', 'VAT', 'O'),
  ],
  // 消費税法: the national and local parts together, since October 2019.
  JP: [
    taxed('JCT10', '消費税 10 %', 'JCT', ['10', '2019-10-01']),
    taxed('JCT8', '消費税 8 %（軽減税率）', 'JCT', ['8', '2019-10-01']),
    untaxed('JCT-G', '輸出免税', 'JCT', 'G'),
    untaxed('JCT-E', '非課税', 'JCT', 'E'),
    untaxed('JCT-O', '不課税', 'JCT', 'O'),
  ],
  // 财政部 税务总局 海关总署公告2019年第39号.
  CN: [
    taxed('VAT13', '增值税 13%', 'VAT', ['13', '2019-04-01']),
    taxed('VAT9', '增值税 9%', 'VAT', ['9', '2019-04-01']),
    taxed('VAT6', '增值税 6%', 'VAT', ['6', '2019-04-01']),
    untaxed('VAT-Z', '零税率', 'VAT', 'Z'),
    untaxed('VAT-E', '免税', 'VAT', 'E'),
    untaxed('VAT-O', '不征税', 'VAT', 'O'),
  ],
  // Sales tax is the states' own and falls on few services: a firm that owes it adds its rates.
  US: [untaxed('NO-TAX', 'No sales tax', 'NONE', 'O')],
  NONE: [untaxed('NO-TAX', 'No tax', 'NONE', 'O')],
};

/** What firms of a regime usually need; the rates of a VAT country are its own. */
export const usualTaxCodes = (regime: Regime, country: string): readonly UsualTaxCode[] =>
  regime === 'EU' ? euVat(country) : BY_REGIME[regime];

/** The code that most services of a firm are billed with at home; null where none is usual. */
export function usualTaxCode(regime: Regime, country: string): string | null {
  if (regime === 'EU') return `${country}-S`;
  return { IN: 'GST18', GB: 'GB-S', JP: 'JCT10', CN: 'VAT6', US: 'NO-TAX', NONE: 'NO-TAX' }[regime];
}
