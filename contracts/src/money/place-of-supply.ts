import type { Language } from '../fields.ts';
import { INDIAN_STATES } from './indian-states.ts';

/** Places outside the states have names in the reader's language; a state has one name. */
const outside: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  '96': { en: 'Other country', zh: '其他国家', fr: 'Autre pays', ja: 'その他の国' },
  '97': { en: 'Other territory', zh: '其他领地', fr: 'Autre territoire', ja: 'その他の領域' },
  '99': { en: 'Centre jurisdiction', zh: '中央管辖', fr: 'Juridiction centrale', ja: '中央政府の管轄' },
};

/** The name of a place of supply in India; the code if the place has no name. */
export const placeName = (code: string, language: Language): string =>
  outside[code]?.[language] ?? INDIAN_STATES.get(code) ?? code;

/** Code and name, as the law requires on documents. */
export const placeText = (code: string, language: Language): string =>
  INDIAN_STATES.has(code) ? `${code} ${placeName(code, language)}` : code;

/** The choices of a place of supply. */
export const placeChoices = (language: Language): { value: string; label: string }[] =>
  [...INDIAN_STATES.keys()].map((value) => ({ value, label: placeText(value, language) }));
