import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ClientNote, clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getClientNote } from './client-notes.queries.ts';
import { requireClient } from './require-client.queries.ts';

/** Refuses NOT_FOUND. */
export async function addClientNote(
  db: Db,
  user: CurrentUser,
  { id, body, level }: ParsedInputOf<typeof clientNotes.add>,
): Promise<ClientNote> {
  await requireClient(db, user, id);
  const noteId = uuidv7();
  await db.insertInto('clientNote').values({ id: noteId, clientId: id, body, level }).execute();
  return getClientNote(db, user, { id, noteId });
}

/** Refuses NOT_FOUND (even if the caller cannot read the note), VERSION_CONFLICT, and STATE_NOT_ALLOWED once it is withdrawn. */
async function lockNote(
  db: Db,
  user: CurrentUser,
  at: { id: string; noteId: string },
  version: number,
): Promise<ClientNote> {
  await getClientNote(db, user, at);
  const note = await lockAtVersion(db, 'clientNote', at.noteId, version, () => getClientNote(db, user, at));
  if (note.withdrawnAt !== null) throw new Refusal('STATE_NOT_ALLOWED');
  return note;
}

/** Refuses as `lockNote`, and PERM_DENIED unless the caller wrote the note. */
async function lockOwn(db: Db, user: CurrentUser, at: { id: string; noteId: string }, version: number) {
  if (!(await getClientNote(db, user, at)).isOwn) throw new Refusal('PERM_DENIED');
  return lockNote(db, user, at, version);
}

/** Refuses as `lockOwn`. */
export async function editClientNote(
  db: Db,
  user: CurrentUser,
  { body, level, ...at }: ParsedInputOf<typeof clientNotes.edit>,
  version: number,
): Promise<ClientNote> {
  await lockOwn(db, user, at, version);
  await db
    .updateTable('clientNote')
    .set({ body, level, editedAt: sql<string>`now()`, ...nextVersion })
    .where('id', '=', at.noteId)
    .execute();
  return getClientNote(db, user, at);
}

/** Refuses as `lockOwn`. A withdrawn note is no longer pinned. */
export async function takeBackClientNote(
  db: Db,
  user: CurrentUser,
  at: ParsedInputOf<typeof clientNotes.takeBack>,
  version: number,
): Promise<ClientNote> {
  await lockOwn(db, user, at, version);
  await db
    .updateTable('clientNote')
    .set({ withdrawnAt: sql<string>`now()`, pinnedAt: null, pinnedBy: null, ...nextVersion })
    .where('id', '=', at.noteId)
    .execute();
  return getClientNote(db, user, at);
}

/** Refuses as `lockNote`. */
export async function pinClientNote(
  db: Db,
  user: CurrentUser,
  { isPinned, ...at }: ParsedInputOf<typeof clientNotes.pin>,
  version: number,
): Promise<ClientNote> {
  await lockNote(db, user, at, version);
  await db
    .updateTable('clientNote')
    .set({
      pinnedAt: isPinned ? sql<string>`now()` : null,
      pinnedBy: isPinned ? user.id : null,
      ...nextVersion,
    })
    .where('id', '=', at.noteId)
    .execute();
  return getClientNote(db, user, at);
}
