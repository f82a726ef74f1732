import type { Language } from '@daybook/contracts/fields';

/** How a reader of each language understands a figure; independent of the code that prints it, and of Intl. */
const marks: Record<Language, { group: string; decimal: string }> = {
  en: { group: ',', decimal: '.' },
  zh: { group: ',', decimal: '.' },
  fr: { group: ' ', decimal: ',' },
  ja: { group: ',', decimal: '.' },
};

/** Groups of three digits; those before the last may have two (lakh and crore). */
const areGroups = (groups: readonly string[]): boolean =>
  groups.length === 1 ||
  (groups.at(-1)?.length === 3 && groups.every(({ length }) => length > 0 && length < 4));

/**
 * A printed amount in minor units, with or without its currency. Null if it cannot be read as one: it has another language’s
 * signs, or more or fewer decimals than its currency.
 */
export function readFigure(printed: string, language: Language, decimals: number): number | null {
  const { group, decimal } = marks[language];
  const [, before = '', digits = '', after = ''] =
    /^([^\d]*)(\d.*\d|\d)([^\d]*)$/.exec(printed.replaceAll(/[\u00A0\u202F]/g, ' ').trim()) ?? [];
  const [whole = '', fraction = '', ...others] = digits.split(decimal);
  const groups = whole.split(group);
  const isFigure =
    others.length === 0 &&
    groups.every((part) => /^\d+$/.test(part)) &&
    areGroups(groups) &&
    fraction.length === decimals &&
    /^\d*$/.test(fraction) &&
    !/[.,]/.test(before + after);
  if (!isFigure) return null;
  const units = Number(groups.join('') + fraction);
  return before.includes('-') ? 0 - units : units;
}
