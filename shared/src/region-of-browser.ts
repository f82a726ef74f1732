import type { Language } from '@daybook/contracts/fields';

/** The region that the browser combines with this language: India for `en-IN`. It is the default for people who never chose a region. */
export function regionOfBrowser(lng: Language): string | null {
  const locales = navigator.languages.map((tag) => new Intl.Locale(tag));
  const region = locales.find((locale) => locale.language === lng && locale.region !== undefined)?.region;
  return region !== undefined && /^[A-Z]{2}$/.test(region) ? region : null;
}

/** A region that nobody chose changes with the language; a chosen one stays. */
export const regionWith = (lng: Language, now: { locale: Language; region: string | null }): string | null =>
  now.region === regionOfBrowser(now.locale) ? regionOfBrowser(lng) : now.region;
