import type { Language } from '@daybook/contracts/fields';
import type { Texts } from '@daybook/shared/i18n';
import { partWithTexts } from '@daybook/shared/part-with-texts';

const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import(/* webpackChunkName: "receivables-en" */ './locales/receivables/en.json'),
  zh: () => import(/* webpackChunkName: "receivables-zh" */ './locales/receivables/zh.json'),
  fr: () => import(/* webpackChunkName: "receivables-fr" */ './locales/receivables/fr.json'),
  ja: () => import(/* webpackChunkName: "receivables-ja" */ './locales/receivables/ja.json'),
};

/**
 * Loads a lazy component together with the texts of follow-up, reports, expenses, credit notes and pending items, which are part of the namespace `billing` but not of
 * the entry of the remote. Their top-level keys are in no other file.
 */
export const withReceivablesTexts = partWithTexts('receivables', async (lng) => ({
  billing: (await loaders[lng]()).default,
}));
