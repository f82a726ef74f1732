import type { Language } from '@daybook/contracts/fields';
import type { Texts } from '@daybook/shared/i18n';
import { partWithTexts } from '@daybook/shared/part-with-texts';

const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import(/* webpackChunkName: "history-en" */ './locales/history/en.json'),
  zh: () => import(/* webpackChunkName: "history-zh" */ './locales/history/zh.json'),
  fr: () => import(/* webpackChunkName: "history-fr" */ './locales/history/fr.json'),
  ja: () => import(/* webpackChunkName: "history-ja" */ './locales/history/ja.json'),
};

/** The names of what was done to a record, under the namespace `history`. */
export const historyTexts = async (lng: Language): Promise<Texts> => (await loaders[lng]()).default;

/** Loads the history of a record together with its texts. */
export const withHistoryTexts = partWithTexts('history', async (lng) => ({
  history: await historyTexts(lng),
}));
