import { sql } from 'kysely';
import type { OutputOf } from '@daybook/contracts/endpoint';
import type { dashboards } from '@daybook/contracts/dashboards';
import { staffKinds, type StaffKind } from '@daybook/contracts/people/staff';
import type { UserType } from '@daybook/contracts/permissions';
import { isLive } from '../auth/sessions.ts';
import type { Db } from '../db/database.ts';

type System = OutputOf<typeof dashboards.system>;

interface OfType {
  userType: UserType;
  active: number;
  invited: number;
}

export async function systemOf(db: Db): Promise<System> {
  const { rows } = await sql<Omit<System, 'people'>>`
    select
      count(*) filter (where status = 'active' and totp_secret is not null) as with_totp,
      (select count(*) from session where ${isLive}) as open_sessions,
      (select count(*) from sign_in where outcome <> 'signed_in' and at > now() - interval '24 hours') as refused_sign_ins,
      (select count(*) from email_message where failed_at is not null) as failed_mails
    from app_user where user_type <> 'client'`.execute(db);
  return { ...(rows[0] as Omit<System, 'people'>), people: await peopleOf(db) };
}

/** Counted as in the lists of people: the list of admins holds two types. */
async function peopleOf(db: Db): Promise<System['people']> {
  const { rows } = await sql<OfType>`
    select user_type, count(*) filter (where status = 'active') as active, count(*) filter (where status = 'invited') as invited
    from app_user where user_type <> 'client' group by user_type`.execute(db);
  const kinds = Object.entries(staffKinds) as [StaffKind, readonly UserType[]][];
  return kinds.map(([kind, types]) => {
    const here = rows.filter(({ userType }) => types.includes(userType));
    const sum = (status: 'active' | 'invited') => here.reduce((count, row) => count + row[status], 0);
    return { kind, active: sum('active'), invited: sum('invited') };
  });
}
