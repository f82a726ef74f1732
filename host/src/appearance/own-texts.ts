import type { Language } from '@daybook/contracts/fields';
import type { Texts, TextsByNamespace } from '@daybook/shared/i18n';

const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import(/* webpackMode: "eager" */ '../locales/en.json'),
  zh: () => import(/* webpackChunkName: "texts-zh" */ '../locales/zh.json'),
  fr: () => import(/* webpackChunkName: "texts-fr" */ '../locales/fr.json'),
  ja: () => import(/* webpackChunkName: "texts-ja" */ '../locales/ja.json'),
};

/** The host's own texts: all that the sign-in page needs. */
export const ownTexts = async (lng: Language): Promise<TextsByNamespace> => ({
  host: (await loaders[lng]()).default,
});
