/** A record that a row may mean. One outside the caller's scope is not named. */
export interface Match {
  id: string;
  name: string;
  isVisible: boolean;
}

/** The records by what they were found by, as it is compared. */
export type Matches = ReadonlyMap<string, readonly Match[]>;

export interface Found extends Match {
  key: string;
}

/** Each record once for each key. */
export function byKey(rows: readonly Found[]): Matches {
  const found = new Map<string, Match[]>();
  for (const { key, ...match } of rows) {
    const matches = found.get(key) ?? [];
    if (matches.every(({ id }) => id !== match.id)) found.set(key, [...matches, match]);
  }
  return found;
}
