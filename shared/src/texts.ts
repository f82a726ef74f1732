import type { Language } from '@daybook/contracts/fields';
import type { Texts } from '@daybook/shared/i18n';
import { firstTexts } from './first-texts.ts';

const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  en: async () => import(/* webpackMode: "eager" */ './locales/later/en.json'),
  zh: async () => import(/* webpackChunkName: "texts-zh" */ './locales/later/zh.json'),
  fr: async () => import(/* webpackChunkName: "texts-fr" */ './locales/later/fr.json'),
  ja: async () => import(/* webpackChunkName: "texts-ja" */ './locales/later/ja.json'),
};

/**
 * Texts of the shared modules. A package that bundles them provides the texts under the namespace `shared`
 * (docs/rules.md#texts-of-a-remote).
 */
export async function sharedTexts(lng: Language): Promise<Texts> {
  const [first, later] = await Promise.all([firstTexts(lng), loaders[lng]()]);
  return { ...first, ...later.default };
}
