import { currentZoneName } from './timezones.ts';
import { z } from 'zod';

/** The tax and numbering rules that a billing entity follows. */
export const Regime = z.enum(['IN', 'EU', 'GB', 'JP', 'CN', 'US', 'NONE']);
export type Regime = z.infer<typeof Regime>;

export const EU_COUNTRIES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** The usual regime of a country; an entity may follow another. */
export function regimeOf(country: string): Regime {
  if (EU_COUNTRIES.has(country)) return 'EU';
  return Regime.safeParse(country).data ?? 'NONE';
}

/**
 * Regimes that require a document in a foreign currency to state its tax in the issuer's currency too: directive
 * 2006/112/EC art. 230, VAT Regulations 1995 reg. 14, CGST Act s. 15 with rule 34, 消費税法第57条の4, 发票管理办法 with its rules of
 * 2014 art. 29.
 */
export const taxInBaseCurrency: ReadonlySet<Regime> = new Set(['IN', 'EU', 'GB', 'JP', 'CN']);

interface CountryDefaults {
  baseCurrency: string;
  fyStart: string;
  timezone: string;
}

/** What a form proposes for a country; all of it can be changed. [K] */
const BY_COUNTRY: Readonly<Record<string, CountryDefaults>> = {
  AT: { baseCurrency: 'EUR', fyStart: '01-01', timezone: 'Europe/Vienna' },
  AU: { baseCurrency: 'AUD', fyStart: '07-01', timezone: 'Australia/Sydney' },
  BE: { baseCurrency: 'EUR', fyStart: '01-01', timezone: 'Europe/Brussels' },
  CA: { baseCurrency: 'CAD', fyStart: '01-01', timezone: 'America/Toronto' },
  CH: { baseCurrency: 'CHF', fyStart: '01-01', timezone: 'Europe/Zurich' },
  CN: { baseCurrency: 'CNY', fyStart: '01-01', timezone: 'Asia/Shanghai' },
  DE: { baseCurrency: 'EUR', fyStart: '01-01', timezone: 'Europe/Berlin' },
  DK: { baseCurrency: 'DKK', fyStart: '01-01', timezone: 'Europe/Copenhagen' },
  ES: { baseCurrency: 'EUR', fyStart: '01-01', timezone: 'Europe/Madrid' },
  FI: { baseCurrency: 'EUR', fyStart: '01-01', timezone: 'Europe/Helsinki' },
  FR: { baseCurrency: 'EUR', fyStart: '01-01', timezone: 'Europe/Paris' },
  GB: { baseCurrency: 'GBP', fyStart: '04-01', timezone: 'Europe/London' },
  IE: { baseCurrency: 'EUR', fyStart: '01-01', timezone: 'Europe/Dublin' },
  IN: { baseCurrency: 'INR', fyStart: '04-01', timezone: 'Asia/Kolkata' },
  IT: { baseCurrency: 'EUR', fyStart: '01-01', timezone: 'Europe/Rome' },
  JP: { baseCurrency: 'JPY', fyStart: '04-01', timezone: 'Asia/Tokyo' },
  LU: { baseCurrency: 'EUR', fyStart: '01-01', timezone: 'Europe/Luxembourg' },
  NL: { baseCurrency: 'EUR', fyStart: '01-01', timezone: 'Europe/Amsterdam' },
  PL: { baseCurrency: 'PLN', fyStart: '01-01', timezone: 'Europe/Warsaw' },
  PT: { baseCurrency: 'EUR', fyStart: '01-01', timezone: 'Europe/Lisbon' },
  SE: { baseCurrency: 'SEK', fyStart: '01-01', timezone: 'Europe/Stockholm' },
  SG: { baseCurrency: 'SGD', fyStart: '01-01', timezone: 'Asia/Singapore' },
  US: { baseCurrency: 'USD', fyStart: '01-01', timezone: 'America/New_York' },
};

/** The country that a form proposes on a machine in this time zone; undefined for a zone that is not the usual one of a country. */
export const countryOfZone = (zone: string): string | undefined =>
  Object.keys(BY_COUNTRY).find((country) => BY_COUNTRY[country]?.timezone === currentZoneName(zone));

export const countryDefaults = (country: string): CountryDefaults | undefined => BY_COUNTRY[country];
