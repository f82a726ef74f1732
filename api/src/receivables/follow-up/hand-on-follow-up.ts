import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { FollowUpBasis, followUps } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { followUpBasis, receiversOf } from './follow-up.queries.ts';
import { lockFollowUp } from './record-promise.ts';

/** Refuses NOT_FOUND, and REFERENCE_UNKNOWN on `toId` for a person who has left or does not see the client. */
export async function handOnFollowUp(
  db: Db,
  user: CurrentUser,
  { id, toId, note }: ParsedInputOf<typeof followUps.handOn>,
): Promise<FollowUpBasis> {
  const receivers = await receiversOf(db, user, id);
  if (toId !== null && receivers.every((receiver) => receiver.id !== toId))
    throw refuseField('REFERENCE_UNKNOWN', 'toId');
  await lockFollowUp(db, id);
  await db
    .insertInto('followUpStep')
    .values({ id: uuidv7(), clientId: id, kind: 'hand_on', responsibleId: toId, note })
    .execute();
  return followUpBasis(db, user, id);
}
