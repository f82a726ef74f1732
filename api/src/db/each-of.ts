import type { Outcome } from '@daybook/contracts/bulk';
import type { Language } from '@daybook/contracts/fields';
import { refusalMessage } from '@daybook/contracts/refusal-message';
import { apart } from './apart.ts';
import type { Db } from './database.ts';

/** A record at the version that the caller saw. */
export interface At {
  id: string;
  version: number;
}

/** Each record has a result of its own. All callers lock in the same order (docs/rules.md#order-of-locks). */
export async function eachOf(
  db: Db,
  language: Language,
  wanted: readonly At[],
  work: (one: At) => Promise<number | null>,
): Promise<{ results: Outcome[] }> {
  const results: Outcome[] = [];
  for (const one of wanted.toSorted((a, b) => a.id.localeCompare(b.id))) {
    const { id } = one;
    const { done, refused } = await apart(db, () => work(one));
    if (refused) {
      const message = refusalMessage(language, refused.code, refused.params);
      results.push({ id, outcome: 'refused', refused: { code: refused.code, message } });
    } else if (done === null) results.push({ id, outcome: 'same', version: one.version });
    else results.push({ id, outcome: 'changed', version: done });
  }
  return { results };
}
