import type { TaxCategory } from '@daybook/contracts/money/tax-split';
import type { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import type { TaxKind, TaxRate } from '@daybook/contracts/settings/tax-codes/tax-codes';
import type { Language } from '@daybook/contracts/fields';
import { taxNames } from './usual-tax-names.ts';
import type { TaxName } from './usual-tax-names.ts';

// The tax codes of a new billing entity. Every name and rate can be changed in the settings; later only the usual code is looked up.
// [K]: not checked against current law.

interface UsualTaxCode {
  code: string;
  name: { tax: TaxName; isReduced: boolean } | TaxName;
  kind: TaxKind;
  category: TaxCategory;
  rates: TaxRate[];
}

/** The date of a rate that has held since before this day; older documents are not issued here. */
const longSince = '2021-01-01';

const taxed = (
  code: string,
  tax: TaxName,
  kind: TaxKind,
  ...rates: (string | readonly [rate: string, validFrom: string])[]
): UsualTaxCode => ({
  code,
  name: { tax, isReduced: false },
  kind,
  category: 'S',
  rates: rates.map((given) =>
    typeof given === 'string'
      ? { rate: given, validFrom: longSince }
      : { rate: given[0], validFrom: given[1] },
  ),
});

const untaxed = (code: string, name: TaxName, kind: TaxKind, category: TaxCategory): UsualTaxCode => ({
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
      ? taxed(`${country}-S`, 'vat', 'VAT', ...rates)
      : taxed(`${country}-R${index}`, 'vat', 'VAT', ...rates),
  );
  return [
    ...byRate,
    untaxed('EU-Z', 'vatZero', 'VAT', 'Z'),
    untaxed('EU-E', 'vatExempt', 'VAT', 'E'),
    untaxed('EU-AE', 'vatReverse', 'VAT', 'AE'),
    untaxed('EU-K', 'withinEu', 'VAT', 'K'),
    untaxed('EU-G', 'outOfEu', 'VAT', 'G'),
    untaxed('EU-O', 'vatOutside', 'VAT', 'O'),
  ];
}

const BY_REGIME: Readonly<Record<Exclude<Regime, 'EU'>, UsualTaxCode[]>> = {
  // CGST Act 2017, rate notifications 1/2017 and 11/2017; 40 % and the end of most of 12 % and 28 % by those of September 2025.
  IN: [
    taxed('GST5', 'gst', 'GST', ['5', '2017-07-01']),
    taxed('GST12', 'gst', 'GST', ['12', '2017-07-01']),
    taxed('GST18', 'gst', 'GST', ['18', '2017-07-01']),
    taxed('GST28', 'gst', 'GST', ['28', '2017-07-01']),
    taxed('GST40', 'gst', 'GST', ['40', '2025-09-22']),
    { ...untaxed('GST0', 'gst', 'GST', 'Z'), name: { tax: 'gst', isReduced: false } },
    untaxed('EXEMPT', 'gstExempt', 'GST', 'E'),
    untaxed('NON-GST', 'gstOutside', 'GST', 'O'),
  ],
  // VAT Act 1994, HMRC "VAT rates".
  GB: [
    taxed('GB-S', 'vat', 'VAT', '20'),
    taxed('GB-R1', 'vat', 'VAT', '5'),
    untaxed('GB-Z', 'vatZero', 'VAT', 'Z'),
    untaxed('GB-E', 'vatExempt', 'VAT', 'E'),
    untaxed('GB-AE', 'vatReverse', 'VAT', 'AE'),
    untaxed('GB-O', 'vatOutside', 'VAT', 'O'),
  ],
  // 消費税法: the national and local parts together, since October 2019.
  JP: [
    taxed('JCT10', 'consumptionTax', 'JCT', ['10', '2019-10-01']),
    {
      ...taxed('JCT8', 'consumptionTax', 'JCT', ['8', '2019-10-01']),
      name: { tax: 'consumptionTax', isReduced: true },
    },
    untaxed('JCT-G', 'export', 'JCT', 'G'),
    untaxed('JCT-E', 'untaxed', 'JCT', 'E'),
    untaxed('JCT-O', 'outside', 'JCT', 'O'),
  ],
  // 财政部 税务总局 海关总署公告2019年第39号.
  CN: [
    taxed('VAT13', 'vat', 'VAT', ['13', '2019-04-01']),
    taxed('VAT9', 'vat', 'VAT', ['9', '2019-04-01']),
    taxed('VAT6', 'vat', 'VAT', ['6', '2019-04-01']),
    untaxed('VAT-Z', 'zero', 'VAT', 'Z'),
    untaxed('VAT-E', 'exempt', 'VAT', 'E'),
    untaxed('VAT-O', 'outside', 'VAT', 'O'),
  ],
  // Sales tax is set by the states and applies to few services: a firm that owes it adds its own rates.
  US: [untaxed('NO-TAX', 'noSalesTax', 'NONE', 'O')],
  NONE: [untaxed('NO-TAX', 'noTax', 'NONE', 'O')],
};

/** The rate that holds on a day. */
const rateOn = (rates: readonly TaxRate[], day: string): string =>
  (rates.findLast(({ validFrom }) => validFrom <= day) ?? rates[0])?.rate ?? '0';

/** The tax codes that firms of a regime usually need, named in a language; EU countries have their own rates. The name shows the rate of the day. */
export function usualTaxCodes(
  { regime, country, language }: { regime: Regime; country: string; language: Language },
  day: string,
) {
  const { say, at } = taxNames(language);
  const nameOf = ({ name, rates }: UsualTaxCode): string => {
    if (typeof name === 'string') return say(name);
    const taxed = at(name.tax, rateOn(rates, day));
    return name.isReduced ? `${taxed} ${say('reduced')}` : taxed;
  };
  const codes = regime === 'EU' ? euVat(country) : BY_REGIME[regime];
  return codes.map((code) => ({ ...code, name: nameOf(code) }));
}

/** The code with which most domestic services are billed; null if there is no usual one. */
export function usualTaxCode(regime: Regime, country: string): string | null {
  if (regime === 'EU') return `${country}-S`;
  return { IN: 'GST18', GB: 'GB-S', JP: 'JCT10', CN: 'VAT6', US: 'NO-TAX', NONE: 'NO-TAX' }[regime];
}
