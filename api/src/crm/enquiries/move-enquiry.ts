import { sql } from 'kysely';
import type { Enquiry, enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { isLiveEnquiry } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { checkChoices } from '../check-choices.ts';
import { firmsToday } from './firms-today.queries.ts';
import { getEnquiry } from './enquiries.queries.ts';
import { presentOwner } from './present-owner.queries.ts';
import { checkMove, checkNextAction } from './enquiries.rules.ts';

/**
 * Refuses NOT_FOUND, VERSION_CONFLICT, STATE_NOT_ALLOWED, a missing reason or next action, a reason that cannot be chosen, and
 * a day before the previous move or in the future on `on`.
 */
export async function moveEnquiry(
  db: Db,
  user: CurrentUser,
  { id, to, on, lostReasonId, lostNote, nextActionOn }: ParsedInputOf<typeof enquiries.move>,
  version: number,
): Promise<Enquiry> {
  const before = await lockAtVersion(db, 'enquiry', id, version, () => getEnquiry(db, user, id));
  checkMove(before, to, 'enquiries.update_status');
  const isLost = to === 'lost';
  if (isLost && lostReasonId === null) throw refuseField('INPUT_INVALID', 'lostReasonId', {}, 'REQUIRED');
  if (isLost) await checkChoices(db, [{ field: 'lostReasonId', ids: [lostReasonId], among: 'lostReasons' }]);
  const next = isLiveEnquiry(to) ? (nextActionOn ?? before.nextActionOn) : null;
  checkNextAction(to, next);
  const opens = !isLiveEnquiry(before.status) && isLiveEnquiry(to);
  await db
    .updateTable('enquiry')
    .set({
      status: to,
      statusSince: dayOfMove(on),
      heldStatus: to === 'on_hold' ? before.status : null,
      lostReasonId: isLost ? lostReasonId : null,
      lostNote: isLost ? lostNote : null,
      nextActionOn: next,
      ...(opens && { ownerId: await presentOwner(db, user, before.owner.id) }),
      ...nextVersion,
    })
    .where('id', '=', id)
    .execute();
  return getEnquiry(db, user, id);
}

/** The day that a move is recorded for: by default today. The database refuses a day before the previous move. */
export const dayOfMove = (on: string | null) =>
  on === null ? sql<string>`greatest(status_since, ${firmsToday})` : on;
