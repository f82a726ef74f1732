import type { Language } from '@daybook/contracts/fields';
import { formatLocale } from '@daybook/shared/i18n';

/** A language by its name in the language of the interface. */
export const languageName = (code: Language): string =>
  new Intl.DisplayNames(formatLocale(), { type: 'language' }).of(code) ?? code;
