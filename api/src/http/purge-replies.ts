import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * Deletes stored replies after a week. A tab that lost its answer sends again within that time, or its draft names a document
 * that exists already.
 */
export async function purgeReplies(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotencyKey')
    .where('createdAt', '<', sql<string>`now() - interval '7 days'`)
    .execute();
}
