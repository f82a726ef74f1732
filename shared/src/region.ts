import type { Language } from '@daybook/contracts/fields';
import { keys, type Theme } from './storage.ts';

/** The region that the browser combines with this language: India for `en-IN`. It is the default until the firm has a country. */
export function regionOfBrowser(lng: Language): string | null {
  const locales = navigator.languages.map((tag) => new Intl.Locale(tag));
  const region = locales.find((locale) => locale.language === lng && locale.region !== undefined)?.region;
  return region !== undefined && /^[A-Z]{2}$/.test(region) ? region : null;
}

/** The country whose formats apply: the chosen one, else the firm’s, else that of the browser. */
export const regionOf = ({ region, locale }: Pick<Theme, 'region' | 'locale'>): string | null =>
  region === undefined ? (localStorage.getItem(keys.firmCountry) ?? regionOfBrowser(locale)) : region;

/** Returns whether it is another country than before. */
export function keepFirmCountry(country: string | null): boolean {
  const before = localStorage.getItem(keys.firmCountry);
  if (country === null) localStorage.removeItem(keys.firmCountry);
  else localStorage.setItem(keys.firmCountry, country);
  return before !== country;
}
