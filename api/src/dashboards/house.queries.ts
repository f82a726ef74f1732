import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

interface House {
  active: number;
  invited: number;
  withTotp: number;
  openSessions: number;
  refusedSignIns: number;
  failedMails: number;
}

export async function houseOf(db: Db): Promise<House> {
  const { rows } = await sql<House>`
    select
      count(*) filter (where status = 'active') as active,
      count(*) filter (where status = 'invited') as invited,
      count(*) filter (where status = 'active' and totp_secret is not null) as with_totp,
      (select count(*) from session where revoked_at is null and last_seen_at > now() - interval '60 minutes'
        and created_at > now() - interval '12 hours') as open_sessions,
      (select count(*) from sign_in where outcome <> 'signed_in' and at > now() - interval '24 hours') as refused_sign_ins,
      (select count(*) from email_message where failed_at is not null) as failed_mails
    from app_user where user_type <> 'client'`.execute(db);
  return rows[0] as House;
}
