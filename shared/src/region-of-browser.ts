import type { Language } from '@daybook/contracts/fields';

/** The region that the browser combines with this language: India for `en-IN`. It is the default until the firm has a country. */
export function regionOfBrowser(lng: Language): string | null {
  const locales = navigator.languages.map((tag) => new Intl.Locale(tag));
  const region = locales.find((locale) => locale.language === lng && locale.region !== undefined)?.region;
  return region !== undefined && /^[A-Z]{2}$/.test(region) ? region : null;
}
