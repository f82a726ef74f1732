import { sql } from 'kysely';
import type { CurrentUser } from '../../../auth/current-user.ts';
import { holds } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import type { RowToUndo } from '../../../imports/import-kind.ts';
import { inScope } from '../../../scope.ts';
import { nextVersion } from '../../../db/versions.ts';
import { returnedStage } from '../change-many-enquiries.ts';
import { removeEnquiry } from '../delete-enquiry.ts';
import { getEnquiry } from '../enquiries.queries.ts';
import { editEnquiry } from '../save-enquiry.ts';
import { fieldsOfEnquiry } from './enquiry-texts.ts';
import type { FormerEnquiry } from './write-enquiries.ts';

/** The versions of those enquiries that the caller may see, locked, and whether anything was added to them since they were made. */
async function lockedEnquiries(db: Db, user: CurrentUser, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; version: number; isUsed: boolean }>`
    select id, version,
      exists (select from enquiry_note note where note.enquiry_id = enquiry.id and note.created_at > enquiry.created_at)
        or exists (select from document_attachment file where file.enquiry_id = enquiry.id) as is_used
    from enquiry where id = any (${ids}::uuid[]) and deleted_at is null
      and ${inScope.enquiry(user, sql.ref('enquiry.owner_id'))}
    order by id for update`.execute(db);
  return new Map(rows.map(({ id, ...enquiry }) => [id, enquiry]));
}

/** Gives a changed enquiry its stage and its fields back; notes stay. */
async function giveBack(db: Db, user: CurrentUser, { recordId, version, before }: RowToUndo): Promise<void> {
  const { fields, stage } = before as FormerEnquiry;
  const now = await getEnquiry(db, user, recordId);
  let current = version;
  if (stage) {
    await db
      .updateTable('enquiry')
      .set({ ...returnedStage(stage, now.status), ...nextVersion })
      .where('id', '=', recordId)
      .execute();
    current += 1;
  }
  await editEnquiry(db, user, { ...fieldsOfEnquiry(now), ...fields }, current);
}

/**
 * Moves the enquiries that an import made to the bin, and gives back what it changed; why not, by the numbers of the rows. An enquiry
 * that someone has used or changed since is kept.
 */
export async function undoEnquiries(
  db: Db,
  user: CurrentUser,
  rows: readonly RowToUndo[],
): Promise<Map<number, string>> {
  const current = await lockedEnquiries(
    db,
    user,
    rows.map(({ recordId }) => recordId),
  );
  const kept = new Map<number, string>();
  for (const row of rows) {
    const { no, outcome, recordId, version } = row;
    const enquiry = current.get(recordId);
    if (!enquiry) kept.set(no, 'GONE');
    else if (enquiry.version !== version || (outcome === 'made' && enquiry.isUsed))
      kept.set(no, 'USED_SINCE');
    else if (outcome === 'made') await removeEnquiry(db, user, recordId, version);
    else if (holds(user, 'enquiries.edit')) await giveBack(db, user, row);
    else kept.set(no, 'PERM_DENIED');
  }
  return kept;
}
