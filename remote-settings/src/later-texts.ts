import type { Language } from '@daybook/contracts/fields';
import type { Texts } from '@daybook/shared/i18n';
import { partWithTexts } from '@daybook/shared/part-with-texts';

const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import(/* webpackChunkName: "later-en" */ './locales/later/en.json'),
  zh: () => import(/* webpackChunkName: "later-zh" */ './locales/later/zh.json'),
  fr: () => import(/* webpackChunkName: "later-fr" */ './locales/later/fr.json'),
  ja: () => import(/* webpackChunkName: "later-ja" */ './locales/later/ja.json'),
};

/**
 * Loads a lazy component together with the texts that are part of the namespace `settings` but not of the entry of the remote, which every
 * screen waits for. Their top-level keys are in no other file.
 */
export const withLaterTexts = partWithTexts('settings-later', async (lng) => ({
  settings: (await loaders[lng]()).default,
}));
