import { sql } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import type { MailSettings } from '@daybook/contracts/settings/mail/mail-settings';
import type { Db } from '../../db/database.ts';
import type { MailSource } from '../../mail/mail-source.ts';

type Stored = Omit<MailSettings, 'environment'> & { id: string };

/** The settings without the password; the migration made their row. */
export async function storedMailSettings(db: Db): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select id, version, host, port, security, username, sender, reply_to,
      jsonb_build_object('en', signatures -> 'en', 'zh', signatures -> 'zh', 'fr', signatures -> 'fr',
        'ja', signatures -> 'ja') as signatures
    from mail_setting`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Refusal('NOT_FOUND');
  return row;
}

export async function getMailSettings(db: Db, { environment }: MailSource): Promise<MailSettings> {
  const { id: _id, ...settings } = await storedMailSettings(db);
  return { ...settings, environment };
}
