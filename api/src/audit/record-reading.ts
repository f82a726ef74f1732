import { json } from '../db/database.ts';
import type { Db } from '../db/database.ts';

interface Reading {
  userId: string;
  requestId: string;
  /** What was called: `client_documents.file`. */
  action: string;
  entity: string;
  entityId: string;
}

/** Writes that somebody opened a record whose every opening is on record. The row says nothing of its content. */
export async function recordReading(
  db: Db,
  { userId, requestId, action, entity, entityId }: Reading,
): Promise<void> {
  await db
    .insertInto('auditEvent')
    .values({
      actorId: userId,
      requestId,
      action,
      entity,
      entityId,
      body: json({ before: {}, after: {} }),
      hash: Buffer.alloc(0),
    })
    .execute();
}
