import type { Language } from '@daybook/contracts/fields';
import type { ImportRemark } from '@daybook/contracts/imports/imports';
import { refusalTexts } from '@daybook/contracts/refusal-texts';
import { filled, textsOf } from '@daybook/contracts/server-texts';
import type { ImportKind, Remark } from './import-kind.ts';

const texts = textsOf('imports');

const messageOf = (code: string, language: Language): string => {
  const { faults, warnings } = texts[language];
  const known: Record<string, string | undefined> = { ...refusalTexts[language], ...warnings, ...faults };
  return known[code] ?? code;
};

/** A remark in the reader's language. A client that the reader may not see has no label. */
export function shownRemark(
  { field, code, params = {} }: Remark,
  kind: Pick<ImportKind, 'labelOf'>,
  language: Language,
): Omit<ImportRemark, 'value'> {
  const { HIDDEN } = texts[language].warnings;
  const message = filled(
    messageOf(code, language),
    (name) => `${params[name] ?? (name === 'label' ? HIDDEN : '')}`,
  );
  return { field, label: field === null ? null : kind.labelOf(field, language), code, message };
}
