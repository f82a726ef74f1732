import { lookups, type LookupKind, type LookupRow } from '@daybook/contracts/lookups';
import { call } from '@daybook/shared/call';

/** The values that come with a choice: a service's price, an entity's currency. */
export async function lookUp(kind: LookupKind, id: string): Promise<LookupRow | undefined> {
  const [row] = await call(lookups.find, { kind, id });
  return row;
}

/** One text value that comes with a choice. */
export const moreText = (row: LookupRow | undefined, name: string): string | null => {
  const value = row?.more[name];
  return typeof value === 'string' ? value : null;
};
