import type { Language } from '@daybook/contracts/fields';
import { exportTexts, namesOf } from '@daybook/contracts/export-texts';
import { textsOf } from '@daybook/contracts/server-texts';
import { wordOfCode } from './audit-codes.ts';

type Words = Readonly<Record<string, string>>;

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string): string =>
  name.replace(/_ids?$/, '').replaceAll(/_([a-z\d])/g, (_match, letter: string) => letter.toUpperCase());

/** Columns that are something else than their name says in other tables. */
const renamed: Words = { 'package_version.no': 'version_no' };

const isLanguage = /^(?:en|zh|fr|ja)$/;

/** The words of the log in one language. */
export function auditWords(language: Language) {
  const { columns, kind, act, outcome, refusedBecause } = textsOf('auditLog')[language];
  const headers: Words = exportTexts[language].headers;
  const own: Words = columns;
  const refusals: Words = textsOf('refusals')[language];
  const languageName = namesOf(language, 'language');
  /** The name of a column or of a part of a stored value; null if it has none. */
  const knownLabel = (field: string): string | null =>
    own[snake(field)] ??
    headers[camel(snake(field))] ??
    (isLanguage.test(field) ? languageName(field) : null);
  return {
    kind,
    act,
    outcome,
    knownLabel,
    /** A part without a name, such as a day of a calendar, is told as it is stored. */
    labelOf: (table: string, field: string): string =>
      table === 'refusal' && field === 'code'
        ? refusedBecause
        : (knownLabel(renamed[`${table}.${field}`] ?? field) ?? snake(field).replaceAll('_', ' ')),
    wordOf: (table: string, field: string, code: string): string | null => {
      if (table === 'refusal') return refusals[code] ?? null;
      return wordOfCode(table, field, code, language);
    },
  };
}
export type AuditWords = ReturnType<typeof auditWords>;
