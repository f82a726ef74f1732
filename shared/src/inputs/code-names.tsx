import type { Language } from '@daybook/contracts/fields';
import { formatLocale } from '@daybook/shared/i18n';

export type CodeKind = 'region' | 'currency' | 'language';

export const namesOf = (type: CodeKind) => {
  const names = new Intl.DisplayNames(formatLocale(), { type });
  return (code: string): string => names.of(code) ?? code;
};

/** The name of a country in the language of the interface. */
export const countryName = (code: string): string => namesOf('region')(code);

/** The name of a language in the language of the interface. */
export const languageName = (code: Language): string => namesOf('language')(code);
