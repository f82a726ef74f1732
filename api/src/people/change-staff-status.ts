import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { StaffKind, StaffMember, managers } from '@daybook/contracts/people/staff';
import type { CurrentUser } from '../auth/current-user.ts';
import { endLinkOf, issueLink } from '../auth/one-time-links.ts';
import type { LinkDelivery } from '../auth/one-time-links.ts';
import { endSessionsOf } from '../auth/sessions.ts';
import type { Db } from '../db/database.ts';
import { lockAtVersion, nextVersion } from '../db/versions.ts';
import { refuseHigher, refuseOwn } from './ceiling.rules.ts';
import { refuseAccess } from './check-access.ts';
import { checkStatus } from './staff.rules.ts';
import { getStaff, lockStaff } from './staff.queries.ts';

const nextRights = { permVersion: sql<number>`perm_version + 1` };

/** Refuses NOT_FOUND, VERSION_CONFLICT, OWN_ACCOUNT, PERM_DENIED for a person of a higher rank. */
async function lockOther(
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

/** Refuses what `lockOther` refuses, STATE_NOT_ALLOWED, LAST_SUPER_ADMIN. */
export async function deactivateStaff(
  db: Db,
  actor: CurrentUser,
  kind: StaffKind,
  id: string,
  version: number,
): Promise<StaffMember> {
  checkStatus(await lockOther(db, actor, kind, id, version), 'active', 'invited');
  await db
    .updateTable('appUser')
    .set({
      status: 'deactivated',
      leftOn: sql<string>`coalesce(left_on, greatest(current_date, joined_on))`,
      ...nextVersion,
      ...nextRights,
    })
    .where('id', '=', id)
    .execute();
  await endSessionsOf(db, id);
  await endLinkOf(db, id);
  return getStaff(db, kind, id);
}

/** Reactivates a person, as invited if they never chose a password. Refuses what `lockOther` refuses, STATE_NOT_ALLOWED. */
export async function reactivateStaff(
  db: Db,
  actor: CurrentUser,
  kind: StaffKind,
  id: string,
  version: number,
): Promise<StaffMember> {
  checkStatus(await lockOther(db, actor, kind, id, version), 'deactivated');
  await db
    .updateTable('appUser')
    .set({
      status: sql<string>`case when password_hash is null then 'invited' else 'active' end`,
      leftOn: null,
      ...nextVersion,
      ...nextRights,
    })
    .where('id', '=', id)
    .execute();
  return getStaff(db, kind, id);
}

/** Refuses what `lockOther` refuses, REFERENCED while any record names them, LAST_SUPER_ADMIN. */
export async function removeStaff(
  db: Db,
  actor: CurrentUser,
  kind: StaffKind,
  id: string,
  version: number,
): Promise<void> {
  await lockOther(db, actor, kind, id, version);
  await db.deleteFrom('appUser').where('id', '=', id).execute();
}

async function dropTotp(db: Db, id: string): Promise<void> {
  await db
    .updateTable('appUser')
    .set({ totpSecret: null, totpPending: null, totpLastStep: null })
    .where('id', '=', id)
    .execute();
  await db.deleteFrom('recoveryCode').where('userId', '=', id).execute();
}

/**
 * From now on only the new link lets them in, because a password is mostly reset when someone else has it. Refuses what
 * `lockOther` refuses, STATE_NOT_ALLOWED, and PERM_DENIED for a person who holds or sees more than the actor.
 */
export async function resetStaff(
  db: Db,
  actor: CurrentUser,
  kind: StaffKind,
  { id, resetTotp }: ParsedInputOf<typeof managers.reset>,
  delivery: LinkDelivery,
): Promise<{ member: StaffMember; link: string | null }> {
  const member = await lockOther(db, actor, kind, id);
  checkStatus(member, 'active', 'invited');
  await refuseAccess(db, actor, member);
  await db.updateTable('appUser').set({ passwordHash: null }).where('id', '=', id).execute();
  if (resetTotp) await dropTotp(db, id);
  await db.deleteFrom('knownDevice').where('userId', '=', id).execute();
  await endSessionsOf(db, id);
  const link = await issueLink(db, id, member.status === 'invited' ? 'invitation' : 'reset', delivery);
  return { member: await getStaff(db, kind, id), link };
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
