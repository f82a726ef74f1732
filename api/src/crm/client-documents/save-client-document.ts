import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { isGuarded, usualLevelOf } from '@daybook/contracts/crm/client-documents/client-documents';
import type {
  ClientDocument,
  clientDocuments,
} from '@daybook/contracts/crm/client-documents/client-documents';
import type { ClientLevel } from '@daybook/contracts/crm/clients/client-levels';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { leadingTypes } from '@daybook/contracts/notes';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { inScope } from '../../scope.ts';
import { getClientDocument } from './client-documents.queries.ts';

async function checkClient(db: Db, user: CurrentUser, id: string): Promise<void> {
  const client = await db
    .selectFrom('client')
    .select('id')
    .where('id', '=', id)
    .where(inScope.client(user, sql.ref('client.id')))
    .executeTakeFirst();
  if (!client) throw refuseField('REFERENCE_UNKNOWN', 'clientId');
}

/** Only the person who uploaded a file may attach it, and to one document. */
async function checkFile(
  db: Db,
  user: CurrentUser,
  id: string | null,
  present: string | null,
): Promise<void> {
  if (id === null || id === present) return;
  const file = await db
    .selectFrom('attachment')
    .select('id')
    .where('id', '=', id)
    .where('createdBy', '=', user.id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('clientDocument').select('id').whereRef('attachmentId', '=', 'attachment.id'),
        ),
      ),
    )
    .executeTakeFirst();
  if (!file) throw refuseField('REFERENCE_UNKNOWN', 'attachmentId');
}

/** Refuses REFERENCE_UNKNOWN on `clientId` and `attachmentId`. */
export async function createClientDocument(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), ...fields }: ParsedInputOf<typeof clientDocuments.create>,
): Promise<ClientDocument> {
  await checkClient(db, user, fields.clientId);
  await checkFile(db, user, fields.attachmentId, null);
  const level = fields.level ?? usualLevelOf(fields.kind);
  await db
    .insertInto('clientDocument')
    .values({ id, ...fields, level })
    .execute();
  return getClientDocument(db, user, id);
}

/**
 * Who may read a document is for its author, managers and admins to change; only its author may keep it to themselves.
 * Refuses PERM_DENIED on `level`.
 */
async function checkLevel(
  db: Db,
  user: CurrentUser,
  { id, level: present }: ClientDocument,
  level: ClientLevel,
): Promise<void> {
  if (level === present) return;
  const { createdBy } = await db
    .selectFrom('clientDocument')
    .select('createdBy')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (createdBy === user.id) return;
  const leads = leadingTypes.some((type) => type === user.userType);
  if (!leads || level === 'author') throw refuseField('PERM_DENIED', 'level');
}

/** The number of a guarded document is for who opens it, which is recorded; a conflict therefore does not bring the document. */
async function lockDocument(db: Db, user: CurrentUser, id: string, version: number): Promise<ClientDocument> {
  const read = () => getClientDocument(db, user, id);
  try {
    return await lockAtVersion(db, 'clientDocument', id, version, read);
  } catch (error) {
    const isConflict = error instanceof Refusal && error.code === 'VERSION_CONFLICT';
    if (isConflict && isGuarded((await read()).kind)) throw new Refusal('VERSION_CONFLICT');
    throw error;
  }
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, REFERENCE_UNKNOWN on `attachmentId`, and as `checkLevel`. */
export async function editClientDocument(
  db: Db,
  user: CurrentUser,
  { id, ...fields }: ParsedInputOf<typeof clientDocuments.edit>,
  version: number,
): Promise<ClientDocument> {
  const document = await lockDocument(db, user, id, version);
  const level = fields.level ?? document.level;
  await checkLevel(db, user, document, level);
  await checkFile(db, user, fields.attachmentId, document.attachment?.id ?? null);
  await db
    .updateTable('clientDocument')
    .set({ ...fields, level, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getClientDocument(db, user, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT. The file goes with the purge of attachments. */
export async function removeClientDocument(
  db: Db,
  user: CurrentUser,
  id: string,
  version: number,
): Promise<void> {
  await lockDocument(db, user, id, version);
  await db.deleteFrom('clientDocument').where('id', '=', id).execute();
}

/** The file of a document. Refuses NOT_FOUND. */
export async function fileOfDocument(
  db: Db,
  user: CurrentUser,
  id: string,
): Promise<{ document: ClientDocument; attachmentId: string }> {
  const document = await getClientDocument(db, user, id);
  if (document.attachment === null) throw new Refusal('NOT_FOUND');
  return { document, attachmentId: document.attachment.id };
}
