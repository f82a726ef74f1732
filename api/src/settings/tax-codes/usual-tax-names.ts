import type { Language } from '@daybook/contracts/fields';
import { formatDecimal } from '@daybook/contracts/money/amount-entry';
import { textsOf } from '@daybook/contracts/server-texts';

const names = textsOf('taxNames');

export type TaxName = keyof (typeof names)['en'];

/** The accounting terms of each language for the taxes and cases of a country’s law. */
export const taxNames = (language: Language) => ({
  say: (name: TaxName): string => names[language][name],
  /** "TVA 5,5 %". */
  at: (name: TaxName, rate: string): string => `${names[language][name]} ${formatDecimal(rate, language)} %`,
});
