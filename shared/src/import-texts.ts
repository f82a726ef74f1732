import type { Language } from '@daybook/contracts/fields';
import type { Texts } from '@daybook/shared/i18n';

const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  en: async () => import(/* webpackMode: "eager" */ './locales/import-screens/en.json'),
  zh: async () => import(/* webpackChunkName: "texts-zh" */ './locales/import-screens/zh.json'),
  fr: async () => import(/* webpackChunkName: "texts-fr" */ './locales/import-screens/fr.json'),
  ja: async () => import(/* webpackChunkName: "texts-ja" */ './locales/import-screens/ja.json'),
};

/** Texts of the shared screens of imports, under the namespace `import-screens`, for remotes that show imports. */
export const importTexts = async (lng: Language): Promise<Texts> => (await loaders[lng]()).default;
