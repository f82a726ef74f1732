import { normalise } from '../db/search.ts';

/** Records that a cell may name: the ids of each name, as it is searched. */
export type ByName = ReadonlyMap<string, readonly string[]>;

interface Named {
  id: string;
  names: readonly (string | null)[];
}

export function byName(records: readonly Named[]): ByName {
  const found = new Map<string, string[]>();
  for (const { id, names } of records)
    for (const name of new Set(names.map((one) => normalise(one)))) {
      if (name === '') continue;
      found.set(name, [...(found.get(name) ?? []), id]);
    }
  return found;
}

/** The ways in which the text of a cell may be stored: a file may compose its accents otherwise, and have other spaces. */
export const spellingsOf = (text: string): string[] => [
  text,
  text.normalize('NFC'),
  text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim(),
];
