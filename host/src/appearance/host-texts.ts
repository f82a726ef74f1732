import type { Language } from '@daybook/contracts/fields';
import { firstTexts } from '@daybook/shared/first-texts';
import type { Texts, TextsByNamespace } from '@daybook/shared/i18n';

const hostOnly: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import(/* webpackMode: "eager" */ '../locales/en.json'),
  zh: () => import(/* webpackChunkName: "texts-zh" */ '../locales/zh.json'),
  fr: () => import(/* webpackChunkName: "texts-fr" */ '../locales/fr.json'),
  ja: () => import(/* webpackChunkName: "texts-ja" */ '../locales/ja.json'),
};

/** The host's own texts and those of the shared components of its shell. */
export async function hostTexts(lng: Language): Promise<TextsByNamespace> {
  const [host, shared] = await Promise.all([hostOnly[lng](), firstTexts(lng)]);
  return { host: host.default, shared };
}
