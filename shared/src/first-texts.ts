import type { Language } from '@daybook/contracts/fields';
import type { Texts } from '@daybook/shared/i18n';

const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  en: async () => import(/* webpackMode: "eager" */ './locales/en.json'),
  zh: async () => import(/* webpackChunkName: "texts-zh" */ './locales/zh.json'),
  fr: async () => import(/* webpackChunkName: "texts-fr" */ './locales/fr.json'),
  ja: async () => import(/* webpackChunkName: "texts-ja" */ './locales/ja.json'),
};

/** Those texts of the shared modules that the host needs before any remote has loaded. */
export const firstTexts = async (lng: Language): Promise<Texts> => (await loaders[lng]()).default;
