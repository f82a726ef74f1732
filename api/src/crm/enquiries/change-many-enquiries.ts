import { sql } from 'kysely';
import type { Outcome } from '@daybook/contracts/bulk';
import type { enquiryBulk } from '@daybook/contracts/crm/enquiries/enquiry-bulk';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { eachOf } from '../../db/each-of.ts';
import type { At } from '../../db/each-of.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { checkChoices } from '../check-choices.ts';
import { getEnquiry, getSavedEnquiry } from './enquiries.queries.ts';
import { moveEnquiry } from './move-enquiry.ts';
import { quietly, tellOfHandover } from './tell-of-handover.ts';

type Change = ParsedInputOf<typeof enquiryBulk.change>['change'];

/** Stores the present values of an enquiry for an undo. Call it within the lock of the change. */
const keepFormer = (db: Db, user: CurrentUser, id: string) =>
  sql`
    insert into enquiry_former (enquiry_id, version, changed_by, owner_id, status, held_status, status_since, lost_reason_id,
      lost_note, next_action_on)
    select id, version + 1, ${user.id}, owner_id, status, held_status, status_since, lost_reason_id, lost_note, next_action_on
    from enquiry where id = ${id}
    on conflict (enquiry_id) do update set (version, changed_by, changed_at, owner_id, status, held_status, status_since,
      lost_reason_id, lost_note, next_action_on) = (excluded.version, excluded.changed_by, now(), excluded.owner_id,
      excluded.status, excluded.held_status, excluded.status_since, excluded.lost_reason_id, excluded.lost_note,
      excluded.next_action_on)`.execute(db);

/** Returns the new version, or null if nothing changes. Refuses as the single commands do. */
async function changeOne(db: Db, user: CurrentUser, one: At, change: Change): Promise<number | null> {
  const { id, version } = one;
  const before = await lockAtVersion(db, 'enquiry', id, version, () => getEnquiry(db, user, id));
  const { ownerId, to, ...asked } = change;
  if (ownerId === before.owner.id || to === before.status) return null;
  await keepFormer(db, user, id);
  if (to !== undefined) return (await moveEnquiry(db, user, { id, to, on: null, ...asked }, version)).version;
  await db
    .updateTable('enquiry')
    .set({ ownerId: ownerId ?? before.owner.id, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return version + 1;
}

/**
 * Refuses PERM_DENIED for a move without the permission of the single move, and REFERENCE_UNKNOWN on an owner who cannot be
 * chosen; the refusal of an enquiry is in its own result.
 */
export async function changeEnquiries(
  db: Db,
  user: CurrentUser,
  { enquiries, change }: ParsedInputOf<typeof enquiryBulk.change>,
  language: Language,
): Promise<{ results: Outcome[] }> {
  if (change.to !== undefined && !holds(user, 'enquiries.update_status')) throw new Refusal('PERM_DENIED');
  const { ownerId } = change;
  if (ownerId !== undefined)
    await checkChoices(db, [{ field: 'change.ownerId', ids: [ownerId], among: 'staff' }]);
  const { results } = await quietly(db, () =>
    eachOf(db, language, enquiries, (one) => changeOne(db, user, one, change)),
  );
  const changed = results.filter(({ outcome }) => outcome === 'changed').map(({ id }) => id);
  if (ownerId !== undefined) await tellOfHandover(db, user, ownerId, changed);
  return { results };
}

/** Refuses VERSION_CONFLICT on an enquiry that has changed since, or that somebody else changed. */
async function formerOf(db: Db, user: CurrentUser, { id, version }: At) {
  const former = await db
    .selectFrom('enquiryFormer')
    .selectAll()
    .where('enquiryId', '=', id)
    .where('version', '=', version)
    .where('changedBy', '=', user.id)
    .executeTakeFirst();
  if (!former) throw new Refusal('VERSION_CONFLICT');
  return former;
}

/** An undo returns no enquiry to an owner who has left, and opens none of theirs again. Refuses PERSON_HAS_LEFT. */
async function checkStillHere(db: Db, ownerId: string): Promise<void> {
  const gone = await db
    .selectFrom('appUser')
    .select('name')
    .where('id', '=', ownerId)
    .where('status', '=', 'deactivated')
    .executeTakeFirst();
  if (gone) throw new Refusal('PERSON_HAS_LEFT', { who: gone.name });
}

export interface FormerStage {
  status: string;
  heldStatus: string | null;
  statusSince: string;
  lostReasonId: string | null;
  lostNote: string | null;
  nextActionOn: string | null;
}

/** The stage before the last move, which is struck out if the stage is another one now. */
export const returnedStage = (
  { status, heldStatus, statusSince, lostReasonId, lostNote, nextActionOn }: FormerStage,
  now: string,
) => ({
  status,
  heldStatus,
  statusSince,
  lostReasonId,
  lostNote,
  nextActionOn,
  movesUndone: sql<number>`moves_undone + ${status === now ? 0 : 1}::int`,
});

/** A handed-on enquiry may be out of the caller’s scope by now, so what is checked is that the change was the caller’s. */
async function undoOne(db: Db, user: CurrentUser, one: At): Promise<number> {
  const { id, version } = one;
  const former = await formerOf(db, user, one);
  const enquiry = await lockAtVersion(db, 'enquiry', id, version, () => getSavedEnquiry(db, user, id));
  const { ownerId, status } = former;
  const opens = status !== enquiry.status && enquiry.status === 'lost';
  if (ownerId !== enquiry.owner.id || opens) await checkStillHere(db, ownerId);
  await db
    .updateTable('enquiry')
    .set({ ownerId, ...returnedStage(former, enquiry.status), ...nextVersion })
    .where('id', '=', id)
    .execute();
  await db.deleteFrom('enquiryFormer').where('enquiryId', '=', id).execute();
  return version + 1;
}

/** Restores each enquiry to what it was before the caller’s own change of many; nobody is told, because little time has passed. */
export const undoEnquiries = (
  db: Db,
  user: CurrentUser,
  { enquiries }: ParsedInputOf<typeof enquiryBulk.undo>,
  language: Language,
): Promise<{ results: Outcome[] }> =>
  quietly(db, () => eachOf(db, language, enquiries, (one) => undoOne(db, user, one)));
