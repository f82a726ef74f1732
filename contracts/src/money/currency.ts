import { z } from 'zod';

// ISO 4217, currencies in use, by number of decimals (2026).
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
const THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND';
const FOUR_DECIMALS = 'CLF UYW';
const TWO_DECIMALS =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY ' +
  'COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS ' +
  'INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR ' +
  'MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP ' +
  'STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG';

const EXPONENTS: ReadonlyMap<string, number> = new Map(
  [WITHOUT_DECIMALS, '', TWO_DECIMALS, THREE_DECIMALS, FOUR_DECIMALS].flatMap((codes, exponent) =>
    codes
      .split(' ')
      .filter(Boolean)
      .map((code) => [code, exponent] as const),
  ),
);

export const CURRENCY_CODES: readonly string[] = [...EXPONENTS.keys()].toSorted();

export const CurrencyCode = z.string().refine((code) => EXPONENTS.has(code));
export type CurrencyCode = z.infer<typeof CurrencyCode>;

/** The number of decimals of the currency. Throws for an unknown code, because a guess could move the decimal point. */
export function exponentOf(currency: CurrencyCode): number {
  const exponent = EXPONENTS.get(currency);
  if (exponent === undefined) throw new RangeError(`not an ISO 4217 currency: "${currency}"`);
  return exponent;
}
