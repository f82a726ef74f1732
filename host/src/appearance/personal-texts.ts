import type { ComponentType } from 'react';
import type { Language } from '@daybook/contracts/fields';
import type { Texts } from '@daybook/shared/i18n';
import { partWithTexts } from '@daybook/shared/part-with-texts';

const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import(/* webpackChunkName: "personal-en" */ '../locales/personal/en.json'),
  zh: () => import(/* webpackChunkName: "personal-zh" */ '../locales/personal/zh.json'),
  fr: () => import(/* webpackChunkName: "personal-fr" */ '../locales/personal/fr.json'),
  ja: () => import(/* webpackChunkName: "personal-ja" */ '../locales/personal/ja.json'),
};

/**
 * Loads a lazy component together with the texts of the parts that people open now and then: account, settings, search,
 * notifications.
 */
export const withPersonalTexts = partWithTexts('personal', async (lng) => ({
  personal: (await loaders[lng]()).default,
}));

const withSharedTexts = partWithTexts('shared', async (lng) => {
  const { sharedTexts } = await import(/* webpackChunkName: "shared-texts" */ '@daybook/shared/texts');
  return { shared: await sharedTexts(lng) };
});

/** Also loads the texts of shared components, such as forms and refusals, which a page of the host alone does not have. */
export const withFormTexts = <Props extends object>(part: () => Promise<{ default: ComponentType<Props> }>) =>
  withPersonalTexts(withSharedTexts(part));
