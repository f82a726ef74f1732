import type { ComponentType } from 'react';
import type { Language } from '@daybook/contracts/fields';
import { addTextSource, type Texts, type TextsByNamespace } from '@daybook/shared/i18n';

const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import(/* webpackChunkName: "personal-en" */ '../locales/personal/en.json'),
  zh: () => import(/* webpackChunkName: "personal-zh" */ '../locales/personal/zh.json'),
  fr: () => import(/* webpackChunkName: "personal-fr" */ '../locales/personal/fr.json'),
  ja: () => import(/* webpackChunkName: "personal-ja" */ '../locales/personal/ja.json'),
};

const load = async (lng: Language): Promise<TextsByNamespace> => ({
  personal: (await loaders[lng]()).default,
});

let adding: Promise<void> | null = null;

/** Texts of the parts that people open now and then: account, settings, search, notifications. They load with the first of these. */
function addPersonalTexts(): Promise<void> {
  adding ??= addTextSource('personal', load);
  adding.catch(() => {
    adding = null;
  });
  return adding;
}

type Loaded<Props extends object> = Promise<{ default: ComponentType<Props> }>;

/** Loads a lazy component together with its texts. */
export const withPersonalTexts =
  <Props extends object>(part: () => Loaded<Props>) =>
  async (): Loaded<Props> => {
    const [loaded] = await Promise.all([part(), addPersonalTexts()]);
    return loaded;
  };
