import type { Language } from './fields.ts';

/** Each language under its own name, whatever the language of the interface. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  zh: '中文',
  fr: 'Français',
  ja: '日本語',
};
