import type { Language } from '@daybook/contracts/fields';

/** Each language by its own name, whatever the interface speaks. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  zh: '中文',
  fr: 'Français',
  ja: '日本語',
};
