import type { BookFinding } from '@daybook/contracts/settings/book-checks/book-checks';
import { openDatabase } from '../db/database.ts';
import { findBookFaults } from './book-findings.ts';

/** Longer than the longest statement of the checks. */
const silentMs = 900_000;

/** All that the nightly check looks at, at one moment of the database at `url`. Nothing is stored. */
export async function findFaultsAt(url: string): Promise<BookFinding[]> {
  const database = openDatabase(url, { warn: () => undefined }, 1, { waitMs: 10_000, silentMs });
  try {
    return await database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((db) => findBookFaults(db));
  } finally {
    await database.close();
  }
}
