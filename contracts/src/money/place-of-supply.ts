import type { Language } from '../fields.ts';
import { INDIAN_STATES } from './indian-states.ts';

/** A state has its own name; what lies outside of the states is said in the reader's language. */
const outside: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  '96': { en: 'Other country', zh: '其他国家', fr: 'Autre pays', ja: 'その他の国' },
  '97': { en: 'Other territory', zh: '其他领地', fr: 'Autre territoire', ja: 'その他の領域' },
  '99': { en: 'Centre jurisdiction', zh: '中央管辖', fr: 'Juridiction centrale', ja: '中央政府の管轄' },
};

/** The name of a place of supply in India by its code, which stands for a place without a name. */
export const placeName = (code: string, language: Language): string =>
  outside[code]?.[language] ?? INDIAN_STATES.get(code) ?? code;

/** By code and name, as the law has it on paper. */
export const placeText = (code: string, language: Language): string =>
  INDIAN_STATES.has(code) ? `${code} ${placeName(code, language)}` : code;

/** What a place of supply is chosen from. */
export const placeChoices = (language: Language): { value: string; label: string }[] =>
  [...INDIAN_STATES.keys()].map((value) => ({ value, label: placeText(value, language) }));
