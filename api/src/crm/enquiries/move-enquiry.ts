import { sql } from 'kysely';
import type { Enquiry, enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { isLiveEnquiry } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import type { EnquiryStatus } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { json } from '../../db/database.ts';
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

interface Way {
  id: string;
  /** The statuses that it passes, in their order; allowed by `checkMove`. */
  path: readonly EnquiryStatus[];
  on: string | null;
  lostReasonId: string | null;
  lostNote: string | null;
  nextActionOn: string | null;
}

/** Moves new enquiries along their ways together, a step of all of them by one statement. Each does as `moveEnquiry`. */
export async function moveNew(db: Db, ways: readonly Way[]): Promise<void> {
  const longest = Math.max(0, ...ways.map(({ path }) => path.length));
  for (let step = 0; step < longest; step += 1) {
    const moves = ways.flatMap(({ path, lostReasonId, lostNote, nextActionOn, ...way }) => {
      const to = path[step];
      if (to === undefined) return [];
      const loss = to === 'lost' ? { lostReasonId, lostNote } : { lostReasonId: null, lostNote: null };
      const isLive = isLiveEnquiry(to);
      return [{ ...way, ...loss, to, isLive, nextActionOn }];
    });
    await sql`
      update enquiry set status = "to", status_since = coalesce("on", greatest(status_since, ${firmsToday})),
        held_status = case when "to" = 'on_hold' then enquiry.status end, lost_reason_id = "lostReasonId", lost_note = "lostNote",
        next_action_on = case when "isLive" then coalesce("nextActionOn", next_action_on) end, version = version + 1
      from jsonb_to_recordset(${json(moves)}) as move (id uuid, "to" text, "on" date, "lostReasonId" uuid, "lostNote" text,
        "isLive" boolean, "nextActionOn" date)
      where enquiry.id = move.id`.execute(db);
  }
}
