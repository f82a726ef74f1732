import type { StaffKind, StaffMember } from '@daybook/contracts/people/staff';
import type { CurrentUser } from '../auth/current-user.ts';
import { endSessionsOf } from '../auth/sessions.ts';
import type { Db } from '../db/database.ts';
import { lockAtVersion } from '../db/versions.ts';
import { refuseHigher, refuseOwn } from './ceiling.rules.ts';
import { getStaff, lockStaff } from './staff.queries.ts';

/** Refuses NOT_FOUND, VERSION_CONFLICT, OWN_ACCOUNT, PERM_DENIED for a person of a higher rank. */
export async function lockOther(
  db: Db,
  actor: CurrentUser,
  kind: StaffKind,
  id: string,
  version?: number,
): Promise<StaffMember> {
  const member =
    version === undefined
      ? await lockStaff(db, kind, id)
      : await lockAtVersion(db, 'appUser', id, version, () => getStaff(db, kind, id));
  refuseOwn(actor, id);
  refuseHigher(actor, member);
  return member;
}

/** Refuses what `lockOther` refuses. */
export async function endStaffSessions(
  db: Db,
  actor: CurrentUser,
  kind: StaffKind,
  id: string,
): Promise<number> {
  await lockOther(db, actor, kind, id);
  return endSessionsOf(db, id);
}
