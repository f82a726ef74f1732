import type { Language } from '@daybook/contracts/fields';
import type { Texts } from '@daybook/shared/i18n';

const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  en: async () => import(/* webpackMode: "eager" */ './locales/series/en.json'),
  zh: async () => import(/* webpackChunkName: "texts-zh" */ './locales/series/zh.json'),
  fr: async () => import(/* webpackChunkName: "texts-fr" */ './locales/series/fr.json'),
  ja: async () => import(/* webpackChunkName: "texts-ja" */ './locales/series/ja.json'),
};

/** Texts of the shared modules for series, under the namespace `series`, for remotes that show series. */
export const seriesTexts = async (lng: Language): Promise<Texts> => (await loaders[lng]()).default;
