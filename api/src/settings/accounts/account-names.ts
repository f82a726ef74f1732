import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import { normalise } from '../../db/search.ts';

export interface NamedAccount {
  name: string;
  systemKey: string | null;
  usual: string | null;
}

/** The name of an account: in the reader's language if it came with Daybook and was not renamed, otherwise as somebody named it. */
export function accountName(language: Language, { name, systemKey, usual }: NamedAccount): string {
  const { account, expenseAccount } = exportTexts[language];
  if (systemKey !== null) return account[systemKey] ?? name;
  return (usual === null ? undefined : expenseAccount[usual]) ?? name;
}

/** The keys of the accounts whose name in this language contains the text. */
export function keysNamed(language: Language, text: string): string[] {
  const { account, expenseAccount } = exportTexts[language];
  const wanted = normalise(text);
  return Object.entries({ ...account, ...expenseAccount }).flatMap(([key, name]) =>
    normalise(name).includes(wanted) ? key : [],
  );
}
