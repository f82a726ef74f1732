import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import type { MailSettings, mailSettings } from '@daybook/contracts/settings/mail/mail-settings';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import type { MailSource } from '../../mail/mail-source.ts';
import { endOutage } from '../../mail/outbox.ts';
import { outages } from '../../mail/send-mail.ts';
import { getMailSettings, storedMailSettings } from './mail-settings.queries.ts';

type Input = ParsedInputOf<typeof mailSettings.saveServer>;

/** Whether the password would go to whom it was given for. */
const isSameAccount = (before: MailSettings, input: Input): boolean =>
  (['host', 'port', 'security', 'username'] as const).every((name) => before[name] === input[name]);

/** Refuses a server without its port, encryption or sender, a user without password, and a password or user without server. */
function check(before: MailSettings, input: Input): void {
  const lacking: FieldRefusals = {};
  const lacks = (field: keyof Input) => (lacking[field] = [{ code: 'REQUIRED' }]);
  if (input.host !== null) {
    if (input.port === null) lacks('port');
    if (input.security === null) lacks('security');
    if (input.sender === null && before.environment.sender === null) lacks('sender');
  }
  if (input.host === null && (input.username ?? input.password ?? input.port ?? input.security) !== null)
    lacks('host');
  const keeps = isSameAccount(before, input);
  if (input.username !== null && input.password === null && !keeps) lacks('password');
  if (input.username === null && input.password !== null) lacks('username');
  if (Object.keys(lacking).length > 0) throw new Refusal('INPUT_INVALID', {}, lacking);
}

/** Null for no password, undefined for that of before. */
function sealed(source: MailSource, id: string, { username, password }: Input): Buffer | null | undefined {
  if (username === null) return null;
  return password === null ? undefined : source.sealPassword(password, id);
}

interface Saving {
  source: MailSource;
  version: number;
}

async function lock(db: Db, { source, version }: Saving) {
  const { id } = await storedMailSettings(db);
  return {
    id,
    before: await lockAtVersion(db, 'mailSetting', id, version, () => getMailSettings(db, source)),
  };
}

/** Refuses VERSION_CONFLICT. */
export async function saveMailSettings(
  db: Db,
  { replyTo, signatures }: ParsedInputOf<typeof mailSettings.save>,
  saving: Saving,
): Promise<MailSettings> {
  const { id } = await lock(db, saving);
  await db
    .updateTable('mailSetting')
    .set({ replyTo, signatures: json(signatures), ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getMailSettings(db, saving.source);
}

/** Refuses VERSION_CONFLICT and what is lacking, on its field. */
export async function saveMailServer(db: Db, input: Input, saving: Saving): Promise<MailSettings> {
  const { id, before } = await lock(db, saving);
  check(before, input);
  const { password: _typed, ...columns } = input;
  const password = sealed(saving.source, id, input);
  await db
    .updateTable('mailSetting')
    .set({
      ...columns,
      ...(password !== undefined && {
        password,
        passwordSetAt: password === null ? null : sql<string>`now()`,
      }),
      ...nextVersion,
    })
    .where('id', '=', id)
    .execute();
  await endOutage(db, outages);
  return getMailSettings(db, saving.source);
}
