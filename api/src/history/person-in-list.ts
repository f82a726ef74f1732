import { admins, crms, executives, managers, staffKinds } from '@daybook/contracts/people/staff';
import type { StaffKind } from '@daybook/contracts/people/staff';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import { mayCall } from '../auth/may-call.ts';
import type { Db } from '../db/database.ts';

const staff = { managers, executives, crms, admins };

/** A person is opened in the list of their type, under its keys. Refuses NOT_FOUND and PERM_DENIED. */
export async function personInList(db: Db, user: CurrentUser, id: string): Promise<void> {
  const person = await db.selectFrom('appUser').select('userType').where('id', '=', id).executeTakeFirst();
  const list = Object.entries(staffKinds).find(([, types]) =>
    types.some((type) => type === person?.userType),
  );
  if (list === undefined) throw new Refusal('NOT_FOUND');
  mayCall(staff[list[0] as StaffKind].open, user);
}
