import type { Language } from '@daybook/contracts/fields';

/** The country whose habits the browser has with this language: India of `en-IN`. It is the default of people who never chose one. */
export function regionOfBrowser(lng: Language): string | null {
  const locales = navigator.languages.map((tag) => new Intl.Locale(tag));
  const region = locales.find((locale) => locale.language === lng && locale.region !== undefined)?.region;
  return region !== undefined && /^[A-Z]{2}$/.test(region) ? region : null;
}

/** Numbers that nobody chose go with the language, those of a chosen country stay. */
export const regionWith = (lng: Language, now: { locale: Language; region: string | null }): string | null =>
  now.region === regionOfBrowser(now.locale) ? regionOfBrowser(lng) : now.region;
