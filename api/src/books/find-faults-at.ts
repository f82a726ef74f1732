import type { BookFinding } from '@daybook/contracts/settings/book-checks/book-checks';
import type { Head } from '../audit/kept-head.ts';
import { openDatabase } from '../db/database.ts';
import { findBookFaults } from './book-findings.ts';

/** Longer than the longest statement of the checks. */
const silentMs = 900_000;

/**
 * All that the nightly check looks at, at one moment of the database at `url`. Nothing is stored. `kept` is the head of the audit log
 * that this firm has left outside of it.
 */
export async function findFaultsAt(url: string, kept: Head | null = null): Promise<BookFinding[]> {
  const database = openDatabase(url, { warn: () => undefined }, 1, { waitMs: 10_000, silentMs });
  try {
    return await database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((db) => findBookFaults(db, undefined, kept));
  } finally {
    await database.close();
  }
}
