import { sql } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import type { SecuritySettings } from '@daybook/contracts/settings/security/security';
import type { Db } from '../../db/database.ts';

type Stored = Omit<SecuritySettings, 'yourAddress'> & { id: string };

/** The row of the settings, which the migration made. */
export async function storedSecurity(db: Db): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select id, version, totp_required, idle_minutes, session_hours, allowed_networks::text[] as allowed_networks, audit_head_to
    from sign_in_policy`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Refusal('NOT_FOUND');
  return row;
}

export async function getSecurity(db: Db, yourAddress: string): Promise<SecuritySettings> {
  const { id: _id, ...settings } = await storedSecurity(db);
  return { ...settings, yourAddress };
}
