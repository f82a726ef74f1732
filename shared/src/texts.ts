import type { Language } from '@daybook/contracts/fields';
import type { Texts } from '@daybook/shared/i18n';

const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  en: async () => import(/* webpackMode: "eager" */ './locales/en.json'),
  zh: async () => import(/* webpackChunkName: "texts-zh" */ './locales/zh.json'),
  fr: async () => import(/* webpackChunkName: "texts-fr" */ './locales/fr.json'),
  ja: async () => import(/* webpackChunkName: "texts-ja" */ './locales/ja.json'),
};

/**
 * Texts of the shared modules. A package that bundles them provides the texts under the namespace `shared`
 * (docs/rules.md#texts-of-a-remote).
 */
export const sharedTexts = async (lng: Language): Promise<Texts> => (await loaders[lng]()).default;
