import { json } from '../db/database.ts';
import type { Db } from '../db/database.ts';

interface Reading {
  userId: string;
  requestId: string;
  /** What was called: `client_documents.file`. */
  action: string;
  entity: string;
  entityId: string;
  /** The address of the request. */
  address: string;
  /** What was asked for, such as the filter of an export. */
  asked?: Record<string, unknown>;
}

/** Writes that somebody opened a record whose every opening is on record, or downloaded a file. The row says nothing of its content. */
export async function recordReading(
  db: Db,
  { userId, requestId, action, entity, entityId, address, asked = {} }: Reading,
): Promise<void> {
  await db
    .insertInto('auditEvent')
    .values({
      actorId: userId,
      requestId,
      action,
      entity,
      entityId,
      address,
      body: json({ before: {}, after: asked }),
      hash: Buffer.alloc(0),
    })
    .execute();
}
