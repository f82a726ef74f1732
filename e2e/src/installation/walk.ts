import type { Page } from 'playwright-core';
import { formatMinor } from '@daybook/contracts/money/amount-entry';
import { minor } from '@daybook/contracts/money/money';
import type { Installation, Appearance } from './open-installation.ts';
import { goByMenu } from './site-screens.ts';
import { wordsOf } from './words.ts';
import type { Words } from './words.ts';

const numberLocales = { en: 'en-GB', zh: 'zh-CN', fr: 'fr-FR', ja: 'ja-JP' };

/** A page of one person, with helpers in that person's language. */
export interface Walk {
  page: Page;
  words: Words;
  complaints: string[];
  go: (screenId: string) => Promise<void>;
  /** An amount as the screens write it; `none` leaves out the currency. */
  rupees: (amount: number, show?: 'symbol' | 'none') => string;
}

export async function startWalk(installation: Installation, appearance: Appearance): Promise<Walk> {
  const { language = 'en' } = appearance;
  const words = wordsOf(language);
  const { page, complaints } = await installation.visit(appearance);
  await page.goto(`${installation.url}/app`);
  await page.getByRole('button', { name: words('host:nav.toggle'), exact: true }).waitFor();
  return {
    page,
    words,
    complaints,
    go: (screenId) => goByMenu(page, screenId, language, words),
    rupees: (amount, show = 'symbol') => formatMinor(minor(amount), 'INR', numberLocales[language], show),
  };
}
