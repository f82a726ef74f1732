import type { Language } from '@daybook/contracts/fields';
import type { Texts } from '@daybook/shared/i18n';
import { partWithTexts } from '@daybook/shared/part-with-texts';

const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import(/* webpackChunkName: "more-en" */ './locales/more/en.json'),
  zh: () => import(/* webpackChunkName: "more-zh" */ './locales/more/zh.json'),
  fr: () => import(/* webpackChunkName: "more-fr" */ './locales/more/fr.json'),
  ja: () => import(/* webpackChunkName: "more-ja" */ './locales/more/ja.json'),
};

/**
 * Loads a lazy component together with the texts of screens that few people open. They are part of the namespace `settings` but not
 * of the entry of the remote. Their top-level keys are in no other file.
 */
export const withMoreTexts = partWithTexts('settings-more', async (lng) => ({
  settings: (await loaders[lng]()).default,
}));
